// The style sheet of the HTML report: light and dark, for screens, phones and print.

export const style = `
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1f2328; --soft: #626a73; --line: #d9dce0; --fill: #e9ecef;
  --accent: #2f6f9f; --good: #2a7d4f; --bad: #b0402f; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181c; --ink: #e4e6e8; --soft: #98a1ab; --line: #353b42; --fill: #262b31;
    --accent: #74b0dc; --good: #68c08f; --bad: #e58a7a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
main { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; }
h1 { font-size: 1.7rem; font-weight: 650; letter-spacing: -.01em; margin: 0; }
h2 { font-size: 1.1rem; font-weight: 650; margin: 2.6rem 0 .6rem; }
.lead { color: var(--soft); margin: .3rem 0 0; }
.note { color: var(--soft); font-size: .85rem; margin: .5rem 0 0; max-width: 60rem; }
.scroll { overflow-x: auto; }
.scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums;
  border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink); }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { text-align: left; padding: .42rem .6rem; vertical-align: baseline; font-weight: 400; white-space: nowrap; }
thead th { font-size: .82rem; font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--ink); white-space: nowrap; vertical-align: bottom; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody th { font-weight: 600; }
.right { text-align: right; } td:last-child:not(.right) { white-space: normal; min-width: 8rem; }
.narrow { width: auto; min-width: min(28rem, 100%); }
.baseline > * { color: var(--soft); } .baseline th { font-weight: 400; font-style: italic; }
.score { text-align: right; } .score span:last-child { display: inline-block; min-width: 11.3em; }
.bar { position: relative; display: inline-block; width: 6.5rem; height: .62rem; margin-right: .4rem; background: var(--fill); border-radius: 2px; vertical-align: baseline; }
.bar i { position: absolute; inset: 0 auto 0 0; background: var(--accent); border-radius: 2px; opacity: .75; }
.bar b { position: absolute; top: 50%; height: 0; border-top: 1.5px solid var(--ink); }
.bar b::before, .bar b::after { content: ""; position: absolute; top: -5px; height: 8px; border-left: 1.5px solid var(--ink); }
.bar b::before { left: 0; } .bar b::after { right: 0; }
.baseline .bar i { background: var(--soft); opacity: .45; }
.heat { background: color-mix(in srgb, var(--accent) calc(var(--share) * 34%), transparent); }
.matrix { width: auto; } .matrix th, .matrix td { padding: .2rem .7rem; font-size: .87rem; }
.trials td { font-size: .87rem; padding-block: .22rem; } .trials th { font-size: .87rem; font-weight: 400; padding-block: .22rem; }
.trials .why { white-space: normal; min-width: 18rem; }
.pass { color: var(--good); } .fail { color: var(--bad); } .open { color: var(--soft); }
details { border-top: 1px solid var(--line); } details:last-of-type { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: .55rem 0; font-weight: 600; }
details[open] { padding-bottom: 1.2rem; } details .note { margin-bottom: .7rem; }
figure { margin: 0 0 1rem; overflow-x: auto; } figure svg { width: 100%; min-width: 34rem; max-width: 48rem; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 12px; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; } svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .whisker { stroke: var(--soft); stroke-width: 1.2; }
svg .front { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 4 4; }
svg .on { fill: var(--accent); } svg .off { fill: var(--paper); stroke: var(--soft); stroke-width: 1.5; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) {
  main { padding: 1.4rem .8rem 3rem; } h1 { font-size: 1.4rem; } th, td { padding-inline: .5rem; }
  .bar { width: 4rem; }
  tbody tr + tr > th { box-shadow: inset 0 1px var(--line); }
  tbody th { position: sticky; left: 0; z-index: 1; background: var(--paper); width: 8rem; min-width: 8rem; white-space: normal; overflow-wrap: anywhere; }
}
@media print { details { display: none; } body { font-size: 11px; } }
`;
