// Names of tasks, instances and trials: `chart/tied-winner`, `chart/tied-winner@7.zh~clean`, `…#2`.
import { z } from 'zod';

export const categories = ['chart', 'text', 'image', 'audio', 'math', 'software'] as const;
export type Category = (typeof categories)[number];

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** A clean twin is the same instance without its trap. */
export const twins = ['clean'] as const;
export type Twin = (typeof twins)[number];

const slug = '[a-z0-9]+(?:-[a-z0-9]+)*';
const taskPattern = new RegExp(`^(${categories.join('|')})/(${slug})$`);
const trialPattern = new RegExp(
  `^((?:${categories.join('|')})/${slug})@(\\d{1,15})\\.(${languages.join('|')})(?:~(${twins.join('|')}))?(?:#([1-9]\\d{0,5}))?$`,
);

export type TaskId = `${Category}/${string}`;

export interface InstanceId {
  readonly task: TaskId;
  readonly seed: number;
  readonly lang: Language;
  readonly twin?: Twin;
}

export interface TrialId extends InstanceId {
  /** Starts at 1. */
  readonly attempt: number;
}

export function isTaskId(text: string): text is TaskId {
  return taskPattern.test(text);
}

export function categoryOf(task: TaskId): Category {
  return taskPattern.exec(task)?.[1] as Category;
}

export function printInstanceId({ task, seed, lang, twin }: InstanceId): string {
  return `${task}@${seed}.${lang}${twin ? `~${twin}` : ''}`;
}

export function printTrialId(id: TrialId): string {
  return `${printInstanceId(id)}#${id.attempt}`;
}

/** Parses a trial's name; an instance's name is read as its first attempt. Undefined if it is neither. */
export function parseTrialId(text: string): TrialId | undefined {
  const match = trialPattern.exec(text);
  if (!match) return undefined;
  const [, task, seed, lang, twin, attempt] = match;
  return {
    task: task as TaskId,
    seed: Number(seed),
    lang: lang as Language,
    ...(twin ? { twin: twin as Twin } : {}),
    attempt: attempt ? Number(attempt) : 1,
  };
}

export const taskIdSchema = z.string().refine(isTaskId, { error: 'a task id looks like chart/tied-winner' });
export const trialIdSchema = z
  .string()
  .refine((text) => parseTrialId(text) !== undefined, { error: 'a trial id looks like chart/tied-winner@7.zh#1' });
export const languageSchema = z.enum(languages);
export const categorySchema = z.enum(categories);
