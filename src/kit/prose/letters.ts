// Templates of office e-mails, in both languages.
import type { Language } from '../../core/index.ts';
import { list } from './grammar.ts';

export const emailKinds = ['order', 'meeting', 'complaint', 'invoice', 'thanks'] as const;
export type EmailKind = (typeof emailKinds)[number];

interface Letter {
  readonly subjects: readonly string[];
  readonly openings: readonly string[];
  readonly wants: readonly string[];
  /** The facts that its text contains. */
  readonly names: readonly string[];
}

interface Letters {
  readonly greetings: readonly string[];
  readonly asides: readonly string[];
  readonly closings: readonly string[];
  readonly kinds: Readonly<Record<EmailKind, Letter>>;
}

export const letters: Readonly<Record<Language, Letters>> = {
  en: {
    greetings: ['Dear {given},', 'Hello {given},', 'Hi {given},', 'Good morning {given},'],
    asides: list(`
      The office is closed on Monday, but you can reach me on my mobile.
      Please copy in the warehouse when you answer.
      I am away next week; a colleague will read my mail.
      Give my regards to the team.
      Let me know if anything is unclear.
      If you need more details, just ring me.
      I have attached the paperwork from last time.
      There is no hurry with your reply, but the date matters.`),
    closings: ['Best wishes,\n{me}', 'Kind regards,\n{me}', 'Many thanks,\n{me}', 'All the best,\n{me}'],
    kinds: {
      order: {
        subjects: ['Order for {product}', 'New order: {quantity} pieces', 'Could you send us {quantity} more?'],
        openings: list(`
          Thank you for your offer.
          As we discussed on the phone, we would like to order.
          Our stock is running low.
          Last month's delivery sold faster than we thought.`),
        wants: list(`
          Please send us {quantity} pieces of "{product}"; we need them by {due}.
          We would like {quantity} of "{product}", to arrive no later than {due}.
          Could you deliver {quantity} times "{product}" until {due}?`),
        names: ['product', 'quantity', 'due'],
      },
      meeting: {
        subjects: ['Our meeting', 'New date for the meeting', 'Can we meet later?'],
        openings: list(`
          I am afraid I cannot make it as planned.
          The room was double-booked.
          Two of us are travelling this week.
          The figures will not be ready in time.`),
        wants: list(`
          Could we move the meeting to {due}?
          Shall we meet on {due} instead?
          I suggest {due}, same time, same place.`),
        names: ['due'],
      },
      complaint: {
        subjects: ['Problem with delivery {number}', 'Damaged goods', 'Delivery {number}: something is wrong'],
        openings: list(`
          I am sorry to bother you with this.
          We opened the boxes this morning and were not pleased.
          Unfortunately something went wrong.
          This is the second time this year.`),
        wants: list(`
          In delivery {number}, {quantity} pieces of "{product}" arrived damaged; please replace them.
          Delivery {number} is short of {quantity} pieces of "{product}".
          {quantity} pieces of "{product}" in delivery {number} are not what we ordered.`),
        names: ['number', 'quantity', 'product'],
      },
      invoice: {
        subjects: ['Invoice {number}', 'Reminder: invoice {number}', 'Payment of invoice {number}'],
        openings: list(`
          A short note from accounts.
          Perhaps it slipped through at the end of the month.
          Thank you for your custom.
          Our auditors are asking about open items.`),
        wants: list(`
          Invoice {number} over {amount} is due on {due}.
          We have not yet received {amount} for invoice {number}; please pay by {due}.
          Please transfer {amount} (invoice {number}) until {due}.`),
        names: ['number', 'cents', 'due'],
      },
      thanks: {
        subjects: ['Thank you', 'Well done', 'That went well'],
        openings: list(`
          Just a line to say thank you.
          The customers are delighted.
          What a day that was.
          I was told how much work went into it.`),
        wants: list(`
          All {quantity} pieces of "{product}" arrived in good order.
          The {quantity} pieces of "{product}" were sold within a day.
          Without you we would not have had the {quantity} pieces of "{product}" in time.`),
        names: ['quantity', 'product'],
      },
    },
  },
  zh: {
    greetings: ['{name}，您好：', '{name}，你好！', '尊敬的{name}：', '{name}，上午好！'],
    asides: list(`
      周一我们放假，有急事可以打我手机。
      回信时请抄送仓库。
      下周我出差，邮件由同事代收。
      请代我向大家问好。
      有什么不清楚的请告诉我。
      需要更多资料的话，给我打个电话就行。
      上次的单据我附在后面了。
      回复不急，但日期请一定留意。`),
    closings: ['此致\n敬礼\n{me}', '祝好！\n{me}', '谢谢！\n{me}', '顺祝商祺\n{me}'],
    kinds: {
      order: {
        subjects: ['订购{product}', '新订单：{quantity}件', '能否再发{quantity}件？'],
        openings: list(`
          感谢贵方的报价。
          按照电话里说的，我们准备下单。
          我们的库存不多了。
          上个月到的货卖得比预想的快。`),
        wants: list(`
          请发“{product}”{quantity}件，{due}前要用。
          我们需要“{product}”{quantity}件，最晚{due}送到。
          能否在{due}之前送来{quantity}件“{product}”？`),
        names: ['product', 'quantity', 'due'],
      },
      meeting: {
        subjects: ['关于开会时间', '会议改期', '会议能否推迟？'],
        openings: list(`
          不好意思，原定的时间我来不了。
          会议室重复预订了。
          这周有两位同事出差。
          数据到时候还出不来。`),
        wants: list(`
          会议改到{due}可以吗？
          我们改在{due}碰头怎么样？
          建议改为{due}，时间地点不变。`),
        names: ['due'],
      },
      complaint: {
        subjects: ['{number}号货有问题', '货物破损', '关于{number}号到货'],
        openings: list(`
          很抱歉又来打扰。
          今天早上开箱，情况不太好。
          很遗憾，这批货出了点问题。
          这已经是今年第二次了。`),
        wants: list(`
          {number}号货里有{quantity}件“{product}”破损，请予更换。
          {number}号货少了{quantity}件“{product}”。
          {number}号货里的{quantity}件“{product}”发错了。`),
        names: ['number', 'quantity', 'product'],
      },
      invoice: {
        subjects: ['{number}号账单', '催款：{number}号账单', '关于{number}号账单的付款'],
        openings: list(`
          财务这边提醒一下。
          可能是月底太忙漏掉了。
          感谢一直以来的惠顾。
          审计在核对未结款项。`),
        wants: list(`
          {number}号账单共{amount}元，{due}到期。
          {number}号账单的{amount}元我们还没有收到，请在{due}前付清。
          请于{due}前汇来{amount}元（{number}号账单）。`),
        names: ['number', 'cents', 'due'],
      },
      thanks: {
        subjects: ['谢谢', '辛苦了', '这次很顺利'],
        openings: list(`
          写信专门道个谢。
          客户非常满意。
          那天真是忙坏了。
          听说你们为这事费了不少心。`),
        wants: list(`
          {quantity}件“{product}”全部完好收到。
          {quantity}件“{product}”一天就卖完了。
          没有你们，那{quantity}件“{product}”赶不上。`),
        names: ['quantity', 'product'],
      },
    },
  },
};
