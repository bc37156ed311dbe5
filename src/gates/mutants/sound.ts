// Mutants of sounds in WAV with 16 bits: the loudest second silenced, or cut out.
import { withFile, type Mutator } from './mutant.ts';

export function soundMutator(path: string): Mutator {
  return {
    mutants({ handed }) {
      const bytes = Buffer.from(handed.files.get(path) ?? []);
      const wav = findSamples(bytes);
      const loudest = wav && loudestSecond(bytes, wav);
      if (!wav || !loudest) return [];
      const { from, to } = loudest;
      const silenced = Buffer.from(bytes).fill(0, from, to);
      const cut = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
      cut.writeUInt32LE(bytes.readUInt32LE(4) - (to - from), 4);
      cut.writeUInt32LE(wav.length - (to - from), wav.start - 4);
      const at = ((from - wav.start) / wav.perSecond).toFixed(2);
      return [
        {
          what: `${path}: silent for a second from ${at} s on`,
          handed: withFile(handed, path, silenced),
          certain: true,
        },
        { what: `${path}: a second from ${at} s on is cut out`, handed: withFile(handed, path, cut), certain: true },
      ];
    },
    variants: () => [],
  };
}

interface Samples {
  readonly start: number;
  readonly length: number;
  /** Bytes of a second, and of one sample of all channels. */
  readonly perSecond: number;
  readonly block: number;
}

function findSamples(bytes: Buffer): Samples | undefined {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  let format: { perSecond: number; block: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'fmt ' && bytes.readUInt16LE(at + 22) === 16)
      format = { perSecond: bytes.readUInt32LE(at + 16), block: bytes.readUInt16LE(at + 20) };
    if (name === 'data' && format)
      return { start: at + 8, length: Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8), ...format };
  }
  return undefined;
}

/** In steps of a tenth of a second; nothing when all is silent. A sound of less than a second is one piece. */
function loudestSecond(bytes: Buffer, { start, length, perSecond, block }: Samples) {
  const size = Math.min(perSecond, length - (length % block));
  const step = Math.max(block, Math.floor(perSecond / 10 / block) * block);
  let best: { from: number; to: number; level: number } | undefined;
  for (let from = start; from + size <= start + length; from += step) {
    let level = 0;
    for (let at = from; at + 2 <= from + size; at += 2) level += Math.abs(bytes.readInt16LE(at));
    if (level > (best?.level ?? 0)) best = { from, to: from + size, level };
  }
  return best;
}
