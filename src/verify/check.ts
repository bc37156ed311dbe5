// All kinds of checks: described as data, judged by one function each.
import { z } from 'zod';
import type { CheckResult } from '../core/index.ts';
import { answerCheckSchema, judgeAnswer } from './answer.ts';
import type { Finding, Material } from './material.ts';
import { judgeProgram, programCheckSchema } from './program.ts';
import { judgeTable, tableCheckSchema } from './table.ts';

export const checkSchema = z.discriminatedUnion('kind', [answerCheckSchema, tableCheckSchema, programCheckSchema]);
export type Check = z.infer<typeof checkSchema>;

/** Judges one check. Never executes anything of the agent's: that has happened before, in a sandbox. */
export function judge(check: Check, material: Material): CheckResult {
  return { name: check.name, kind: check.kind, cites: check.cites, ...find(check, material) };
}

function find(check: Check, material: Material): Finding {
  switch (check.kind) {
    case 'answer':
      return judgeAnswer(check, material);
    case 'table':
      return judgeTable(check, material);
    case 'program':
      return judgeProgram(check, material);
  }
}
