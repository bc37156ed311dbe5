// What the harness says to a model, in one language. en.ts and zh.ts hold the words, and nothing else does.
import type { DialectName } from '../../core/index.ts';
import type { Objection } from '../../dialects/index.ts';

export interface PromptFacts {
  readonly dialect: DialectName;
  readonly python: string;
  /** `numpy 2.2.4, pandas 2.2.3, …` */
  readonly packages: string;
  readonly maxTurns: number;
  readonly cellCpuSeconds: number;
  readonly sees: boolean;
}

/** Why the harness speaks up beside an observation. */
export const noticeReasons = [
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
  /** Of an observation. */
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
