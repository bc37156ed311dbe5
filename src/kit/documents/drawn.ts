// Documents drawn from a seed: a report with sections and tables, and minutes of a meeting.
import { amounts, dates, names, type Draw, type Language } from '../../core/index.ts';
import { people } from '../people/index.ts';
import { paragraphs, type Minutes } from '../prose/index.ts';
import {
  bullets,
  heading,
  numbered,
  paragraph,
  quote,
  table,
  withNumberedTables,
  type Block,
  type Document,
} from './document.ts';

export interface Report {
  readonly document: Document;
  /** The figures in its tables, by table: label and whole cents. */
  readonly figures: readonly {
    readonly caption: string;
    readonly rows: readonly { readonly label: string; readonly cents: number }[];
  }[];
}

const words = {
  en: {
    titles: [
      'Report of the town council',
      'The year in our town',
      'Half-yearly report of the council',
      'Report to the citizens',
    ],
    sections: [
      'The year in brief',
      'Streets and bridges',
      'Costs',
      'Schools and clubs',
      'Buildings',
      'What citizens say',
      'Outlook',
      'Open questions',
    ],
    subsection: ['Background', 'In detail', 'Next steps'],
    captions: ['Costs by place', 'Grants by place', 'Repairs by place', 'Donations by place'],
    columns: ['Place', 'Amount'],
    steps: [
      'collect the missing receipts',
      'ask for a second offer',
      'inform the residents',
      'look at the figures again in spring',
      'sign the lease',
      'close the old account',
    ],
  },
  zh: {
    titles: ['镇政府工作报告', '本镇的一年', '半年工作报告', '致全体居民的报告'],
    sections: ['全年概况', '道路与桥梁', '费用', '学校与社团', '房屋与场地', '居民的意见', '展望', '待解决的问题'],
    subsection: ['背景', '具体情况', '下一步'],
    captions: ['各地费用', '各地补助', '各地维修费', '各地捐款'],
    columns: ['地点', '金额'],
    steps: ['补齐缺少的票据', '再取一份报价', '通知全体居民', '开春后重新核对数字', '签订租约', '注销旧账户'],
  },
};

export function report(draw: Draw, lang: Language, { sections = 4, tables = 2, rows = 6 } = {}): Report {
  const say = words[lang];
  const captions = draw.sample(say.captions, tables);
  const figures = captions.map((caption) => {
    const labels = names.placeNames(draw, lang, rows);
    return { caption, rows: labels.map((label) => ({ label, cents: draw.int(80_000, 9_900_000) })) };
  });
  const prose = paragraphs(draw, lang, sections * 3);
  const blocks = draw.sample(say.sections, sections).flatMap((title, index): Block[] => {
    const shown = figures.filter((_, place) => place % sections === index);
    return [
      heading(title),
      paragraph(prose.pop() ?? ''),
      ...shown.map(({ caption, rows: lines }) =>
        table(
          say.columns,
          lines.map(({ label, cents }) => [
            label,
            `${amounts.grouped(Math.floor(cents / 100))}.${amounts.formatCents(cents).slice(-2)}`,
          ]),
          caption,
        ),
      ),
      heading(draw.pick(say.subsection), 2),
      paragraph(prose.pop() ?? ''),
      ...(draw.chance(0.5) ? [bullets(...draw.sample(say.steps, 3))] : []),
      ...(draw.chance(0.3) ? [quote(prose.pop() ?? '')] : []),
    ];
  });
  const [author] = people(draw, lang, 1);
  return {
    document: withNumberedTables({
      title: draw.pick(say.titles),
      lang,
      author: author?.name ?? '',
      day: dates.dayBetween(draw, '2021-01-04', '2024-12-20'),
      blocks,
    }),
    figures,
  };
}

/** Minutes (`prose.minutes`) as a document. */
export function minutesDocument({ title, day, present, absent, items }: Minutes, lang: Language): Document {
  const zh = lang === 'zh';
  const named = (label: string, who: readonly string[]) =>
    paragraph(`${label}${zh ? '：' : ': '}${who.length > 0 ? who.join(zh ? '、' : ', ') : zh ? '无' : 'none'}`);
  return {
    title,
    lang,
    day,
    blocks: [
      named(zh ? '出席' : 'Present', present),
      named(zh ? '缺席' : 'Absent', absent),
      ...items.flatMap(({ topic, discussion, decision, actions }) => [
        heading(topic),
        paragraph(discussion),
        paragraph(`${zh ? '决定：' : 'Decision: '}${decision}`),
        numbered(
          ...actions.map(({ who, what, due }) =>
            zh
              ? `${who}${what}，${dates.longDay(due, lang)}前完成`
              : `${who} to ${what} by ${dates.longDay(due, lang)}`,
          ),
        ),
      ]),
    ],
  };
}
