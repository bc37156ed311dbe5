// A story with many places that look like the end of a sentence, or like a word, and are not. Every piece states its number of
// sentences, so that the counting is checked against what was written.
import { amounts, names, texts, type Draw, type Language } from 'pybench/kit';
import { chineseFiller } from './filler.ts';

export type Story = { text: string; sentences: number };
type Piece = readonly [sentences: number, text: string];

export function writeStory(draw: Draw, lang: Language): Story {
  const pieces = (lang === 'en' ? english : chinese)(draw);
  // Every piece occurs once, some occur again with other names and numbers.
  const again = draw.sample((lang === 'en' ? english : chinese)(draw), 5);
  const plainCount = draw.int(28, 36);
  const plain =
    lang === 'en' ? draw.many(plainCount, () => texts.simpleSentence(draw, lang)) : chineseFiller(draw, plainCount);
  const filler = plain.map((text): Piece => [1, text]);
  const all = draw.shuffle([...pieces, ...again, ...filler]);
  const paragraphs: Piece[][] = [];
  for (let rest = all; rest.length > 0;) {
    const size = draw.int(3, 7);
    paragraphs.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  const text =
    lang === 'en'
      ? paragraphs.map((each) => wrap(each.map(([, written]) => written).join(' '))).join('\n\n')
      : paragraphs.map((each) => `　　${each.map(([, written]) => written).join('')}`).join('\n');
  return { text: `${text}\n`, sentences: all.reduce((sum, [count]) => sum + count, 0) };
}

/** Lines of at most 76 characters, broken at spaces only. */
function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > 76) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

function english(draw: Draw): Piece[] {
  const family = () => names.personName(draw, 'en').split(' ')[1] ?? '';
  const given = () => names.personName(draw, 'en').split(' ')[0] ?? '';
  const place = () => names.placeNames(draw, 'en', 1)[0] ?? '';
  const boat = draw.pick(['Heron', 'Kittiwake', 'Morning Star', 'Old Lantern', 'Second Wind']);
  const month = draw.pick(['March', 'April', 'June', 'September', 'October', 'November']);
  const time = () => `${draw.int(1, 12)}:${draw.int(10, 59)}`;
  return [
    [
      1,
      `Mr. ${family()} left ${place()} at ${time()} a.m. and walked ${draw.decimal(2.1, 9.9, 1)} miles along the tow-path.`,
    ],
    [2, `"Are you coming, ${given()}?" asked Mrs. ${family()}.`],
    [1, `Dr. ${family()} didn't answer; she'd lost her reading-glasses again.`],
    [1, `The boat, the _${boat}_, carried ${amounts.grouped(draw.int(1100, 9900))} crates and a half-empty barrel.`],
    [1, `"Well ... perhaps," said ${given()}, "but it's the neighbours' gate, not ours."`],
    [1, `They met at No. ${draw.int(3, 98)} St. ${given()} Street--nobody else was there.`],
    [1, 'What a night!'],
    [1, `It weighed approx. ${draw.decimal(1.2, 8.8, 1)} kilos.`],
    [3, `"Wait!" cried ${given()}. "You can't leave before ${draw.int(2, 9)} p.m. The ferry won't run."`],
    [1, 'He waited ... and waited ... until the lamp went out.'],
    [2, 'Was it the first?! Nobody knew; it was certainly not the last.'],
    [1, `${given()} had asked twice, and twice the answer was no.`],
    [2, `(The letter was dated ${draw.int(1871, 1938)}.) It smelled of twenty-one-year-old tobacco.`],
    [
      1,
      `The price had gone up by ${draw.int(4, 60)}% - from ${draw.int(20, 40)} to ${draw.int(41, 70)} - in a single year.`,
    ],
    [1, `'${boat}' was painted on the stern, and ${given()} read it aloud: "${boat}."`],
    [1, `By ${time()} p.m. Dr. ${family()} and Mr. ${family()} were the only ones left.`],
    [1, `"I don't know..." ${given()} began, then stopped.`],
    [1, `The ${draw.pick(['4th', '7th', '19th', '26th'])} of ${month} came, and with it the rain.`],
    [3, `"Mrs. ${family()}'s house?" "Yes!" "Then hurry ..." And off they went.`],
    [1, `RAIN, RAIN, RAIN: that's all the log-book of ${month} says.`],
  ];
}

function chinese(draw: Draw): Piece[] {
  const person = () => names.personName(draw, 'zh');
  const place = () => names.placeNames(draw, 'zh', 1)[0] ?? '';
  const number = (min: number, max: number) => draw.int(min, max);
  return [
    [
      1,
      `早上${number(5, 9)}点${number(10, 59)}分，${person()}从${place()}出发，沿着旧河堤走了${draw.decimal(2.1, 9.9, 1)}公里。`,
    ],
    [2, `“你来吗？”${person()}问道。`],
    [1, `屋里的 Wi-Fi 信号时断时续……谁也说不清原因。`],
    [1, `仓库里堆着${amounts.grouped(number(1100, 9900))}只箱子，其中${number(4, 60)}%是空的。`],
    [1, `“嗯……也许吧，”${person()}说，“可那是邻居家的门，不是我们的。”`],
    [3, `“等等！”${person()}喊道，“${number(2, 9)}点以前不能走！渡船还没开。”`],
    [2, '这怎么可能？！没有人回答。'],
    [
      1,
      `Dr. ${names.personName(draw, 'en').split(' ')[1] ?? ''} 发来一封 email，说 App 要升级到 v${draw.decimal(2.1, 7.9, 1)} 了。`,
    ],
    [1, `${person()}把 Email 读了两遍，又打开 APP 看了看。`],
    [2, `（那封信写于${number(1931, 1988)}年。）信纸上有一股烟草味。`],
    [1, `门牌上写着 No. ${number(3, 98)}，旁边贴着一张“wi-fi 免费”的纸条。`],
    [1, `它大约重${draw.decimal(1.2, 8.8, 1)}千克——比去年重了${number(11, 99)}克。`],
    [1, '多么漫长的一夜！'],
    [1, '他等啊等……等到灯都灭了。'],
    [1, `“知道了……”${person()}刚开口，又停住了。`],
    [
      1,
      `会从${number(8, 9)}:${number(10, 59)}开到${number(10, 11)}:${number(10, 59)}，PPT 一共${number(20, 60)}页，那份 ppt 的最后一页是空白的。`,
    ],
    [3, `“是这条路吗？”“是！”“那就快走……”说完，两个人消失在雨里。`],
    [1, `${person()}问了两遍，两遍的回答都是 no。`],
  ];
}
