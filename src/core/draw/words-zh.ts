// Invented Chinese names and words. Append only: any other edit changes the files of every task that draws from a list.

export const wordsZh = {
  surnames: '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜戚谢邹喻柏章云苏潘葛范彭'.split(''),
  givenNames: split(
    `子涵 雨桐 浩然 思远 佳怡 俊杰 晓彤 文博 诗琪 志强 丽华 建国 美玲 天佑 欣妍 明哲 若曦 国栋 静怡 宇航
   梓萱 立新 海燕 振华 婉清 承志 慧敏 永康 秋月 泽宇 淑芬 嘉豪 语嫣 德胜 春梅 一鸣`,
  ),
  places: split(
    `临川市 云溪县 青石镇 望海区 长桥市 东陵县 松江镇 白鹭区 南屏市 清源县 金谷镇 龙泉区 平湖市 安远县 梅岭镇
   星河区 北川市 玉泉县 柳溪镇 丰泽区`,
  ),
  /** 互不重叠的大区。 */
  regions: ['华北', '华东', '华南', '华中', '西南', '西北', '东北'],
  companyStems: split(
    `恒瑞 金禾 云帆 东升 永兴 嘉业 博远 天合 鼎新 润泽 宏达 启明 锦程 瑞丰 海纳 卓越 星辰 万和 德信 长青`,
  ),
  companyTails: ['商贸有限公司', '食品有限公司', '物流有限公司', '科技有限公司', '文化传媒有限公司', '实业有限公司'],
  products: split(
    `台灯 电水壶 笔记本 双肩包 保温杯 手机支架 毛巾 砧板 雨伞 相框 挂钟 收纳箱 咖啡杯 围巾 蜡烛 闹钟 直尺
   订书机 花盆 毛毯 耳机 三脚架 鼠标垫 钥匙扣 地垫 肥皂盒 面包刀 水管`,
  ),
  nouns: split(
    `河流 市场 信件 花园 车站 冬天 石桥 老师 窗户 港口 村庄 机器 旅途 问题 山峰 图书馆 傍晚 厨房 画家 节日
   船长 果园 清晨 小岛 灯笼 剧院 自行车 邻居 铁路 小屋`,
  ),
  verbs: split(`穿过 看着 带来 跟随 打开 画下 记得 修好 拜访 描述 借走 测量 到达 发现 避开 数着 收集 答应 忘记 注意到`),
  adjectives: split(
    `安静的 狭窄的 金色的 早到的 破旧的 遥远的 温柔的 沉重的 明亮的 古老的 好奇的 空荡的 小心的 隐蔽的 北方的
   普通的 耐心的 突然的 温暖的 木头的`,
  ),
};

function split(text: string): string[] {
  return text.trim().split(/\s+/);
}
