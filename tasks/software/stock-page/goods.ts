// The items of a hardware store, each in the sizes, lengths or packs in which it is sold, written as on shelf labels, with
// brackets, dots and signs.
import type { Draw, Language } from 'pybench/kit';

type Family = { things: readonly string[]; kinds: readonly string[] };

const goods: Record<Language, readonly Family[]> = {
  en: [
    { things: ['Hex bolt', 'Hex nut', 'Wing nut', 'Threaded rod'], kinds: ['(M5)', '(M6)', '(M8)', '(M10)'] },
    { things: ['Extension lead', 'Garden hose', 'Steel chain', 'Rope'], kinds: ['1.5 m', '2.5 m', '7.5 m', '10 m'] },
    { things: ['Work gloves', 'Overalls', 'Rain jacket'], kinds: ['<S>', '<M>', '<L>', '<XL>'] },
    { things: ['Sandpaper', 'Cable tie', 'Fuse', 'Dust mask'], kinds: ['[10x]', '[25x]', '[100x]'] },
    { things: ['LED bulb', 'Floodlight'], kinds: ['(A+)', '(A++)', '4.5 W', '9 W'] },
    { things: ['Wall paint', 'Wood varnish'], kinds: ['2.5 l', '5 l', '& brush', '& roller'] },
    { things: ['Hammer', 'Spirit level', 'Wheelbarrow', 'Ladder'], kinds: [''] },
  ],
  zh: [
    { things: ['六角螺栓', '六角螺母', '蝶形螺母', '全螺纹螺杆'], kinds: ['(M5)', '(M6)', '(M8)', '(M10)'] },
    { things: ['接线板', '浇水软管', '铁链', '尼龙绳'], kinds: ['1.5 米', '2.5 米', '7.5 米', '10 米'] },
    { things: ['劳保手套', '工作服', '雨衣'], kinds: ['<S>', '<M>', '<L>', '<XL>'] },
    { things: ['砂纸', '扎带', '保险丝', '防尘口罩'], kinds: ['[10只装]', '[25只装]', '[100只装]'] },
    { things: ['LED 灯泡', '投光灯'], kinds: ['(A+)', '(A++)', '4.5 W', '9 W'] },
    { things: ['乳胶漆', '木器清漆'], kinds: ['2.5 升', '5 升', '& 刷子', '& 滚筒'] },
    { things: ['羊角锤', '水平尺', '手推车', '铝合金梯子'], kinds: [''] },
  ],
};

/** In random order; all different. */
export function drawNames(draw: Draw, count: number, lang: Language): string[] {
  const names = goods[lang].flatMap(({ things, kinds }) =>
    things.flatMap((thing) => kinds.map((kind) => `${thing} ${kind}`.trim())),
  );
  return draw.sample(names, count);
}
