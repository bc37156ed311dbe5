// Reads and writes standard MIDI files: notes, tempo and instruments, in ticks.
import { FormatProblem } from '../problem.ts';

interface MidiNote {
  readonly channel: number;
  /** 60 is middle C. */
  readonly key: number;
  readonly velocity: number;
  readonly start: number;
  readonly length: number;
}

interface MidiTrack {
  readonly name?: string;
  /** The General MIDI program per channel, 0 to 127. */
  readonly programs?: Readonly<Record<number, number>>;
  readonly notes: readonly MidiNote[];
}

export interface Midi {
  readonly ticksPerBeat: number;
  /** Microseconds per beat, starting at a tick. */
  readonly tempos: readonly { readonly at: number; readonly microsecondsPerBeat: number }[];
  readonly tracks: readonly MidiTrack[];
}

const MAX_EVENTS = 1_000_000;

interface Event {
  readonly at: number;
  /** At the same tick, note-off events come before note-on events. */
  readonly rank: number;
  readonly bytes: readonly number[];
}

/** Writes several tracks; the first one contains the tempo changes. */
export function writeMidi({ ticksPerBeat, tempos, tracks }: Midi): Uint8Array {
  const header = Buffer.alloc(14);
  header.write('MThd', 0);
  header.writeUInt32BE(6, 4);
  header.writeUInt16BE(1, 8);
  header.writeUInt16BE(tracks.length + 1, 10);
  header.writeUInt16BE(ticksPerBeat, 12);
  const conductor = tempos.map(({ at, microsecondsPerBeat: beat }) => ({
    at,
    rank: 0,
    bytes: [0xff, 0x51, 3, (beat >> 16) & 0xff, (beat >> 8) & 0xff, beat & 0xff],
  }));
  return Buffer.concat([header, trackChunk(conductor), ...tracks.map((track) => trackChunk(eventsOf(track)))]);
}

function eventsOf({ name, programs = {}, notes }: MidiTrack): Event[] {
  const title = Buffer.from(name ?? '');
  return [
    ...(name === undefined ? [] : [{ at: 0, rank: 0, bytes: [0xff, 3, ...variable(title.length), ...title] }]),
    ...Object.entries(programs).map(([channel, program]) => ({
      at: 0,
      rank: 0,
      bytes: [0xc0 | Number(channel), program],
    })),
    ...notes.flatMap(({ channel, key, velocity, start, length }) => [
      { at: start, rank: 2, bytes: [0x90 | channel, key, velocity] },
      { at: start + length, rank: 1, bytes: [0x80 | channel, key, 0] },
    ]),
  ];
}

function trackChunk(events: readonly Event[]): Uint8Array {
  let now = 0;
  const body = events
    .toSorted((a, b) => a.at - b.at || a.rank - b.rank)
    .flatMap(({ at, bytes }) => {
      const delta = variable(at - now);
      now = at;
      return [...delta, ...bytes];
    });
  body.push(0, 0xff, 0x2f, 0);
  const head = Buffer.alloc(8);
  head.write('MTrk', 0);
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, Uint8Array.from(body)]);
}

function variable(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

export function readMidi(source: Uint8Array): Midi {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length < 14 || bytes.toString('latin1', 0, 4) !== 'MThd')
    throw new FormatProblem('the file is no MIDI file');
  const ticksPerBeat = bytes.readUInt16BE(12);
  if (ticksPerBeat === 0 || ticksPerBeat & 0x8000)
    throw new FormatProblem('the MIDI file does not measure time in ticks per beat');
  const tempos: { at: number; microsecondsPerBeat: number }[] = [];
  const tracks: MidiTrack[] = [];
  let at = 8 + bytes.readUInt32BE(4);
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at + 4);
    if (at + 8 + size > bytes.length) throw new FormatProblem('the MIDI file is cut short');
    if (bytes.toString('latin1', at, at + 4) === 'MTrk')
      tracks.push(readTrack(bytes.subarray(at + 8, at + 8 + size), tempos));
    at += 8 + size;
  }
  const declared = bytes.readUInt16BE(10);
  if (tracks.length !== declared)
    throw new FormatProblem(`the MIDI file declares ${declared} tracks and has ${tracks.length}`);
  return { ticksPerBeat, tempos: tempos.toSorted((a, b) => a.at - b.at), tracks };
}

function readTrack(body: Buffer, tempos: { at: number; microsecondsPerBeat: number }[]): MidiTrack {
  const notes: MidiNote[] = [];
  const programs: Record<number, number> = {};
  const open = new Map<number, { start: number; velocity: number }[]>();
  let name: string | undefined;
  let place = 0;
  let now = 0;
  let status = 0;
  const next = () => {
    const byte = body[place];
    if (byte === undefined) throw new FormatProblem('a track of the MIDI file is cut short');
    place += 1;
    return byte;
  };
  const number = () => {
    let value = 0;
    for (let count = 0; count < 4; count += 1) {
      const byte = next();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new FormatProblem('a number in the MIDI file is too long');
  };
  const strike = (channel: number, key: number, velocity: number) => {
    const id = channel * 128 + key;
    const waiting = open.get(id) ?? [];
    open.set(id, waiting);
    if (velocity > 0) waiting.push({ start: now, velocity });
    else {
      const begun = waiting.shift();
      if (begun) notes.push({ channel, key, velocity: begun.velocity, start: begun.start, length: now - begun.start });
    }
  };
  for (let count = 0; place < body.length; count += 1) {
    if (count > MAX_EVENTS) throw new FormatProblem('the MIDI file has too many events');
    now += number();
    const first = next();
    if (first >= 0x80) status = first;
    else place -= 1; // Running status: the previous status byte applies.
    const channel = status & 15;
    if (status === 0xff) {
      const kind = next();
      const size = number();
      const content = body.subarray(place, place + size);
      if (content.length < size) throw new FormatProblem('a track of the MIDI file is cut short');
      place += size;
      if (kind === 0x2f) break;
      if (kind === 3) name = content.toString('utf8');
      if (kind === 0x51 && size === 3) tempos.push({ at: now, microsecondsPerBeat: content.readUIntBE(0, 3) });
    } else if (status === 0xf0 || status === 0xf7) place += number();
    else if (status >= 0xc0 && status < 0xe0) {
      const value = next();
      if (status < 0xd0) programs[channel] = value;
    } else if (status >= 0x80 && status < 0xf0) {
      const [key, value] = [next(), next()];
      if (status < 0x90) strike(channel, key, 0);
      else if (status < 0xa0) strike(channel, key, value);
    } else throw new FormatProblem('the MIDI file is damaged');
  }
  return {
    ...(name !== undefined && { name }),
    programs,
    notes: notes.toSorted((a, b) => a.start - b.start || a.key - b.key),
  };
}
