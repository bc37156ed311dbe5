// All kinds of checks: described as data, judged by one function each.
import { z } from 'zod';
import type { CheckResult } from '../core/index.ts';
import { answerCheckSchema, evaluateAnswer } from './kinds/answer/answer.ts';
import { certificateCheckSchema, evaluateCertificate } from './kinds/certificate/certificate.ts';
import { evaluateAudio } from './kinds/audio/evaluate.ts';
import { audioCheckSchema } from './kinds/audio/check.ts';
import { evaluateImage } from './kinds/image/evaluate.ts';
import { imageCheckSchema } from './kinds/image/check.ts';
import { documentCheckSchema, evaluateDocument } from './kinds/document/check.ts';
import { figureCheckSchema, evaluateFigure } from './kinds/figure/check.ts';
import type { CheckFinding, Material } from './material.ts';
import { evaluatePredictions, predictionsCheckSchema } from './kinds/predictions/predictions.ts';
import { evaluateProgram, programCheckSchema } from './kinds/program/program.ts';
import { evaluateTable, tableCheckSchema } from './kinds/table/table.ts';
import { evaluateWeb, webCheckSchema } from './kinds/web/index.ts';
import { evaluateWorkbook, workbookCheckSchema } from './kinds/workbook/workbook.ts';

export const checkSchema = z.discriminatedUnion('kind', [
  answerCheckSchema,
  audioCheckSchema,
  certificateCheckSchema,
  documentCheckSchema,
  figureCheckSchema,
  imageCheckSchema,
  predictionsCheckSchema,
  programCheckSchema,
  tableCheckSchema,
  webCheckSchema,
  workbookCheckSchema,
]);
export type Check = z.infer<typeof checkSchema>;

/** Judges one check. Never executes anything of the agent's: that has happened before, in a sandbox. */
export async function evaluate(check: Check, material: Material): Promise<CheckResult> {
  const finding = await find(check, material);
  const absent = 'file' in check && check.file !== undefined && !material.files.has(check.file);
  const fault = absent && !finding.ok ? ({ fault: 'missing' } as const) : {};
  return { name: check.name, kind: check.kind, cites: check.cites, ...finding, ...fault };
}

function find(check: Check, material: Material): CheckFinding | Promise<CheckFinding> {
  switch (check.kind) {
    case 'answer':
      return evaluateAnswer(check, material);
    case 'certificate':
      return evaluateCertificate(check, material);
    case 'model':
      return evaluatePredictions(check, material);
    case 'table':
      return evaluateTable(check, material);
    case 'workbook':
      return evaluateWorkbook(check, material);
    case 'document':
      return evaluateDocument(check, material);
    case 'program':
      return evaluateProgram(check, material);
    case 'image':
      return evaluateImage(check, material);
    case 'audio':
      return evaluateAudio(check, material);
    case 'figure':
      return evaluateFigure(check, material);
    case 'web':
      return evaluateWeb(check, material);
  }
}
