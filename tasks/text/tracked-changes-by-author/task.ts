// A draft with tracked changes by three people, where those of one person must be rejected: libraries that do not know tracked
// changes drop insertions or keep both sides, and comments stay in a part of their own when only their marks are removed.
import {
  answerEquals,
  defineTask,
  documentHas,
  field,
  fileOutput,
  integer,
  liveTraps,
  writeCsv,
  writeDocx,
} from 'pybench/kit';
import { changesBy, decided, drawContract, type Contract } from './contract.ts';

type Truth = {
  headings: { level: number; text: string }[];
  paragraphs: string[];
  /** In reading order. */
  allText: { text: string; heading: boolean }[];
  bold: string[];
  table: string[][];
  comments: string[];
  accepted: number;
  rejected: number;
};

const file = 'output/contract.docx';

const words = {
  en: {
    header: ['Reviewer', 'Their changes'],
    verdicts: { true: 'accept', false: 'reject' },
    query: `The draft contract ./data/draft.docx is full of tracked changes. Please settle it: ./data/reviewers.csv says whose changes are all accepted and whose are all rejected. The comments are internal, so none of them may be left anywhere in the file. Otherwise nothing changes: headings, bold terms, the table and all other wording stay as they are, and no tracked change is left in the end.

I also need to know how many changes that were. Every tracked insertion and every tracked deletion is one change, so a word that was replaced by another counts as two.`,
  },
  zh: {
    header: ['审阅人', '其修订'],
    verdicts: { true: '接受', false: '拒绝' },
    query: `合同草案 ./data/draft.docx 里全是修订，请帮我定稿：谁的修订全部接受、谁的修订全部拒绝，写在 ./data/reviewers.csv 里。批注是内部意见，文件里任何地方都不能留下。除此之外一律不动：标题、加粗的术语、表格和其他文字都保持原样，最后文档里不能再有任何未处理的修订。

另外请告诉我一共处理了多少处。每一处插入、每一处删除各算一处，所以把一个词换成另一个词算两处。`,
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['docx', 'tracked changes'],
  inputs: ['docx', 'csv'],
  outputs: ['docx'],
  async generate(draw, { lang }) {
    const say = words[lang];
    const contract = liveTraps<Contract>(draw, (each) => drawContract(each, lang), {
      // Every author has enough changes for acceptance and rejection to make a difference.
      'accept-all': (made) => made.accepted.every((_, author) => changesBy(made, author) >= 3),
      'paragraph-text': (made) =>
        texts(made, (author) => made.accepted[author] === true).join() !== texts(made, () => false).join(),
    });
    const { title, authors, accepted, clauses, comments, terms } = contract;
    const takes = (author: number) => accepted[author] === true;
    const count = (is: boolean) =>
      accepted.reduce((sum, each, author) => sum + (each === is ? changesBy(contract, author) : 0), 0);
    const noted = draw.sample(
      clauses.map((_, index) => index),
      comments.length,
    );
    return {
      files: {
        'draft.docx': await writeDocx(
          [
            { kind: 'heading', text: title },
            ...clauses.flatMap(({ heading, paragraphs }, index) => [
              { kind: 'heading', level: 2, text: heading } as const,
              ...paragraphs.map((pieces, at) => {
                const comment = at === 0 ? comments[noted.indexOf(index)] : undefined;
                return { kind: 'paragraph', runs: runsOf(pieces, authors, comment) } as const;
              }),
            ]),
            { kind: 'table', rows: terms },
          ],
          { title, author: authors[0] ?? '' },
        ),
        'reviewers.csv': writeCsv([
          say.header,
          ...draw.shuffle(authors.map((author, index) => [author, say.verdicts[`${takes(index)}`]])),
        ]),
      },
      query: say.query,
      answer: {
        accepted: field(integer, 'how many changes were accepted', '接受的修订处数'),
        rejected: field(integer, 'how many changes were rejected', '拒绝的修订处数'),
      },
      outputs: { [file]: fileOutput({ en: 'the settled contract as a Word document.', zh: '定稿后的 Word 文档。' }) },
      truth: {
        headings: [{ level: 1, text: title }, ...clauses.map(({ heading }) => ({ level: 2, text: heading }))],
        paragraphs: texts(contract, takes),
        allText: [
          { text: title, heading: true },
          ...clauses.flatMap(({ heading, paragraphs }) => [
            { text: heading, heading: true },
            ...paragraphs.map((pieces) => ({ text: decided(pieces, takes), heading: false })),
          ]),
          ...terms.flat().map((text) => ({ text, heading: false })),
        ],
        bold: clauses.flatMap(({ paragraphs }) =>
          paragraphs.flat().flatMap((piece) => (typeof piece === 'object' && 'bold' in piece ? [piece.bold] : [])),
        ),
        table: terms,
        comments: comments.map(({ text }) => text),
        accepted: count(true),
        rejected: count(false),
      },
    };
  },
  checks: ({ headings, paragraphs, allText, bold, table, comments, accepted, rejected }) => [
    answerEquals('accepted', accepted),
    answerEquals('rejected', rejected),
    documentHas(file, 'wording', [{ headings }, { paragraphs }, { table }, { allBold: bold, allItalic: [] }]),
    documentHas(file, 'pages', [{ allText }]),
    documentHas(file, 'settled', [{ changes: 0 }]),
    documentHas(file, 'comments', [{ comments: [] }, ...comments.map((absent) => ({ absent }))]),
  ],
});

const texts = ({ clauses }: Contract, takes: (author: number) => boolean) =>
  clauses.flatMap(({ paragraphs }) => paragraphs.map((pieces) => decided(pieces, takes)));

type Run = {
  text: string;
  bold?: boolean;
  inserted?: string;
  deleted?: string;
  comment?: Contract['comments'][number];
};
type Pieces = Contract['clauses'][number]['paragraphs'][number];

/** The first plain piece carries the comment. */
function runsOf(pieces: Pieces, authors: readonly string[], comment: Run['comment']): Run[] {
  const carrier = pieces.findIndex((piece) => typeof piece === 'string');
  return pieces.flatMap((piece, index): Run[] => {
    if (typeof piece === 'string') return [{ text: piece, ...(comment && index === carrier ? { comment } : {}) }];
    if ('bold' in piece) return [{ text: piece.bold, bold: true }];
    const by = authors[piece.by] ?? '';
    return [
      ...(piece.old === '' ? [] : [{ text: piece.old, deleted: by }]),
      ...(piece.new === '' ? [] : [{ text: piece.new, inserted: by }]),
    ];
  });
}
