// All kinds of checks: described as data, judged by one function each.
import { z } from 'zod';
import type { CheckResult } from '../core/index.ts';
import { answerCheckSchema, judgeAnswer } from './answer.ts';
import { certificateCheckSchema, judgeCertificate } from './certificate.ts';
import { judgeAudio } from './audio-judge.ts';
import { audioCheckSchema } from './audio.ts';
import { judgeImage } from './image-judge.ts';
import { imageCheckSchema } from './image.ts';
import { documentCheckSchema, judgeDocument } from './document.ts';
import { figureCheckSchema, judgeFigure } from './figure/check.ts';
import type { Finding, Material } from './material.ts';
import { judgeModel, modelCheckSchema } from './model.ts';
import { judgeProgram, programCheckSchema } from './program.ts';
import { judgeTable, tableCheckSchema } from './table.ts';
import { judgeWeb, webCheckSchema } from './web/index.ts';
import { judgeWorkbook, workbookCheckSchema } from './workbook.ts';

export const checkSchema = z.discriminatedUnion('kind', [
  answerCheckSchema,
  audioCheckSchema,
  certificateCheckSchema,
  documentCheckSchema,
  figureCheckSchema,
  imageCheckSchema,
  modelCheckSchema,
  programCheckSchema,
  tableCheckSchema,
  webCheckSchema,
  workbookCheckSchema,
]);
export type Check = z.infer<typeof checkSchema>;

/** Judges one check. Never executes anything of the agent's: that has happened before, in a sandbox. */
export async function judge(check: Check, material: Material): Promise<CheckResult> {
  const finding = await find(check, material);
  const absent = 'file' in check && check.file !== undefined && !material.files.has(check.file);
  const fault = absent && !finding.ok ? ({ fault: 'missing' } as const) : {};
  return { name: check.name, kind: check.kind, cites: check.cites, ...finding, ...fault };
}

function find(check: Check, material: Material): Finding | Promise<Finding> {
  switch (check.kind) {
    case 'answer':
      return judgeAnswer(check, material);
    case 'certificate':
      return judgeCertificate(check, material);
    case 'model':
      return judgeModel(check, material);
    case 'table':
      return judgeTable(check, material);
    case 'workbook':
      return judgeWorkbook(check, material);
    case 'document':
      return judgeDocument(check, material);
    case 'program':
      return judgeProgram(check, material);
    case 'image':
      return judgeImage(check, material);
    case 'audio':
      return judgeAudio(check, material);
    case 'figure':
      return judgeFigure(check, material);
    case 'web':
      return judgeWeb(check, material);
  }
}
