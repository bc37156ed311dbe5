// The texts of the instance in both languages: the request, and the description of the columns that comes with the lists.
import type { Language } from 'pybench/kit';
import { contacts, type Lists } from './members.ts';

export interface Kinds {
  readonly plans: readonly string[];
  readonly clubs: readonly string[];
  readonly payments: readonly string[];
  readonly left: string;
  readonly stayed: string;
}

export const words: Record<Language, Kinds> = {
  en: {
    plans: ['monthly', 'yearly', 'company'],
    clubs: ['Harbour', 'Old Mill', 'Station', 'Park'],
    payments: ['card', 'direct debit', 'cash'],
    left: 'left',
    stayed: 'stayed',
  },
  zh: {
    plans: ['月卡', '年卡', '企业卡'],
    clubs: ['港口店', '老磨坊店', '车站店', '公园店'],
    payments: ['刷卡', '自动扣款', '现金'],
    left: '离开',
    stayed: '续费',
  },
};

export const queries: Record<Language, (bar: string) => string> = {
  en: (bar) =>
    'I run a gym, and the next round of renewals is coming up. ./data/past_members.csv lists the members of the last ' +
    'round and whether each of them left or stayed; ./data/current_members.csv lists the people who decide next, and ' +
    './data/columns.md says what the columns mean and how they were recorded in each of the two lists. Please give every ' +
    'current member a score for how likely they are to leave, so that we can talk to the right people first. Once everybody ' +
    'has decided I will compare your scores with what they really did, by the area under the ROC curve; to be of use to ' +
    `us it has to be at least ${bar} for the current members.`,
  zh: (bar) =>
    '我开了一家健身房，马上又到续费的时候了。./data/past_members.csv 是上一轮的会员，以及每个人最后是离开还是续费；' +
    './data/current_members.csv 是这一轮要做决定的会员；./data/columns.md 说明了各列的含义，以及两份名单里分别是怎么记录的。' +
    '请给每位当前会员打一个分，表示他离开的可能性，好让我们先找最该聊的人谈。等大家都决定之后，我会用 ROC 曲线下面积，' +
    `把你的分数和实际结果做对比：对当前会员至少要达到 ${bar}，这份分数对我们才有用。`,
};

type Days = { decided: string; exported: string };
type Note = { about: string; past: string; current: string };

export function columnsFile({ leak, turned }: Lists, lang: Language, days: Days): string {
  const say = notes[lang];
  const same = (about: string): Note => ({ about, past: say.before, current: say.before });
  const rows: Record<string, Note> = {
    member_id: same(say.about.member_id),
    joined_months: same(say.about.joined_months),
    age: same(say.about.age),
    visits_per_month: same(say.about.visits_per_month),
    distance_km: same(say.about.distance_km),
    plan: same(say.about.plan),
    club: same(say.about.club),
    paid_by: same(say.about.paid_by),
    satisfaction: { about: say.about.satisfaction, past: turned ? say.marks : say.stars, current: say.stars },
    friends: same(say.about.friends),
    ...Object.fromEntries(
      contacts.map((name) => [
        name,
        name === leak ? { about: say.about[name], past: say.after, current: say.byLot } : same(say.about[name]),
      ]),
    ),
    outcome: { about: say.about.outcome, past: say.known, current: '–' },
  };
  const lines = Object.entries(rows).map(
    ([name, each]) => `| ${name} | ${each.about} | ${each.past} | ${each.current} |`,
  );
  return `${say.top(days)}\n\n| ${say.header.join(' | ')} |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

const notes = {
  en: {
    top: ({ decided, exported }: Days) =>
      `# Member lists\n\nThe members of past_members.csv decided by ${decided}; that list was exported on ${exported}. ` +
      'current_members.csv was exported before anybody in it has decided.',
    header: ['column', 'what it is', 'in past_members.csv', 'in current_members.csv'],
    before: 'as it stood a month before the decision',
    stars: 'stars in the app, a month before the decision: 5 is very happy, 1 very unhappy',
    marks: 'school marks on paper, a month before the decision: 1 is very happy, 5 very unhappy',
    after: 'as it stood on the day of the export: the desk turns to members once they have given notice',
    byLot: 'as it stood a month before the decision: from this autumn’s survey, for which members were drawn by lot',
    known: 'what the member decided',
    about: {
      member_id: 'number of the member',
      joined_months: 'months since joining',
      age: 'age in years',
      visits_per_month: 'visits in a typical month',
      distance_km: 'distance between home and gym in km',
      plan: 'kind of membership',
      club: 'the one of our clubs where the member usually trains',
      paid_by: 'how the fee is paid',
      satisfaction: 'answer to “How happy are you with us?”',
      friends: 'friends who are members, too',
      calls: 'minutes on the phone with our service desk',
      vouchers: 'value of the vouchers that our service desk gave out',
      letters: 'letters and mails from our service desk',
      outcome: 'left or stayed',
    },
  },
  zh: {
    top: ({ decided, exported }: Days) =>
      `# 会员名单说明\n\npast_members.csv 中的会员最晚在 ${decided} 做出了决定，该名单导出于 ${exported}。` +
      'current_members.csv 导出时，名单上的人都还没有做决定。',
    header: ['列名', '含义', 'past_members.csv 中', 'current_members.csv 中'],
    before: '做决定前一个月时的数据',
    stars: '做决定前一个月在 App 上打的星级：5 为非常满意，1 为非常不满意',
    marks: '做决定前一个月纸质问卷上的等级：1 为非常满意，5 为非常不满意',
    after: '导出当天的数据：会员提出退会之后，客服才开始与其联系',
    byLot: '做决定前一个月时的数据：来自今年秋天的抽样回访，回访对象由抽签决定',
    known: '会员的最终决定',
    about: {
      member_id: '会员编号',
      joined_months: '入会月数',
      age: '年龄',
      visits_per_month: '通常每月到店次数',
      distance_km: '住处到健身房的距离（公里）',
      plan: '会员卡类型',
      club: '常去的门店',
      paid_by: '缴费方式',
      satisfaction: '“您对我们满意吗？”的回答',
      friends: '同为会员的朋友人数',
      calls: '与客服通电话的分钟数',
      vouchers: '客服发放的优惠券金额',
      letters: '客服寄出的信件和邮件数',
      outcome: '离开或续费',
    },
  },
};
