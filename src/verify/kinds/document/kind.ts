// `document`: what a document must have, as a list of requirements on the outline that every format has.
// Width, case and runs of white space never count; what no requirement names may be anything.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';

const row = z.array(z.string());
const leveled = z.array(z.strictObject({ level: z.int(), text: z.string() }));
const remark = z.strictObject({ author: z.string().optional(), text: z.string() });

const plainRequirements = [
  /** There is such a heading. */
  z.strictObject({ heading: z.string(), level: z.int().optional() }),
  /** All headings, in order. */
  z.strictObject({ headings: leveled }),
  /** There is a paragraph or item of exactly this text; with `style`, in this style. */
  z.strictObject({ paragraph: z.string(), style: z.string().optional() }),
  /** All paragraphs and items with text, in order; with `after`, those from this heading to the next. */
  z.strictObject({ paragraphs: z.array(z.string()), after: z.string().optional() }),
  /** The items of lists, in order; with `after`, those from this heading to the next. */
  z.strictObject({ items: z.array(z.string()), after: z.string().optional() }),
  /** There is a table of these rows, header included; with `after`, between this heading and the next. */
  z.strictObject({
    table: z.array(row),
    after: z.string().optional(),
    rows: z.enum(['in order', 'any order']).optional(),
  }),
  /** The words stand somewhere in what is to be read; on this page of a PDF or slide, counted from 1. */
  z.strictObject({ contains: z.string(), page: z.int().optional() }),
  /** The words stand nowhere in the file: in no part, stream or member of it, whether it is shown or not. */
  z.strictObject({ absent: z.string() }),
  /**
   * Of a PDF: nothing of these entries is to be found any more, seen or hidden; `original` is the PDF before, as base64.
   * Then: all else of the original is still there, as text and to the eye, page by page.
   */
  z.strictObject({ redacted: z.array(z.string()), original: z.string() }),
  z.strictObject({ allBut: z.array(z.string()), original: z.string() }),
  /** Of a docx: this is all the text that it has, in any part, in this order; LibreOffice shows all of it and no other. */
  z.strictObject({ allText: z.array(z.strictObject({ text: z.string(), heading: z.boolean() })) }),
  /** Of all paragraphs and items, in order, these words and no others are bold, or italic. */
  z.strictObject({ allBold: z.array(z.string()), allItalic: z.array(z.string()) }),
  /** Exactly these words of some paragraph are bold, or italic. */
  z.strictObject({ bold: z.string() }),
  z.strictObject({ italic: z.string() }),
  z.strictObject({ link: z.string(), text: z.string().optional() }),
  /** How many pages a PDF has. */
  z.strictObject({ pages: z.int() }),
  /** All entries of a PDF's outline, in order. */
  z.strictObject({ bookmarks: leveled }),
  z.strictObject({ field: z.string(), value: z.string() }),
  /** How many changes are still tracked. */
  z.strictObject({ changes: z.int() }),
  /** All comments, in order. */
  z.strictObject({ comments: z.array(remark) }),
  /** Some header, or footer, has these words. */
  z.strictObject({ header: z.string() }),
  z.strictObject({ footer: z.string() }),
  /** All slides that are shown: their titles, and words of their notes. */
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

/** The document has all of this. `what` tells several checks of one file apart. */
export function documentHas(file: string, what: string, has: DocumentRequirement[], cites = file): DocumentCheck {
  return { kind: 'document', name: `document ${what}`, cites, file, has };
}

export const documentKind = defineKind({
  schema: documentCheckSchema,
  about: 'a document has these headings, paragraphs, tables, looks, pages or members, or has lost these words',
  failure: 'wrong document',
  preparations: [async () => (await import('./print.ts')).printDocuments],
  evaluator: async () => (await import('./evaluate.ts')).evaluateDocument,
  mutators: async () => ({ file: (await import('./mutators/document.ts')).documentMutator }),
});
