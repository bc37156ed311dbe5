// Words for the names of companies, brands and jobs.

export const stems = {
  en: split(
    'Alder Amberley Anchor Arden Ashgrove Barley Beacon Bramble Brindle Calder Cobalt Copperfield Crown Dovetail Drift Eastgate ' +
      'Ember Fairway Fennel Foxglove Gable Granite Greyfriars Harrow Hawthorn Heron Hollins Ironwood Juniper Kestrel Kingfisher ' +
      'Lantern Larch Linden Lodestar Marlowe Meridian Millrace Nimbus Northwind Oakridge Orchard Osprey Pinnacle Plover Quill Redwood ' +
      'Rowan Saffron Sandpiper Sterling Stonebridge Thistle Tidewater Umber Vale Verdant Wharfside Willow Zephyr',
  ),
  zh: [
    ...'恒heng 瑞rui 达da 金jin 禾he 云yun 帆fan 东dong 升sheng 永yong 兴xing 嘉jia 业ye 博bo 远yuan 天tian 合he 鼎ding 新xin 润run 泽ze 宏hong 启qi 明ming 锦jin 程cheng 丰feng 海hai 纳na 卓zhuo 星xing 辰chen 万wan 和he 德de 信xin 长chang 青qing 立li 安an 佳jia 诚cheng 盛sheng 源yuan 优you 利li 康kang 顺shun'.matchAll(
      /(\p{Script=Han})([a-z]+)/gu,
    ),
  ].map(([, text = '', latin = '']) => ({ text, latin })),
};

export const companyTrades = {
  en: split(
    'Supplies Foods Logistics Interiors Trading Media Engineering Textiles Instruments Packaging Catering Software',
  ),
  zh: split('商贸 食品 物流 信息科技 文化传媒 实业 机械设备 纺织 包装材料 餐饮管理 建材 生物科技'),
};
export const companyForms = {
  en: ['Ltd', 'Ltd', 'LLC', 'Group', 'Co.', 'plc'],
  zh: ['有限公司', '有限公司', '股份有限公司', '有限责任公司'],
  zhCities: split(
    '北京 上海 广州 深圳 杭州 南京 苏州 宁波 青岛 厦门 成都 武汉 长沙 西安 郑州 合肥 福州 济南 昆明 大连',
  ),
};

export const brandParts = {
  en: {
    starts: split('Brin Cal Dor Elo Fen Hal Ivo Kes Lum Mar Nor Ost Pel Quil Rav Sol Tam Ver Wen Zan'),
    ends: split('dale dova etta ica ira lane lo mere na nor ora ren ro sen ta vik'),
  },
  zh: {
    starts: '晨悦清松云禾朗知木山南星素青安乐拾初'.split(''),
    ends: '曦居和野禾舍品语石岚风里光然记物白境'.split(''),
  },
};

export const departmentNames = {
  en: [
    'Accounts',
    'Customer Service',
    'Design',
    'Engineering',
    'Facilities',
    'Finance',
    'Human Resources',
    'IT Support',
    'Legal',
    'Logistics',
    'Maintenance',
    'Marketing',
    'Operations',
    'Procurement',
    'Production',
    'Quality',
    'Research',
    'Sales',
    'Training',
    'Warehouse',
  ],
  zh: split(
    '财务部 客户服务部 设计部 工程部 后勤部 人力资源部 信息技术部 法务部 物流部 设备部 市场部 运营部 采购部 生产部 质量部 研发部 销售部 培训部 仓储部 行政部',
  ),
};

export const jobNames = {
  en: [
    'account manager',
    'administrator',
    'analyst',
    'apprentice',
    'assistant buyer',
    'auditor',
    'bookkeeper',
    'buyer',
    'chief engineer',
    'controller',
    'customer adviser',
    'data engineer',
    'designer',
    'dispatcher',
    'driver',
    'electrician',
    'fitter',
    'head of sales',
    'inspector',
    'lab technician',
    'machinist',
    'maintenance lead',
    'office manager',
    'planner',
    'product manager',
    'project lead',
    'receptionist',
    'recruiter',
    'safety officer',
    'shift supervisor',
    'software developer',
    'stock controller',
    'team leader',
    'technician',
    'trainer',
    'warehouse operative',
  ],
  zh: split(
    '客户经理 行政专员 数据分析师 实习生 采购助理 审计员 会计 采购员 总工程师 财务主管 客服专员 数据工程师 设计师 调度员 司机 电工 ' +
      '装配工 销售总监 检验员 实验员 机床操作工 设备主管 办公室主任 计划员 产品经理 项目负责人 前台 招聘专员 安全员 班组长 软件工程师 ' +
      '库管员 组长 技术员 培训师 仓库管理员',
  ),
};

function split(text: string): string[] {
  return text.split(' ');
}
