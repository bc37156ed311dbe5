// A small gazetteer: real names and codes of Chinese divisions (GB/T 2260), because invented ones look unrealistic. It
// keeps the cases that break naive parsing: municipalities that are their own province, 吉林省吉林市, cities without
// districts, county-level cities, districts of the same name in several cities.

export interface Division {
  readonly province: string;
  /** Equal to the province for a municipality. */
  readonly city: string;
  /** Empty where a city has towns but no districts. */
  readonly district: string;
  /** Six digits. */
  readonly code: string;
}

export const divisions: readonly Division[] = read(`
北京市 北京市 110101东城区 110102西城区 110105朝阳区 110106丰台区 110108海淀区
天津市 天津市 120101和平区 120103河西区 120104南开区
上海市 上海市 310101黄浦区 310104徐汇区 310105长宁区 310107普陀区 310115浦东新区
重庆市 重庆市 500103渝中区 500106沙坪坝区 500107九龙坡区
河北省 石家庄市 130102长安区 130104桥西区
山西省 太原市 140105小店区 140106迎泽区
内蒙古自治区 呼和浩特市 150102新城区 150103回民区
辽宁省 沈阳市 210102和平区 210103沈河区
辽宁省 大连市 210202中山区 210203西岗区
吉林省 长春市 220102南关区 220104朝阳区
吉林省 吉林市 220202昌邑区 220203龙潭区 220204船营区 220211丰满区
黑龙江省 哈尔滨市 230102道里区 230103南岗区
江苏省 南京市 320102玄武区 320104秦淮区 320106鼓楼区
江苏省 徐州市 320302鼓楼区 320303云龙区
江苏省 苏州市 320505虎丘区 320508姑苏区 320583昆山市
浙江省 杭州市 330102上城区 330106西湖区
浙江省 宁波市 330203海曙区 330205江北区
浙江省 金华市 330702婺城区 330782义乌市
浙江省 舟山市 330902定海区 330903普陀区
安徽省 合肥市 340102瑶海区 340103庐阳区
福建省 福州市 350102鼓楼区 350103台江区
福建省 厦门市 350203思明区 350205海沧区
江西省 南昌市 360102东湖区 360103西湖区
山东省 济南市 370102历下区 370103市中区
山东省 青岛市 370202市南区 370203市北区
河南省 郑州市 410102中原区 410105金水区
湖北省 武汉市 420102江岸区 420103江汉区 420106武昌区
湖南省 长沙市 430102芙蓉区 430104岳麓区
广东省 广州市 440103荔湾区 440104越秀区 440106天河区
广东省 深圳市 440303罗湖区 440304福田区 440305南山区
广东省 东莞市 441900
广东省 中山市 442000
广西壮族自治区 南宁市 450102兴宁区 450103青秀区
海南省 海口市 460105秀英区 460106龙华区
四川省 成都市 510104锦江区 510105青羊区 510107武侯区
贵州省 贵阳市 520102南明区 520103云岩区
云南省 昆明市 530102五华区 530103盘龙区
陕西省 西安市 610102新城区 610113雁塔区 610116长安区
甘肃省 兰州市 620102城关区 620103七里河区
宁夏回族自治区 银川市 640104兴庆区 640106金凤区
新疆维吾尔自治区 乌鲁木齐市 650102天山区 650103沙依巴克区
西藏自治区 拉萨市 540102城关区
`);

/** How the postcodes of a province begin. */
export const postStarts: Readonly<Record<string, string>> = Object.fromEntries(
  split(
    '北京市10 上海市20 天津市30 重庆市40 河北省05 山西省03 内蒙古自治区01 辽宁省11 吉林省13 黑龙江省15 江苏省21 浙江省31 安徽省23 福建省35 江西省33 山东省25 河南省45 湖北省43 湖南省41 广东省51 广西壮族自治区53 海南省57 四川省61 贵州省55 云南省65 西藏自治区85 陕西省71 甘肃省73 宁夏回族自治区75 新疆维吾尔自治区83',
  ).map((entry) => [entry.slice(0, -2), entry.slice(-2)]),
);
export const towns = split('东城街道 南城街道 石岐街道 长安镇 虎门镇 小榄镇 古镇镇 厚街镇');
export const roadStarts = split(
  '人民 解放 建设 和平 中山 文化 新华 胜利 青年 育才 东风 长江 黄河 学府 滨江 望湖 翠竹 梧桐 银杏 桂花 芙蓉 松柏 云峰 锦绣 康宁 永乐 朝晖 丹枫 观澜 听雨',
);
export const roadEnds = split('路 路 路 街 大道 东路 西路 南路 北路 中路 巷');
export const estates = split(
  '阳光花园 翠湖苑 金色家园 书香里 江景名邸 和谐家园 紫荆苑 碧水湾 春晓小区 望京里 锦绣华庭 梧桐里',
);

function read(text: string): Division[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [province = '', city = '', ...parts] = line.split(' ');
      return parts.map((part) => ({ province, city, code: part.slice(0, 6), district: part.slice(6) }));
    });
}

function split(text: string): string[] {
  return text.split(' ');
}
