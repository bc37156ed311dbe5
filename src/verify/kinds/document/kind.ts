// `document`: what a document must have, as a list of requirements on its outline, which all formats share.
// Character width, case and runs of white space never matter; content that no requirement names is free.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';

const row = z.array(z.string());
const leveled = z.array(z.strictObject({ level: z.int(), text: z.string() }));
const remark = z.strictObject({ author: z.string().optional(), text: z.string() });

const plainRequirements = [
  /** There is a heading with this text; with `level`, of this level. */
  z.strictObject({ heading: z.string(), level: z.int().optional() }),
  /** All headings, in order. */
  z.strictObject({ headings: leveled }),
  /** There is a paragraph or item of exactly this text; with `style`, in this style. */
  z.strictObject({ paragraph: z.string(), style: z.string().optional() }),
  /** All paragraphs and items with text, in order; with `after`, those from this heading to the next. */
  z.strictObject({ paragraphs: z.array(z.string()), after: z.string().optional() }),
  /** The items of lists, in order; with `after`, those from this heading to the next. */
  z.strictObject({ items: z.array(z.string()), after: z.string().optional() }),
  /** There is a table with these rows, including the header; with `after`, between this heading and the next. */
  z.strictObject({
    table: z.array(row),
    after: z.string().optional(),
    rows: z.enum(['in order', 'any order']).optional(),
  }),
  /** The words occur in the readable text; with `page`, on this page of a PDF or this slide, counted from 1. */
  z.strictObject({ contains: z.string(), page: z.int().optional() }),
  /** The words do not occur in the file: in no part, stream or member of it, visible or hidden. */
  z.strictObject({ absent: z.string() }),
  /**
   * For a PDF; `original` is the PDF before redaction, as base64. `redacted`: no part of these entries is left, visible
   * or hidden. `allBut`: each page still has everything else of the original, as text and visibly.
   */
  z.strictObject({ redacted: z.array(z.string()), original: z.string() }),
  z.strictObject({ allBut: z.array(z.string()), original: z.string() }),
  /** For a docx: its parts hold exactly this text, in this order; LibreOffice shows all of it and no other text. */
  z.strictObject({ allText: z.array(z.strictObject({ text: z.string(), heading: z.boolean() })) }),
  /** In all paragraphs and items, exactly these words are bold and exactly these are italic, in this order. */
  z.strictObject({ allBold: z.array(z.string()), allItalic: z.array(z.string()) }),
  /** Some paragraph or item has a bold (italic) run of exactly these words. */
  z.strictObject({ bold: z.string() }),
  z.strictObject({ italic: z.string() }),
  z.strictObject({ link: z.string(), text: z.string().optional() }),
  /** The number of pages of a PDF, or of slides. */
  z.strictObject({ pages: z.int() }),
  /** All entries of a PDF's outline, in order. */
  z.strictObject({ bookmarks: leveled }),
  z.strictObject({ field: z.string(), value: z.string() }),
  /** The number of changes that are still tracked. */
  z.strictObject({ changes: z.int() }),
  /** All comments, in order. */
  z.strictObject({ comments: z.array(remark) }),
  /** Some header (footer) contains these words. */
  z.strictObject({ header: z.string() }),
  z.strictObject({ footer: z.string() }),
  /** All slides that are not hidden, in order: their titles and, if given, words of their notes. */
  z.strictObject({ slides: z.array(z.strictObject({ title: z.string(), notes: z.string().optional() })) }),
  z.strictObject({ property: z.string(), value: z.string() }),
  /** The files of an archive or attachments of a mail: all of them, in any order. */
  z.strictObject({ members: z.array(z.string()) }),
] as const;
const plainRequirementSchema = z.union(plainRequirements);

/** What a file inside an archive or a mail must have. */
const memberRequirementSchema = z.strictObject({ member: z.string(), has: z.array(plainRequirementSchema).min(1) });
const requirementSchema = z.union([...plainRequirements, memberRequirementSchema]);
export type PlainRequirement = z.infer<typeof plainRequirementSchema>;
export type DocumentRequirement = z.infer<typeof requirementSchema>;

const documentCheckSchema = z.object({
  kind: z.literal('document'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  has: z.array(requirementSchema).min(1),
});
export type DocumentCheck = z.infer<typeof documentCheckSchema>;

/** The document meets all requirements. `what` distinguishes several checks of one file. */
export function documentHas(file: string, what: string, has: DocumentRequirement[], cites = file): DocumentCheck {
  return { kind: 'document', name: `document ${what}`, cites, file, has };
}

export const documentKind = defineKind({
  schema: documentCheckSchema,
  about: 'a document has these headings, paragraphs, tables, looks, pages or members, or has lost these words',
  failure: 'wrong document',
  preparations: [async () => (await import('./print.ts')).printDocuments],
  uses: ['renderer'],
  evaluator: async () => (await import('./evaluate.ts')).evaluateDocument,
  mutators: async () => ({ file: (await import('./mutators/document.ts')).documentMutator }),
});
