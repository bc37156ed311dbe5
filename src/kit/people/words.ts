// Lists of names. Chinese names come with their pinyin, so that the mailbox matches the name.
// The lists in core/draw must not change: existing instances use them.

export interface WrittenName {
  readonly text: string;
  /** In plain letters, for mailboxes and file names. */
  readonly latin: string;
}

export const givenEn = {
  female: words(
    `Abigail Adaeze Agnes Alice Amara Anita Annika Astrid Aurora Beatriz Bridget Camila Carmen Catherine Charlotte Chloe
     Daniela Deborah Diana Edith Elena Elif Emily Esther Eva Fatima Florence Freya Gabriela Georgia Greta Hannah Helen Ines
     Ingrid Irene Isabel Ivy Joanna Josephine Julia Karen Katya Laura Leila Lena Lucia Mabel Margaret Maria Martha Maya
     Mei Miriam Nadia Naomi Natalie Nina Nora Olivia Paula Phoebe Priya Renata Rosa Ruth Sabine Sana Sarah Selma Sofia
     Stella Susan Tamara Teresa Thea Valerie Vera Vivian Wanda Yasmin Zoe`,
  ),
  male: words(
    `Aaron Adrian Ahmed Albert Alexander Andre Anton Arjun Arthur Bernard Bruno Carlos Cedric Chidi Christopher Conrad Damian
     David Dennis Diego Dominic Edmund Elias Emil Enzo Eric Ethan Farid Finn Francis Frederick Gabriel George Gilbert Graham
     Gustav Hamza Harold Henry Hector Hugh Ibrahim Ivan Jacob James Jonas Jorge Julian Karl Kofi Lars Laurence Leon Liam
     Lucas Luis Malcolm Marek Martin Mateo Matthew Milo Nikhil Niklas Noah Omar Oscar Otto Owen Pablo Paul Peter Philip
     Rafael Ravi Robert Roland Sanjay Sebastian Simon Stefan Tariq Thomas Tobias Vincent Viktor William Yusuf`,
  ),
};

export const familyEn = words(
  `Abara Acheson Adair Ainsworth Alvarado Amsel Ashby Atwater Bancroft Barrow Bassi Beaumont Bellamy Bergstrom Birch
   Blackwood Bligh Booth Bradwell Brandt Brennan Bristow Brookes Bukowski Burrell Cabral Calder Cardenas Carver Cavendish
   Chatterjee Clayton Colby Conway Copeland Corrigan Crane Cromwell Dacosta Dalgaard Danvers Delgado Denham Desai Dobson
   Drake Duarte Dunmore Eastman Ekström Elwood Emmerich Escobar Everly Farrow Fenwick Ferraro Finch Forsyth Frost Galloway
   Garland Gilmore Goddard Grantham Greer Grimaldi Haddad Hale Hammond Harker Hathaway Hayward Henley Hollis Horvath Hurst
   Ibarra Iyer Jansen Jessop Kapoor Kaminski Kessler Kingsley Kowalska Kruger Langley Larsen Lindqvist Linton Lowell
   Mahoney Mallory Marchetti Marsden Mbeki Mercer Milburn Montrose Moreau Mwangi Nakamura Navarro Nesbitt Nilsson Novak
   Nwosu Obrien Okafor Olsen Ortega Paget Palmer Pargeter Pereira Petrova Pickering Polanski Prior Quigley Rahman Ramsay
   Redfern Reinhardt Renshaw Ridley Rosales Rourke Rutherford Sadler Salazar Santoro Sato Schreiber Selwyn Sharma Sheridan
   Silva Skinner Sorensen Stanton Sterling Stroud Swann Takeda Tanner Tennant Thornton Tilbury Trevino Tully Underwood
   Valdez Varga Vasquez Verma Vickers Wakefield Walden Warwick Weber Westbrook Whitlock Wilder Winslow Woodruff Wyatt Yates
   Yilmaz Zamora Ziegler`,
);

export const familyZh = pinyin(
  `王wang 李li 张zhang 刘liu 陈chen 杨yang 黄huang 赵zhao 吴wu 周zhou 徐xu 孙sun 马ma 朱zhu 胡hu 郭guo 何he 高gao 林lin 罗luo
   郑zheng 梁liang 谢xie 宋song 唐tang 许xu 韩han 冯feng 邓deng 曹cao 彭peng 曾zeng 肖xiao 田tian 董dong 袁yuan 潘pan 于yu 蒋jiang
   蔡cai 余yu 杜du 叶ye 程cheng 苏su 魏wei 吕lü 丁ding 任ren 沈shen 姚yao 卢lu 姜jiang 崔cui 钟zhong 谭tan 陆lu 汪wang 范fan 金jin
   石shi 廖liao 贾jia 夏xia 韦wei 付fu 方fang 白bai 邹zou 孟meng 熊xiong 秦qin 邱qiu 江jiang 尹yin 薛xue 闫yan 段duan 雷lei 侯hou
   欧阳ouyang 上官shangguan 诸葛zhuge 司马sima`,
);

/** First characters of a given name of two, for either gender. */
export const givenFirstZh = pinyin(
  `子zi 雨yu 思si 佳jia 文wen 晓xiao 志zhi 明ming 嘉jia 梓zi 宇yu 欣xin 俊jun 静jing 海hai 建jian 国guo 立li 永yong 春chun
   秋qiu 若ruo 诗shi 承cheng 德de 泽ze 一yi 浩hao 天tian 婉wan 慧hui 淑shu 振zhen 景jing 书shu 以yi 沐mu 星xing 云yun 可ke
   亦yi 知zhi 清qing 安an 修xiu 彦yan 启qi 瑞rui 长chang 世shi`,
);

/** Second characters, and given names of one. */
export const givenLastZh = {
  female: pinyin(
    `涵han 桐tong 怡yi 彤tong 琪qi 华hua 玲ling 妍yan 曦xi 萱xuan 燕yan 清qing 敏min 月yue 芬fen 嫣yan 梅mei 娜na 洁jie 琳lin 雯wen
     颖ying 婷ting 薇wei 蕾lei 茜qian 岚lan 宁ning 瑶yao 璐lu 韵yun 菲fei 兰lan 霞xia 芳fang 倩qian 莹ying 珊shan 悦yue 滢ying`,
  ),
  male: pinyin(
    `然ran 远yuan 杰jie 博bo 强qiang 国guo 佑you 哲zhe 栋dong 航hang 新xin 康kang 宇yu 豪hao 胜sheng 鸣ming 轩xuan 磊lei 涛tao 峰feng
     鹏peng 伟wei 军jun 斌bin 凯kai 辉hui 亮liang 飞fei 刚gang 勇yong 毅yi 恒heng 霖lin 睿rui 铭ming 泽ze 川chuan 松song 舟zhou 奇qi`,
  ),
};

function words(text: string): readonly WrittenName[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => ({ text: word, latin: plain(word) }));
}

function pinyin(text: string): readonly WrittenName[] {
  return [...text.matchAll(/(\p{Script=Han}+)([a-zü]+)/gu)].map(([, han = '', latin = '']) => ({
    text: han,
    latin: plain(latin),
  }));
}

/** Mailboxes write ü as v, as keyboards do, and other letters without their marks. */
function plain(word: string): string {
  return word
    .replaceAll('ü', 'v')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
}
