// Reviews with known opinions: for every aspect that a review mentions, whether it praises it.
import type { Draw, Language } from '../../core/index.ts';
import { distinct } from '../distinct.ts';
import { articled, opened } from './grammar.ts';

export const aspects = ['quality', 'delivery', 'price', 'service'] as const;
export type Aspect = (typeof aspects)[number];
export type Sentiment = 'positive' | 'mixed' | 'negative';

export interface Review {
  readonly text: string;
  /** From 1 to 5. */
  readonly stars: number;
  readonly sentiment: Sentiment;
  /** The aspects that it mentions; true is praise. */
  readonly aspects: Readonly<Partial<Record<Aspect, boolean>>>;
}

export function review(
  draw: Draw,
  lang: Language,
  sentiment: Sentiment = draw.pick(sentiments),
  about = draw.pick(things[lang]),
): Review {
  const chosen = draw.sample(aspects, draw.int(2, 3));
  const opinions = chosen.map((_, index) => (sentiment === 'mixed' ? index % 2 === 0 : sentiment === 'positive'));
  const words = said[lang];
  const sentences = chosen.map((aspect, index) => draw.pick(words[aspect][opinions[index] ? 'good' : 'bad']));
  const opening = draw.pick(words.openings);
  const closing = draw.chance(0.6) ? [draw.pick(words.closings[sentiment])] : [];
  const text = [opening, ...sentences, ...closing]
    .map((sentence) => articled(opened(sentence.replaceAll('{it}', about))))
    .join(lang === 'zh' ? '' : ' ');
  return {
    text: text.replaceAll(/\{(\d+)-(\d+)\}/g, (_, low: string, high: string) =>
      String(draw.int(Number(low), Number(high))),
    ),
    stars: { positive: draw.int(4, 5), mixed: 3, negative: draw.int(1, 2) }[sentiment],
    sentiment,
    aspects: Object.fromEntries(chosen.map((aspect, index) => [aspect, opinions[index] ?? false])),
  };
}

/** All texts differ. */
export function reviews(draw: Draw, lang: Language, count: number): Review[] {
  return distinct(
    count,
    () => review(draw, lang),
    ({ text }) => text,
  );
}

/** Goods that are sold singly: `a kettle`, not `a gloves`. */
const things = {
  en: [
    'kettle',
    'desk lamp',
    'backpack',
    'umbrella',
    'alarm clock',
    'wall clock',
    'tent',
    'keyboard',
    'speaker',
    'frying pan',
    'rice cooker',
    'bread knife',
    'office chair',
    'suitcase',
    'rain jacket',
    'cordless drill',
    'bookshelf',
    'yoga mat',
  ],
  zh: [
    '电水壶',
    '台灯',
    '双肩包',
    '雨伞',
    '闹钟',
    '挂钟',
    '帐篷',
    '键盘',
    '音箱',
    '平底锅',
    '电饭煲',
    '面包刀',
    '办公椅',
    '行李箱',
    '冲锋衣',
    '充电钻',
    '书架',
    '瑜伽垫',
  ],
};

const sentiments = ['positive', 'mixed', 'negative'] as const;

type Opinions = { readonly good: readonly string[]; readonly bad: readonly string[] };
type Words = Readonly<Record<Aspect, Opinions>> & {
  readonly openings: readonly string[];
  readonly closings: Readonly<Record<Sentiment, readonly string[]>>;
};

const said: Readonly<Record<Language, Words>> = {
  en: {
    openings: [
      'I bought the {it} {2-9} weeks ago.',
      'The {it} was a present for my sister.',
      'This is our second {it} from this shop.',
      'We needed a {it} for the office.',
      'I had been looking for a {it} for some time.',
      'My old {it} gave up after {3-12} years, so I ordered this one.',
      'Ordered the {it} on a whim.',
      'I have used the {it} every day for {2-11} months now.',
      'A friend told me about this {it}.',
      'The {it} is for my parents, who are over {65-88}.',
      'I compared {3-9} shops before I chose this {it}.',
    ],
    quality: {
      good: [
        'It feels solid and well made.',
        'The material is better than I expected.',
        'Everything fits exactly and nothing wobbles.',
        'After {3-30} uses it still looks new.',
        'The finish is flawless.',
        'It does its job without fuss.',
      ],
      bad: [
        'It broke after {2-9} days.',
        'The seams came apart almost at once.',
        'It looks cheap and feels cheaper.',
        'One part was scratched and another was missing.',
        'It stopped working in the first week.',
        'The colour is nothing like the picture.',
      ],
    },
    delivery: {
      good: [
        'It arrived {1-3} days early.',
        'Delivery was quick and the box was intact.',
        'The courier even rang beforehand.',
        'Ordered on Sunday, here on Tuesday.',
        'It was packed with great care.',
      ],
      bad: [
        'It came {5-19} days late.',
        'The parcel was left out in the rain.',
        'The tracking page never worked.',
        'I had to fetch it from a depot {8-30} miles away.',
        'The box was crushed on one side.',
      ],
    },
    price: {
      good: [
        'For this money you will not find a better one.',
        'It was worth every penny.',
        'I paid a third less than in town.',
        'The price is more than fair.',
        'Good value even without the discount.',
      ],
      bad: [
        'It is far too expensive for what it is.',
        'The price went down the day after I ordered.',
        'I could have had two elsewhere for the same money.',
        'Postage cost almost as much as the thing itself.',
        'You pay for the name and for nothing else.',
      ],
    },
    service: {
      good: [
        'Customer service answered within {5-50} minutes.',
        'They replaced a missing screw at once, without questions.',
        'The people on the phone were patient and kind.',
        'A real person replied to my e-mail the same day.',
        'They went out of their way to help.',
      ],
      bad: [
        'Nobody answered my {2-6} e-mails.',
        'I waited {20-70} minutes on the phone and was cut off.',
        'They refused to take it back.',
        'Customer service blamed me for the fault.',
        'All I ever got were automatic replies.',
      ],
    },
    closings: {
      positive: [
        'I would buy it again.',
        'Highly recommended.',
        'I am very happy with it.',
        'Five friends have asked me where I got it.',
      ],
      mixed: [
        'All in all I am undecided.',
        'It is all right, no more and no less.',
        'There is good and bad in it.',
        'I shall keep it, but with mixed feelings.',
      ],
      negative: ['I want my money back.', 'Never again.', 'I cannot recommend it.', 'Save yourself the trouble.'],
    },
  },
  zh: {
    openings: [
      '{it}买了{2-9}个星期了。',
      '{it}是送给妹妹的礼物。',
      '这是在这家店买的第二个{it}。',
      '办公室正好需要{it}。',
      '想买{it}已经很久了。',
      '家里的旧{it}用了{3-12}年终于坏了，就换了这个。',
      '一时兴起下单买了{it}。',
      '这个{it}我天天用，已经用了{2-11}个月。',
      '朋友推荐我买这款{it}。',
      '{it}是给{65-88}岁的爸妈买的。',
      '比较了{3-9}家店才选了这款{it}。',
    ],
    quality: {
      good: [
        '拿在手里很有分量，做工扎实。',
        '用料比想象的好。',
        '严丝合缝，一点也不晃。',
        '用了{3-30}次还跟新的一样。',
        '表面处理得很精细。',
        '用起来省心。',
      ],
      bad: [
        '用了{2-9}天就坏了。',
        '没几天就开线了。',
        '看着廉价，摸着更廉价。',
        '有一处划痕，还少了一个配件。',
        '第一个星期就不能用了。',
        '颜色跟图片完全不一样。',
      ],
    },
    delivery: {
      good: [
        '比预计早到了{1-3}天。',
        '发货很快，包装完好。',
        '快递员送货前还打了电话。',
        '周日下单，周二就到了。',
        '里三层外三层，包得很仔细。',
      ],
      bad: [
        '晚到了整整{5-19}天。',
        '快递直接扔在雨里。',
        '物流信息一直不更新。',
        '还要自己跑{8-30}公里去取件。',
        '箱子压瘪了一个角。',
      ],
    },
    price: {
      good: [
        '这个价位找不到更好的了。',
        '每一分钱都花得值。',
        '比实体店便宜了三分之一。',
        '价格很公道。',
        '没有优惠也很划算。',
      ],
      bad: [
        '就这东西，卖得太贵了。',
        '刚买完第二天就降价。',
        '同样的钱在别家能买两个。',
        '运费都快赶上东西的价钱了。',
        '完全是在为牌子买单。',
      ],
    },
    service: {
      good: [
        '客服{5-50}分钟内就回复了。',
        '少了颗螺丝，二话不说就补寄了。',
        '电话里的客服又耐心又和气。',
        '邮件当天就有真人回复。',
        '客服特别热心，帮了大忙。',
      ],
      bad: [
        '发了{2-6}封邮件都没人理。',
        '电话等了{20-70}分钟，最后还断了线。',
        '说什么也不给退货。',
        '客服反倒怪我自己弄坏的。',
        '翻来覆去都是自动回复。',
      ],
    },
    closings: {
      positive: ['下次还会再买。', '强烈推荐。', '非常满意。', '好几个朋友都来问我在哪儿买的。'],
      mixed: ['总的来说有点纠结。', '一般般，说不上好也说不上坏。', '有好有坏吧。', '先留着用，心情比较复杂。'],
      negative: ['我要求退款。', '再也不会买了。', '不推荐。', '大家别买，省得麻烦。'],
    },
  },
};
