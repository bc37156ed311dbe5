// Topics of meetings, with their discussions, decisions and actions.
import type { Language } from '../../core/index.ts';
import { list } from './grammar.ts';

interface Agenda {
  readonly titles: readonly string[];
  readonly topics: readonly {
    readonly topic: string;
    readonly discussions: readonly string[];
    readonly decisions: readonly string[];
  }[];
}

export const agenda: Readonly<Record<Language, Agenda>> = {
  en: {
    titles: [
      'Weekly operations meeting',
      'Meeting of the building committee',
      'Project meeting',
      'Quarterly staff meeting',
    ],
    topics: [
      {
        topic: 'New warehouse',
        discussions: [
          '{name} presented three sites and their rents.',
          '{name} reported that the current lease ends next year.',
        ],
        decisions: ['The site by the canal is followed up.', 'No contract is signed before the survey.'],
      },
      {
        topic: 'Late deliveries',
        discussions: [
          '{name} showed how delays had built up since the summer.',
          '{name} had called the five largest customers.',
        ],
        decisions: ['A second carrier is tried for one month.', 'Customers are told the real date from now on.'],
      },
      {
        topic: 'Budget',
        discussions: [
          '{name} went through the figures line by line.',
          '{name} explained why travel had cost more than planned.',
        ],
        decisions: ['The budget is approved with one change.', 'Training keeps its share.'],
      },
      {
        topic: 'Staffing',
        discussions: ['{name} reported on eleven applications.', '{name} asked for help over the holidays.'],
        decisions: ['Two interviews are arranged.', 'Overtime needs approval in advance.'],
      },
      {
        topic: 'Website',
        discussions: ['{name} demonstrated the new search.', '{name} collected complaints about the order form.'],
        decisions: ['The old form stays until the new one is tested.', 'Opening hours go to the top of the page.'],
      },
      {
        topic: 'Safety',
        discussions: [
          '{name} had inspected the ladders and the exits.',
          '{name} described the near miss at the loading bay.',
        ],
        decisions: ['The blue ladders are withdrawn.', 'A drill is held before the end of the month.'],
      },
      {
        topic: 'Summer event',
        discussions: [
          '{name} compared a boat trip with a barbecue.',
          '{name} had asked around: most prefer a weekday.',
        ],
        decisions: ['The boat trip is booked.', 'Families are invited too.'],
      },
    ],
  },
  zh: {
    titles: ['运营周会', '基建工作会议', '项目例会', '季度员工大会'],
    topics: [
      {
        topic: '新仓库',
        discussions: ['{name}介绍了三处备选地点和租金。', '{name}说明现在的租约明年到期。'],
        decisions: ['继续跟进运河边的那一处。', '勘察完成之前不签合同。'],
      },
      {
        topic: '发货延误',
        discussions: ['{name}展示了入夏以来延误的情况。', '{name}已经给五家最大的客户打过电话。'],
        decisions: ['试用第二家承运商一个月。', '今后向客户告知实际日期。'],
      },
      {
        topic: '预算',
        discussions: ['{name}逐项说明了各项数字。', '{name}解释了差旅费超支的原因。'],
        decisions: ['预算修改一处后通过。', '培训经费保持不变。'],
      },
      {
        topic: '人员安排',
        discussions: ['{name}汇报收到十一份应聘材料。', '{name}提出假期需要增加人手。'],
        decisions: ['安排两场面试。', '加班须事先批准。'],
      },
      {
        topic: '网站',
        discussions: ['{name}演示了新的搜索功能。', '{name}汇总了对订单页面的意见。'],
        decisions: ['新页面测试完成前保留旧页面。', '营业时间放到页面最上方。'],
      },
      {
        topic: '安全',
        discussions: ['{name}检查了梯子和安全出口。', '{name}说明了装卸区险些发生的事故。'],
        decisions: ['停用蓝色梯子。', '月底前组织一次演练。'],
      },
      {
        topic: '夏季活动',
        discussions: ['{name}比较了游船和烧烤两个方案。', '{name}问过大家，多数人希望安排在工作日。'],
        decisions: ['预订游船。', '也邀请家属参加。'],
      },
    ],
  },
};

/** The action as it follows a name: `… compares three offers`. */
export const tasksToDo: Readonly<Record<Language, readonly string[]>> = {
  en: list(`
    obtain three offers for the shelving
    write to the landlord
    update the list of suppliers
    check the fire extinguishers
    prepare the slides for the board
    order new badges
    call the insurance company
    draft the job advertisement
    test the order form on a phone
    count the stock in hall two
    book the meeting room for the next quarter
    send the minutes to the branches
    translate the safety rules
    compare the carriers' rates
    arrange the visit of the surveyor
    collect the travel receipts`),
  zh: list(`
    就货架取得三家报价
    给房东写信
    更新供应商名单
    检查灭火器
    准备董事会的幻灯片
    订购新工牌
    联系保险公司
    起草招聘启事
    在手机上测试订单页面
    盘点二号库房的存货
    预订下季度的会议室
    把会议纪要发给各分部
    翻译安全守则
    比较各承运商的报价
    安排勘察人员来访
    收齐差旅票据`),
};
