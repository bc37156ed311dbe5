// A number keyed on a noisy line: some keys come twice in a row, and not every sound on the line is a key press.
// Merging repeats, counting blips or beeps, or letting a dropout split a press gives another number.
import { answerEquals, defineTask, field, text, writeWav, type Draw } from 'pybench/kit';
import { RATE, record, type Sound } from './line.ts';

type Truth = { keys: string };

const query = {
  en: 'Someone keyed a code into our telephone menu, and all that is left of it is the recording of the line, ./data/line_recording.wav. Which keys were pressed, and in what order? They are ordinary touch tones (DTMF, keys 0 to 9, * and #), each made of one row frequency and one column frequency sounding together. A key press lasts at least 70 ms, and there is a pause of at least 50 ms before the next one. The same key may be pressed several times in a row, and every press counts. The line is not a good one, though. Two-tone blips of less than 40 ms are crosstalk and not key presses, beeps of a single frequency come from the exchange and not from the keypad, and a dropout of less than 15 ms in the middle of a tone does not end the press.',
  zh: '有人在我们的电话语音菜单里按了一串键，现在只剩下这段线路录音 ./data/line_recording.wav。他依次按了哪些键？按键发出的是普通的双音多频信号（DTMF，按键为 0 到 9、* 和 #），每个键由一个行频和一个列频同时发声。每次按键至少持续 70 毫秒，到下一次按键开始至少间隔 50 毫秒。同一个键可能连按好几次，每按一次都要算。不过这条线路质量不好：不足 40 毫秒的双音短响是串音，不是按键；单一频率的提示音来自交换机，不是键盘发出的；一个音中间出现不足 15 毫秒的断音，不算这次按键结束。',
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['decoding', 'signal processing', 'segmentation'],
  inputs: ['wav'],
  outputs: [],
  sameData: true,
  twins: ['clean'],
  mentions: ['407*5#'],
  generate(draw, { lang, twin }) {
    const sounds = draw.until(
      (again) => makeLine(again, twin !== undefined),
      (made) => (twin ? true : trapsAreLive(made)),
      'a line on which every careless ear hears another number',
    );
    return {
      files: { 'line_recording.wav': writeWav(record(sounds, draw.fork('noise')), RATE) },
      query: query[lang],
      answer: {
        keys: field(
          text,
          'the keys in the order in which they were pressed, written together, such as "407*5#"',
          '按先后顺序连写的按键，例如 "407*5#"',
        ),
      },
      truth: { keys: heard(sounds.filter(({ kind }) => kind === 'press')) },
    };
  },
  checks: ({ keys }) => [answerEquals('keys', keys)],
});

/** What was keyed and what else sounds on the line, in order; times in milliseconds. */
function makeLine(draw: Draw, clean: boolean): Sound[] {
  const length = draw.int(10, 14);
  const repeats = clean ? 0 : draw.int(2, 3);
  const keys: string[] = [];
  while (keys.length < length - repeats) {
    const key = draw.chance(0.08) ? '*' : String(draw.int(0, 9));
    if (key !== keys.at(-1)) keys.push(key);
  }
  if (draw.chance(0.5)) keys[keys.length - 1] = '#';
  for (const place of draw.sample([...keys.keys()], repeats).toSorted((a, b) => b - a)) {
    keys.splice(place, 0, keys[place] ?? '');
  }
  const presses = keys.map((key): Sound => ({ kind: 'press', key, ms: draw.int(85, 260), ...strength(draw) }));
  if (clean) return spaced(presses, draw);

  // Dropouts lie well inside a press, so that what stands on either side of them is no blip.
  for (const press of draw.sample(presses, draw.int(2, 3))) {
    press.ms = draw.int(150, 280);
    press.dropout = { from: draw.int(50, press.ms - 65), ms: draw.int(8, 12) };
  }
  // Strange sounds come before, between or after the presses, but not between two of the same key.
  const slots = [...keys.keys(), keys.length].filter((slot) => keys[slot] !== keys[slot - 1]);
  const blips = draw.int(2, 4);
  const chosen = draw.sample(slots, blips + draw.int(2, 3));
  const sounds = presses.flatMap((press, index) => [...strange(index), press]);
  return spaced([...sounds, ...strange(keys.length)], draw);

  function strange(slot: number): Sound[] {
    const rank = chosen.indexOf(slot);
    if (rank < 0) return [];
    if (rank >= blips) return [{ kind: 'beep', hertz: draw.pick(beeps), ms: draw.int(90, 320), ...strength(draw) }];
    const others = '0123456789*#'.split('').filter((key) => key !== keys[slot] && key !== keys[slot - 1]);
    return [{ kind: 'blip', key: draw.pick(others), ms: draw.int(18, 32), ...strength(draw) }];
  }
}

/** The pauses: short between repeats, so that a coarse analysis misses them. */
function spaced(sounds: readonly Sound[], draw: Draw): Sound[] {
  return sounds.map((sound, index) => {
    const before = sounds[index - 1];
    const repeated = before !== undefined && before.key === sound.key && sound.key !== undefined;
    const pause = before === undefined ? draw.int(350, 900) : repeated ? draw.int(58, 72) : draw.int(75, 330);
    return { ...sound, pause };
  });
}

function strength(draw: Draw): Pick<Sound, 'low' | 'high' | 'drift' | 'pause'> {
  const level = draw.real(0.1, 0.36);
  const weaker = level * draw.real(0.65, 1);
  const lowFirst = draw.chance(0.5);
  return {
    low: lowFirst ? level : weaker,
    high: lowFirst ? weaker : level,
    drift: draw.real(-0.006, 0.006),
    pause: 0,
  };
}

/** The result of each wrong way differs from what was keyed. */
function trapsAreLive(sounds: readonly Sound[]): boolean {
  const presses = sounds.filter(({ kind }) => kind === 'press');
  const truth = heard(presses);
  const merged = heard(presses.filter(({ key }, index) => key !== presses[index - 1]?.key));
  const withBlips = heard(sounds.filter(({ kind }) => kind !== 'beep'));
  // A beep is no key: any key read from it is one too many.
  const withBeeps = heard(
    sounds.filter(({ kind }) => kind !== 'blip').map((each) => ({ ...each, key: each.key ?? '?' })),
  );
  const split = heard(presses.flatMap((press) => (press.dropout ? [press, press] : [press])));
  return [merged, withBlips, withBeeps, split].every((wrong) => wrong !== truth);
}

function heard(sounds: readonly Sound[]): string {
  return sounds.map(({ key }) => key ?? '').join('');
}

// Some are frequencies of the keypad, sounding alone.
const beeps = [620, 697, 770, 852, 1000, 1209, 1336, 1400, 1477];
