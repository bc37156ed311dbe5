// Goods by trade, in both languages, with a range of usual prices in cents; prices in fen are three times as high.

export const trades = [
  'grocery',
  'kitchen',
  'stationery',
  'electronics',
  'clothing',
  'tools',
  'sport',
  'care',
] as const;
export type Trade = (typeof trades)[number];

interface Good {
  readonly en: string;
  readonly zh: string;
  readonly low: number;
  readonly high: number;
}

interface Shelf {
  readonly goods: readonly Good[];
  /** The variants of a product: size, colour, pack. */
  readonly variants: { readonly en: readonly string[]; readonly zh: readonly string[] };
}

const colours = {
  en: ['black', 'white', 'navy', 'sage green', 'terracotta', 'slate grey', 'mustard', 'burgundy', 'sky blue', 'sand'],
  zh: ['黑色', '白色', '藏青', '豆绿', '陶土红', '深灰', '姜黄', '酒红', '天蓝', '沙色'],
};

export const shelves: Readonly<Record<Trade, Shelf>> = {
  grocery: {
    goods: goods(`rolled oats|燕麦片|180-520 olive oil|橄榄油|690-1890 basmati rice|香米|320-1450 honey|蜂蜜|480-1690
      ground coffee|咖啡粉|520-1790 green tea|绿茶|450-2900 dark chocolate|黑巧克力|190-690 dried apricots|杏干|280-890
      tomato passata|番茄酱|120-390 soy sauce|酱油|180-790 peanut butter|花生酱|280-790 sea salt|海盐|110-490`),
    variants: {
      en: ['200 g', '250 g', '500 g', '1 kg', 'pack of 6', 'pack of 12', 'family pack', 'organic'],
      zh: ['200 克装', '250 克装', '500 克装', '1 千克装', '6 件装', '12 件装', '家庭装', '有机'],
    },
  },
  kitchen: {
    goods:
      goods(`frying pan|平底锅|1890-7900 kettle|电水壶|2490-6900 cutting board|砧板|990-3900 mixing bowl|打蛋盆|690-2900
      chef's knife|主厨刀|2490-12900 teapot|茶壶|1490-5900 baking tray|烤盘|790-2900 salt mill|研磨器|990-3490
      storage jar|储物罐|390-1890 colander|沥水篮|890-2690 measuring jug|量杯|490-1790 rice cooker|电饭煲|3990-15900`),
    variants: colours,
  },
  stationery: {
    goods:
      goods(`fountain pen|钢笔|1490-8900 notebook|笔记本|290-1890 stapler|订书机|590-2490 desk calendar|台历|490-1490
      ring binder|活页夹|290-890 sticky notes|便利贴|150-590 pencil case|笔袋|490-1990 ruler|直尺|90-390
      whiteboard marker|白板笔|120-490 envelope set|信封套装|290-990 ink cartridge|墨囊|390-1290 paper clips|回形针|90-290`),
    variants: colours,
  },
  electronics: {
    goods: goods(`wireless mouse|无线鼠标|1490-5900 headphones|耳机|2490-24900 power bank|充电宝|1790-6900
      desk lamp|台灯|1990-8900 USB hub|扩展坞|1290-7900 webcam|摄像头|2490-12900 keyboard|键盘|1990-15900
      memory card|存储卡|790-5900 phone stand|手机支架|590-2490 speaker|音箱|1990-19900 router|路由器|2990-17900
      travel adapter|旅行转换插头|890-2990`),
    variants: {
      en: ['Mini', 'Pro', 'Lite', 'Plus', 'second generation', '64 GB', '128 GB', 'USB-C', 'black', 'white'],
      zh: ['迷你版', '专业版', '青春版', '加强版', '第二代', '64 GB', '128 GB', 'USB-C 接口', '黑色', '白色'],
    },
  },
  clothing: {
    goods:
      goods(`rain jacket|雨衣|3990-15900 wool scarf|羊毛围巾|1490-5900 linen shirt|亚麻衬衫|2490-8900 socks|袜子|390-1490
      cardigan|开衫|2990-11900 leather belt|皮带|1490-5900 sun hat|遮阳帽|990-3990 gloves|手套|790-3990
      denim jeans|牛仔裤|2990-12900 pyjamas|睡衣|1990-6900 apron|围裙|890-2990 trainers|运动鞋|3490-13900`),
    variants: {
      en: ['size S', 'size M', 'size L', 'size XL', 'black', 'navy', 'sand', 'burgundy'],
      zh: ['S 码', 'M 码', 'L 码', 'XL 码', '黑色', '藏青', '沙色', '酒红'],
    },
  },
  tools: {
    goods:
      goods(`claw hammer|羊角锤|990-3490 tape measure|卷尺|490-1990 cordless drill|充电钻|4990-19900 hand saw|手锯|890-3290
      screwdriver set|螺丝刀套装|1290-4990 spirit level|水平尺|690-2990 work gloves|劳保手套|290-990 paint roller|滚筒刷|390-1490
      pliers|钳子|790-2890 step ladder|人字梯|3490-12900 wood glue|木工胶|290-1190 sandpaper|砂纸|190-790`),
    variants: {
      en: ['small', 'medium', 'large', 'heavy duty', 'compact', 'pack of 5', 'pack of 10', 'trade range'],
      zh: ['小号', '中号', '大号', '加强型', '便携型', '5 件装', '10 件装', '工程款'],
    },
  },
  sport: {
    goods:
      goods(`yoga mat|瑜伽垫|1290-5900 skipping rope|跳绳|390-1790 tent|帐篷|5990-29900 sleeping bag|睡袋|3490-15900
      football|足球|990-4990 badminton set|羽毛球套装|1490-6900 water bottle|水壶|590-2990 cycling helmet|骑行头盔|2490-9900
      swim goggles|泳镜|790-3490 hiking poles|登山杖|1990-7900 dumbbell|哑铃|990-5900 head torch|头灯|990-4490`),
    variants: colours,
  },
  care: {
    goods: goods(`hand cream|护手霜|290-1490 shampoo|洗发水|390-1890 toothbrush|牙刷|150-690 bath towel|浴巾|890-3490
      sunscreen|防晒霜|690-2990 soap bar|香皂|120-590 lip balm|润唇膏|150-690 hair brush|梳子|390-1990
      face mask|面膜|290-1890 shower gel|沐浴露|290-1290 nail clippers|指甲钳|190-790 cotton pads|化妆棉|150-590`),
    variants: {
      en: ['unscented', 'lavender', 'citrus', 'sensitive', 'travel size', 'refill pack', 'twin pack', '250 ml'],
      zh: ['无香', '薰衣草', '柑橘', '敏感型', '旅行装', '补充装', '双支装', '250 毫升'],
    },
  },
};

function goods(text: string): Good[] {
  return [...text.matchAll(/([^|\n]+?)\|([^|]+)\|(\d+)-(\d+)\s*/g)].map(([, en = '', zh = '', low, high]) => ({
    en: en.trim(),
    zh,
    low: Number(low),
    high: Number(high),
  }));
}
