// The texts that a model is shown, in one language. Only en.ts, zh.ts and the dialects contain such texts.
import type { DialectName } from '../../core/index.ts';
import type { Objection } from '../../dialects/index.ts';

interface PromptFacts {
  readonly dialect: DialectName;
  readonly python: string;
  /** `numpy 2.2.4, pandas 2.2.3, …` */
  readonly packages: string;
  readonly maxTurns: number;
  readonly cellCpuSeconds: number;
  readonly sees: boolean;
}

/** The reasons for a notice, a text of the harness beside an observation. */
const noticeReasons = [
  'answer-beside-code',
  'answer-missing',
  'empty-reply',
  'refusal',
  'cut-off',
  'repeated-code',
  'last-turn',
  'context-shortened',
] as const;
export type NoticeReason = (typeof noticeReasons)[number];

export interface PromptTexts {
  readonly system: (facts: PromptFacts) => string;
  readonly files: string;
  readonly objections: Readonly<Record<Objection, string>>;
  readonly notices: Readonly<Record<NoticeReason, string>>;
  /** The result of a call of `submit`, and of one that was stopped, when a chat goes on after it. */
  readonly submitted: string;
  readonly notCompleted: string;
  /** The parts of an observation, from here on. */
  readonly output: string;
  readonly noOutput: string;
  readonly errorStream: string;
  readonly value: string;
  readonly leftOut: (characters: number) => string;
  readonly figureShown: (number: number, size: string) => string;
  readonly figureUnseen: (number: number, size: string) => string;
  readonly figureTooMany: (number: number, size: string) => string;
  readonly timedOut: (reason: string) => string;
  readonly crashed: (reason: string) => string;
  readonly stateLost: string;
  readonly shortened: string;
}
