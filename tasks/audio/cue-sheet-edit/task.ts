// An interview edited by a cue sheet whose times all refer to the original recording. Applying the edits one after the other,
// or overlooking that one cut lies within another, gives another interview.
import {
  audioExcerpts,
  audioForm,
  audioLevels,
  audioLike,
  audioTones,
  defineTask,
  fileOutput,
  truthExcerpts,
  truthLevels,
  truthSound,
  writeCsv,
  writeWav,
} from 'pybench/kit';
import { edited, makeCues, RATE, type Edited } from './cues.ts';
import { makeInterview } from './interview.ts';

type Truth = {
  seconds: number;
  levels: number[][];
  sound: string;
  excerpts: { sound: string; starts: number[] };
  bleeps: { start: number; end: number }[];
};

const FILE = 'output/interview_edited.wav';
/** A sine of 0.2 has 20·log10(0.2/√2) = -17 dB. */
const BLEEP_DB = -17;

const words = {
  en: {
    header: ['from', 'to', 'edit', 'note'],
    notes: ['cough', 'name of a client', 'off topic', 'door slams', 'says it twice', 'too loud', 'phone rings', ''],
    query: `Please edit our interview ./data/interview.wav by the cue sheet ./data/edits.csv. Each line has a start, an end, and what is to be done in between. All times are minutes:seconds in the recording as it is now, before any edit, and the lines stand in the order in which I happened to note them down. "cut" takes the stretch out, and what comes before and after is joined without a gap; a moment that several cuts cover is of course taken out only once. "mute" makes the stretch silent, without shortening anything. "bleep" puts a sine tone of 1000 Hz with a peak amplitude of 0.2 (full scale is 1) in the place of whatever is there, on both channels. A level such as "-6 dB" changes the stretch by that much. Please fade nothing in or out: every edit begins and ends at its time. Everything else stays exactly as it is: two channels, 16 bits, ${RATE} samples a second.`,
    about: 'the edited interview as a WAV file.',
  },
  zh: {
    header: ['开始', '结束', '处理', '备注'],
    notes: ['咳嗽', '客户姓名', '跑题', '关门声', '重复了一遍', '声音太大', '电话响', ''],
    query: `请按剪辑单 ./data/edits.csv 剪辑我们的采访录音 ./data/interview.wav。剪辑单每行有开始时间、结束时间，以及这一段要做的处理。所有时间都是“分:秒”，指的是剪辑之前、现在这份录音里的位置；各行只是按我随手记下的顺序排列。“cut”表示把这一段剪掉，前后直接接上，不留空隙；如果某一刻被好几个 cut 覆盖，当然只剪一次。“mute”表示这一段静音，但时长不变。“bleep”表示两个声道都换成 1000 Hz 的正弦音，峰值振幅 0.2（满幅为 1），原来的声音不再保留。写成“-6 dB”这样的，表示把这一段的音量改变这么多。所有处理都到点直接切换，不要做淡入淡出。其余部分完全保持原样：双声道、16 位、每秒 ${RATE} 个采样。`,
    about: '剪辑好的采访录音，WAV 文件。',
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['audio editing', 'intervals', 'time codes'],
  inputs: ['wav', 'csv'],
  outputs: ['wav'],
  mentions: ['-6 dB', '分:秒'],
  generate(draw, { lang }) {
    const say = words[lang];
    const interview = makeInterview(draw.fork('interview'));
    const cues = makeCues(draw.fork('cues'), interview);
    const result = edited(interview.channels, cues);
    const rows = draw.shuffle(cues).map(({ from, to, edit }) => [clock(from), clock(to), edit, draw.pick(say.notes)]);
    const middle = result.channels[0].map((sample, at) => (sample + (result.channels[1][at] ?? 0)) / 2);
    return {
      files: {
        'interview.wav': writeWav(interview.channels, RATE),
        'edits.csv': writeCsv([say.header, ...rows], { bom: lang === 'zh' }),
      },
      query: say.query,
      outputs: { [FILE]: fileOutput({ en: words.en.about, zh: words.zh.about }) },
      truth: {
        seconds: middle.length / RATE,
        levels: result.channels.map((samples) => truthLevels(samples, RATE)),
        sound: truthSound(middle, RATE),
        excerpts: excerptsOf(result),
        bleeps: result.bleeps,
      },
    };
  },
  checks: ({ seconds, levels, sound, excerpts, bleeps }) => [
    // Both right ways are exact to a sample; the shortest cut is 0.6 s.
    audioForm(FILE, { types: ['wav'], rate: RATE, channels: 2, bits: 16, seconds, within: 0.01 }),
    audioLevels(FILE, levels, { jitter: 0.01 }, 'edits.csv'),
    audioTones(
      FILE,
      bleeps.flatMap(({ start, end }, index) =>
        [0, 1].map((channel) => ({
          name: `bleep ${index + 1}`,
          channel,
          from: start + 0.02,
          to: end - 0.02,
          hertz: 1000,
          least: BLEEP_DB - 0.5,
          most: BLEEP_DB + 0.5,
        })),
      ),
      '1000 Hz',
    ),
    audioLike(FILE, sound, { within: 0.01 }, 'interview.wav'),
    audioExcerpts(FILE, excerpts, {}, `16`),
  ],
});

function clock(ms: number): string {
  const [minutes, seconds, rest] = [Math.floor(ms / 60_000), Math.floor(ms / 1000) % 60, ms % 1000];
  return `${minutes}:${String(seconds).padStart(2, '0')}.${String(rest).padStart(3, '0')}`;
}

const EXCERPT = 0.015;
/** One or two samples beside the time are accepted. */
const GUARD = 0.001;

/** Before and after every edge, where fades would be, and across the rest; not in bleeps, whose phase is free. */
function excerptsOf({ channels, edges, bleeps }: Edited): { sound: string; starts: number[] } {
  const length = channels[0].length / RATE;
  const beside = edges.flatMap((edge) => [edge - GUARD - EXCERPT, edge + GUARD]);
  const spread = Array.from({ length: 24 }, (_, index) => ((index + 0.5) * length) / 24);
  const all = [...beside, ...spread.filter((at) => !within(at, edges))];
  const clear = all.filter((at) => bleeps.every(({ start, end }) => at + EXCERPT <= start || at >= end));
  return truthExcerpts(channels, RATE, clear, EXCERPT);
}

const within = (at: number, edges: readonly number[]) =>
  edges.some((edge) => edge > at - GUARD && edge < at + EXCERPT + GUARD);
