// Phrases of product descriptions.
import type { Language } from '../../core/index.ts';
import { list, type Grammar } from './grammar.ts';

export const describing: Readonly<Record<Language, Grammar>> = {
  en: {
    text: list(`
      {name}: {claim}. {detail}. {ending}.
      {name}. {detail}. {detail}.
      Made for {use}: {claim}. {detail}. {ending}.
      {name} – {claim}. {detail}. {ending}.`),
    claim: list(`
      made to last
      light, quiet and easy to look after
      the favourite of our customers for {3-25} years
      designed in our own workshop
      simple, honest and sturdy
      tested by {12-90} families
      now with a longer guarantee
      small enough for any shelf`),
    use: list(`
      everyday use
      small kitchens
      long journeys
      people who look twice
      the office and the home
      rough hands and rough weather`),
    detail: list(`
      Packed in {2-6} layers of recycled paper
      Checked by hand before it leaves the house
      Wipe clean with a damp cloth
      Comes with a guarantee of {2-10} years
      Rated {40-49} out of 50 by a consumer magazine
      Keep dry and away from children under {2-6}
      Made from {30-95}% recycled material
      Weighs only {60-900} grams
      Spare parts can be ordered for at least {5-15} years`),
    ending: list(`
      Delivered within {2-9} working days
      A good present, too
      Also sold in sets of {2-8}
      Only while stocks last
      Returns are free for {14-60} days`),
  },
  zh: {
    text: list(`
      {name}：{claim}。{detail}。{ending}。
      {name}，{claim}。{detail}，{detail}。
      {brand}出品，{claim}，适合{use}。{detail}。{ending}。
      专为{use}打造的{kind}，{claim}。{detail}。{ending}。`),
    claim: list(`
      经久耐用
      轻巧安静，打理方便
      畅销{3-25}年，老顾客都说好
      自家工坊设计
      简洁朴素，结实可靠
      经{12-90}户家庭试用
      质保再延长
      小巧不占地方`),
    use: list(`
      日常使用
      小户型
      长途旅行
      讲究细节的人
      家用和办公
      户外环境`),
    detail: list(`
      采用{2-6}层再生纸包装
      出厂前逐件人工检验
      用湿布擦拭即可
      质保{2-10}年
      消费者杂志评分{40-49}分（满分50分）
      请置于干燥处，{2-6}岁以下儿童勿近
      再生材料占{30-95}%
      仅重{60-900}克
      配件供应至少{5-15}年`),
    ending: list(`
      {2-9}个工作日内送达
      送礼自用都合适
      另有{2-8}件套装
      数量有限，售完为止
      {14-60}天内免费退货`),
  },
};

/** Phrases for goods that are eaten or used up; a nine-year guarantee, for example, does not fit salt. */
export const usedUp: Readonly<Record<Language, Grammar>> = {
  en: {
    claim: list(`
      the favourite of our customers for {3-25} years
      made in small batches
      simple ingredients and nothing else
      chosen by {12-90} testers
      now in a new wrapper
      from a family business in its {4-7}th generation`),
    use: list(`
      every day
      the whole family
      people who read the label
      weekends and holidays`),
    detail: list(`
      Keeps for {3-18} months unopened
      Once opened, use within {2-12} weeks
      Store in a cool, dry place
      Rated {40-49} out of 50 by a consumer magazine
      The wrapper is {30-95}% recycled paper
      Contains nothing artificial
      Checked in {2-6} laboratories`),
  },
  zh: {
    claim: list(`
      畅销{3-25}年，老顾客都说好
      小批量制作
      配料简单，别无他物
      {12-90}位试用者一致选择
      全新包装上市
      来自第{3-6}代传人的家族企业`),
    use: list(`
      每天使用
      全家老小
      爱看配料表的人
      周末和假日`),
    detail: list(`
      未开封可保存{3-18}个月
      开封后请在{2-12}周内用完
      请存放于阴凉干燥处
      消费者杂志评分{40-49}分（满分50分）
      外包装含{30-95}%再生纸
      不含人工添加物
      经{2-6}家实验室检验`),
  },
};
