// The report: the lines of each page, the positions of the secrets, and what must remain of every line.
import { codes, people, prose, type Draw, type Language } from 'pybench/kit';

type Block =
  | { kind: 'heading'; text: string; level: 1 | 2 }
  | { kind: 'text'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'page-break' };

export type Case = {
  title: string;
  author: string;
  blocks: Block[];
  secrets: string[];
  family: string;
  /** All lines of every page. */
  pages: string[][];
  /** What must remain of them: the pieces between the secrets. */
  kept: string[][];
};

type Cast = { first: string; second: string; family: string; mail: string; phone: string; account: string };

const lines = {
  en: {
    title: (cast: Cast) => `Stock room incident: statement of ${cast.first}`,
    plainTitle: 'Stock room incident',
    author: 'Internal audit',
    headings: ['What happened', 'Who was asked', 'Money and keys', 'What comes next'],
    named: (cast: Cast) => [`Statement of ${cast.first}`, `Conversation with ${cast.second}`],
    unnamed: ['First statement', 'Second conversation'],
    told: (cast: Cast) => [
      `${cast.first} noticed the missing crate shortly after the shift began.`,
      `The keys had been signed out by ${cast.second} the evening before.`,
      `Questions about the inventory go to ${cast.mail} until the case is closed.`,
      `The deposit was paid back to the account ${cast.account} on the same day.`,
      `During the inquiry ${cast.second} can be reached under ${cast.phone}.`,
      `Both ${cast.first} and ${cast.second} agreed to the minutes.`,
      `A copy was sent to ${cast.mail}, and ${cast.first} confirmed it.`,
      `The driver waited in ${cast.family} Street for half an hour.`,
      `The spare key is kept in the office in ${cast.family} Street.`,
    ],
    table: (cast: Cast) => [
      ['Item', 'Taken over by', 'Contact'],
      ['Crate 14', cast.first, cast.phone],
      ['Ledger', cast.second, 'by e-mail'],
      ['Key ring', 'Night watch', 'front desk'],
    ],
  },
  zh: {
    title: (cast: Cast) => `库房事件：${cast.first}的陈述`,
    plainTitle: '库房事件',
    author: '内部审计组',
    headings: ['事情经过', '询问情况', '款项与钥匙', '后续安排'],
    named: (cast: Cast) => [`${cast.first}的陈述`, `与${cast.second}的谈话`],
    unnamed: ['第一份陈述', '第二次谈话'],
    told: (cast: Cast) => [
      `当班开始后不久，${cast.first}发现少了一箱货。`,
      `前一天晚上领走钥匙的是${cast.second}。`,
      `结案之前，盘点方面的问题请发到 ${cast.mail} 询问。`,
      `押金当天就退回了账户 ${cast.account} 里。`,
      `调查期间可拨打 ${cast.phone} 联系${cast.second}。`,
      `${cast.first}和${cast.second}都认可了这份记录。`,
      `副本已寄到 ${cast.mail}，${cast.first}也确认收到。`,
      `司机在${cast.family}家弄等了半个小时。`,
      `备用钥匙放在${cast.family}家弄的办公室里。`,
    ],
    table: (cast: Cast) => [
      ['物品', '接收人', '联系方式'],
      ['14 号货箱', cast.first, cast.phone],
      ['账册', cast.second, '电子邮件'],
      ['钥匙串', '夜班门卫', '前台'],
    ],
  },
};

/** In the clean twin the secrets are in the text only, not in bookmarks and properties. */
export function drawCase(draw: Draw, lang: Language, clean: boolean): Case {
  const say = lines[lang];
  const [one, other] = people.people(draw, lang, 2);
  if (!one || !other) throw new Error('two people were asked for');
  const cast: Cast = {
    first: one.name,
    second: other.name,
    family: one.family,
    mail: other.email,
    phone: one.phone,
    account: codes.iban(draw),
  };
  const secrets = draw.shuffle([cast.first, cast.second, cast.mail, cast.phone, cast.account]);
  const told = draw.shuffle(say.told(cast));
  const named = clean ? say.unnamed : say.named(cast);
  const filler = prose.sentences(draw, lang, 16);
  const pages: string[][] = [];
  const blocks: Block[] = [];
  for (const [index, heading] of say.headings.entries()) {
    const page: string[] = [];
    const put = (block: Block, texts: string[]) => {
      blocks.push(block);
      page.push(...texts);
    };
    if (index > 0) blocks.push({ kind: 'page-break' });
    put({ kind: 'heading', text: heading, level: 1 }, [heading]);
    const own = draw.shuffle([...filler.slice(4 * index, 4 * index + 4), ...told.filter((_, at) => at % 4 === index)]);
    for (const text of own) put({ kind: 'text', text }, [text]);
    const second = named[index - 1];
    if (second !== undefined) put({ kind: 'heading', text: second, level: 2 }, [second]);
    if (index === 2) put({ kind: 'table', rows: say.table(cast) }, say.table(cast).flat());
    pages.push(page);
  }
  const title = clean ? say.plainTitle : say.title(cast);
  return {
    title,
    family: cast.family,
    author: clean ? say.author : cast.second,
    blocks,
    secrets,
    pages,
    kept: pages.map((page, index) => [
      ...page.flatMap((line) => cut(line, secrets)),
      `${index + 1} / ${pages.length}`, // the footer
    ]),
  };
}

/** What remains of a line, without pieces that hold punctuation only. */
function cut(line: string, secrets: readonly string[]): string[] {
  return secrets
    .reduce((pieces, secret) => pieces.flatMap((piece) => piece.split(secret)), [line])
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{Letter}\p{Number}]{2}/u.test(piece));
}
