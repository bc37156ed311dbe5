// The draft contract: clauses with tracked changes by three people, and the text after accepting or rejecting them.
import { people, trade, type Draw, type Language } from 'pybench/kit';

/** A piece of text, or a tracked change: `old` is '' for an insertion, `new` for a deletion. */
type Piece = string | { bold: string } | { old: string; new: string; by: number };
type Clause = { heading: string; paragraphs: Piece[][] };

export type Contract = {
  title: string;
  authors: string[];
  /** The authors whose changes are accepted. */
  accepted: boolean[];
  clauses: Clause[];
  comments: { author: string; text: string }[];
  terms: string[][];
};

/** A `/` separates the old text from the new one. */
const texts = {
  en: {
    title: 'Framework agreement on deliveries',
    clauses: [
      [
        'Subject',
        [
          'This agreement governs all deliveries of **Goods** by the Supplier to the Buyer',
          ' in the years {2025 and 2026/2025 to 2027}.',
        ],
        ['It takes precedence over the general terms of either party{/, also where these are attached to an order}.'],
      ],
      [
        'Orders',
        ['Orders are placed {in writing/by e-mail} and confirmed within {three/five} working days.'],
        ['An order that is not confirmed in time {lapses/is deemed accepted}.'],
      ],
      [
        'Delivery',
        ['The Supplier delivers to the **Warehouse** within {14/21/10} days of the confirmation.'],
        ['Partial deliveries are {not permitted/permitted}{/ if the Buyer agrees beforehand}.'],
        ['Packaging is taken back free of charge.'],
      ],
      [
        'Prices',
        ['Prices are fixed for {twelve/six} months and include packaging{ and insurance/}.'],
        ['Any increase above {2/4} percent gives the Buyer the right to terminate.'],
      ],
      [
        'Payment',
        ['Invoices are payable within {30/45/14} days, with a discount of {2/3} percent if paid within eight days.'],
        ['The Buyer may set off undisputed claims only.'],
      ],
      [
        'Defects',
        ['The Buyer reports visible defects within {seven/ten} days and hidden ones without delay.'],
        ['The **Warranty Period** is {24/12/36} months from delivery.'],
      ],
      [
        'Liability',
        ['Liability for slight negligence is limited to the order value{/, at most 50,000 euros}.'],
        ['This does not apply to injury to persons{ or gross negligence/}.'],
      ],
      [
        'Term',
        ['The agreement may be ended with {three/six} months’ notice to the end of a {quarter/year}.'],
        ['Notice must be given in text form.'],
      ],
    ],
    comments: [
      'Ask finance whether we can live with this.',
      'Their usual wording, do not give in here.',
      'Fallback: the figure from last year.',
    ],
    terms: [
      ['Contact', 'Buyer', 'Supplier'],
      ['Orders', 'purchasing desk', 'sales office'],
    ],
  },
  zh: {
    title: '供货框架协议',
    clauses: [
      [
        '标的',
        ['本协议适用于供方向需方供应**货物**的全部交易', '，期限为{2025 年和 2026 年/2025 年至 2027 年}。'],
        ['本协议优先于任何一方的一般条款{/，即使该条款附在订单之后}。'],
      ],
      [
        '订单',
        ['订单以{书面形式/电子邮件}发出，供方应在{三/五}个工作日内确认。'],
        ['逾期未确认的订单{失效/视为已接受}。'],
      ],
      [
        '交货',
        ['供方应在确认后 {14/21/10} 日内将货物送达**仓库**。'],
        ['{不得/可以}分批交货{/，但须事先征得需方同意}。'],
        ['包装物由供方免费回收。'],
      ],
      ['价格', ['价格在{十二/六}个月内不变，含包装费{和保险费/}。'], ['涨幅超过百分之{二/四}的，需方有权解除协议。']],
      [
        '付款',
        ['货款应在收到发票后 {30/45/14} 日内支付，八日内付款的给予百分之{二/三}的折扣。'],
        ['需方仅可就无争议的债权主张抵销。'],
      ],
      ['瑕疵', ['外观瑕疵应在{七/十}日内提出，隐蔽瑕疵应在发现后立即提出。'], ['**质保期**为交货后 {24/12/36} 个月。']],
      ['责任', ['一般过失的赔偿以订单金额为限{/，且不超过五十万元}。'], ['人身伤害{或重大过失/}不受此限。']],
      ['期限', ['任何一方可提前{三/六}个月通知，于{季度末/年末}终止本协议。'], ['通知应采用文本形式。']],
    ],
    comments: ['问一下财务能不能接受。', '对方的惯用写法，这里不要让步。', '退路：用去年的数字。'],
    terms: [
      ['联系人', '需方', '供方'],
      ['订单', '采购部', '销售部'],
    ],
  },
} satisfies Record<
  Language,
  { title: string; clauses: [string, ...string[][]][]; comments: string[]; terms: string[][] }
>;

export function drawContract(draw: Draw, lang: Language): Contract {
  const say = texts[lang];
  const authors = people.people(draw, lang, 3).map(({ name }) => name);
  const refused = draw.int(0, 2);
  const [buyer, supplier] = trade.companies(draw, lang, 2);
  return {
    title: say.title,
    authors,
    accepted: authors.map((_, index) => index !== refused),
    clauses: draw.sample(say.clauses.slice(1), 6).map(([heading, ...paragraphs]) => ({
      heading,
      paragraphs: paragraphs.map((parts) => apart(parts.flatMap((part) => piecesOf(draw, part)))),
    })),
    comments: say.comments.map((text) => ({ author: draw.pick(authors), text })),
    terms: [...say.terms, [lang === 'en' ? 'Company' : '公司', buyer?.name ?? '', supplier?.name ?? '']],
  };
}

/** A change is made with a probability of 0.9; one of several wordings is proposed. */
function piecesOf(draw: Draw, text: string): Piece[] {
  return text.split(/(\{[^}]*\}|\*\*[^*]*\*\*)/).flatMap((part): Piece[] => {
    if (part.startsWith('**')) return [{ bold: part.slice(2, -2) }];
    if (!part.startsWith('{')) return part === '' ? [] : [part];
    const [old = '', ...proposals] = part.slice(1, -1).split('/');
    if (draw.chance(0.1)) return old === '' ? [] : [old];
    return [{ old, new: draw.pick(proposals), by: draw.int(0, 2) }];
  });
}

const isChange = (piece: Piece | undefined): piece is Extract<Piece, { by: number }> =>
  typeof piece === 'object' && 'by' in piece;

/** Readers count two adjacent changes of one author as one or as two, so the second gets another author. */
function apart(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const besideOwn = isChange(piece) && isChange(last) && piece.by === last.by;
    out.push(besideOwn ? { ...piece, by: (piece.by + 1) % 3 } : piece);
  }
  return out;
}

/** The text of a paragraph, where `takes` tells which changes are accepted. */
export function decided(pieces: readonly Piece[], takes: (author: number) => boolean): string {
  return pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : 'bold' in piece ? piece.bold : takes(piece.by) ? piece.new : piece.old,
    )
    .join('');
}

/** Insertions and deletions, each a change of its own. */
export function changesBy({ clauses }: Contract, author: number): number {
  return clauses
    .flatMap(({ paragraphs }) => paragraphs.flat())
    .flatMap((piece) =>
      typeof piece === 'object' && 'by' in piece && piece.by === author ? [piece.old, piece.new] : [],
    )
    .filter((text) => text !== '').length;
}
