// Pages that show something else than their DOM says, or that forge what the verifier reads; and right pages in other
// forms.
import { ONE_SEED, redTeam, replaced, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/index.html';
const source = ({ reference }: Target) => Buffer.from(reference.files.get(FILE) ?? []).toString('utf8');

/** The reference's page with pieces of its source replaced; every piece must occur. */
const edited =
  (...edits: readonly (readonly [old: string | RegExp, by: string])[]): Make =>
  (target) =>
    withBytes(
      target.reference,
      FILE,
      edits.reduce((page, [old, by]) => replaced(page, old, by), source(target)),
    );
const styled = (css: string): Make => edited(['</style>', `${css}</style>`]);
const appended = (markup: string): Make => edited(['</body>', `${markup}</body>`]);
const first = (code: string): Make => edited(['<head>', `<head><script>${code}</script>`]);

const cover = (more: string) =>
  `<div style="position:fixed;inset:0;z-index:9;pointer-events:none;${more}">still being built</div>`;

/**
 * Scripts that steal expected values from the harness, or replace the functions that tell whether an element is
 * visible.
 */
const forgers = {
  'functions that the page runs for others': first(
    'const real = eval; window.eval = (s) => { const f = real(s); return typeof f === "function" ? (...a) => { const w = a[1]; return w && "is" in w ? w.is : w && "are" in w ? w.are : f(...a); } : f; }; document.addEventListener("DOMContentLoaded", () => (document.body.textContent = ""));',
  ),
  'setters on every object': first(
    'for (const k of ["is", "are"]) Object.defineProperty(Object.prototype, k, { set(v) { document.body.textContent = JSON.stringify(v); }, get() { return undefined; }, configurable: true }); addEventListener("load", () => document.body.replaceChildren());',
  ),
  'replaced functions of elements': edited([
    '<script>',
    `<script>
      Element.prototype.getBoundingClientRect = () => ({ left: 0, right: 1, top: 0, bottom: 1, width: 1, height: 1 });
      Element.prototype.checkVisibility = () => true;
      window.getComputedStyle = () => ({ getPropertyValue: () => '', opacity: '1' });
      addEventListener('load', () => (document.body.style.opacity = 0));
    `,
  ]),
};

function inShadowTree(page: string): string {
  const [, style = '', body = ''] = /<style>([\s\S]*?)<\/style>[\s\S]*<body>([\s\S]*?)<script>/.exec(page) ?? [];
  const inside = `<template id="inside"><style>${style}</style>${body}</template><div id="host"></div>`;
  const attach =
    'const tree = document.getElementById("host").attachShadow({ mode: "open" }); tree.append(document.getElementById("inside").content);';
  return replaced(
    replaced(page, `<body>${body}<script>`, `<body>${inside}<script>${attach}`),
    '=> document.getElementById(id)',
    '=> tree.getElementById(id)',
  );
}

redTeam('software/stock-page', {
  wrong: {
    'the third column is wrong': edited([
      'row.insertCell().textContent = value',
      'row.insertCell().textContent = value === item[2] ? item[0] : value',
    ]),
    'the third column is empty': styled('#rows td:nth-child(3) { font-size: 0 }'),
    'no headings': styled('thead { font-size: 0 }'),
    'headings in another order': edited([
      'header.forEach((name, column) => {',
      'header.forEach((old, column) => { const name = header[[1, 0, 2, 3][column]];',
    ]),
    'a column too many': edited(['return row;', 'row.insertCell().textContent = "x"; return row;']),
    'an option is missing': edited([
      'new Set(items.map((item) => item[2]))',
      'new Set(items.map((item) => item[2]).slice(0, 1))',
    ]),
    'everything is transparent': styled('body { opacity: 0 }'),
    'white on white': styled('body, td, th, span { color: #fff; background: #fff }'),
    'names nearly in the colour of the ground': styled('#rows td:nth-child(2) { color: #fafafa }'),
    'covered by a layer that lets clicks through': appended(cover('background:#fff')),
    'the shadow of another box lies over the rows': appended(
      '<i style="position:absolute;left:0;top:0;width:1px;height:1px;box-shadow:0 0 0 3000px #fff;pointer-events:none"></i>',
    ),
    'rows clipped away': styled('tbody { position: relative } td { clip-path: inset(0 100% 0 0) }'),
    'names off the page': styled(
      '#rows td:nth-child(2) { text-indent: -5000px; overflow: hidden; white-space: nowrap }',
    ),
    'names cut short': styled(
      '#rows td:nth-child(2) { max-width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }',
    ),
    'the number shown is a style’s, not the one of the element': styled(
      '#total { font-size: 0 } #total::after { content: "42"; font-size: 16px }',
    ),
    'a style writes before the number': styled('#count::before { content: "1" }'),
    'no message, an empty field instead': edited([/<p id="none" hidden>.*?<\/p>/, '<p id="none" hidden></p>']),
    'the message is white': styled('#none { color: #fff }'),
    'the table has to be scrolled sideways on a phone': styled(
      'table { display: block; width: auto; overflow-x: auto; table-layout: auto } td, th { min-width: 140px }',
    ),
    'no labels': edited(['<label for="search">', '<label for="other">']),
    'a socket': edited(['<script>', '<script>try { new WebSocket("wss://example.com/") } catch {}']),
    'a beacon': edited(['<script>', '<script>navigator.sendBeacon("https://example.com/", "x");']),
    'a stream of events': edited(['<script>', '<script>new EventSource("https://example.com/");']),
    'a connection of peers': edited(['<script>', '<script>new RTCPeerConnection();']),
    'a hint to fetch from elsewhere': edited([
      '<title>',
      '<link rel="preconnect" href="https://fonts.example/"><title>',
    ]),
    ...forgers,
  },
  right: {
    'a search that waits for 300 ms': edited([
      'el("search").addEventListener("input", show);',
      'let timer; el("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 300); });',
    ]),
    keyup: edited(['"search").addEventListener("input"', '"search").addEventListener("keyup"']),
    'a message that is empty until it is needed': edited(
      [/<p id="none" hidden>(.*?)<\/p>/, '<p id="none"></p>'],
      ['el("none").hidden = found.length > 0', 'el("none").textContent = found.length > 0 ? "" : "–––"'],
    ),
    'the message as a row': edited(
      [/<p id="none" hidden>.*?<\/p>/, ''],
      [
        'el("none").hidden = found.length > 0;',
        'if (found.length === 0) el("rows").innerHTML = "<tr><td id=none colspan=4>nothing here</td></tr>";',
      ],
    ),
    'the message as a row with the id': edited(
      [/<p id="none" hidden>.*?<\/p>/, ''],
      [
        'el("none").hidden = found.length > 0;',
        'if (found.length === 0) el("rows").innerHTML = "<tr id=none><td colspan=4>nothing here</td></tr>";',
      ],
    ),
    'the message by opacity, faded': edited(
      ['</style>', '#none { opacity: 0; transition: opacity 0.3s } #none.on { opacity: 1 }</style>'],
      [/<p id="none" hidden>/, '<p id="none">'],
      ['el("none").hidden = found.length > 0', 'el("none").classList.toggle("on", found.length === 0)'],
    ),
    'rows that fade in': styled('@keyframes in { from { opacity: 0 } } #rows tr { animation: in 0.4s }'),
    'the table in a part that scrolls down': edited(
      ['<table>', '<div style="height:300px;overflow-y:auto"><table>'],
      ['</table>', '</table></div>'],
      ['</style>', 'thead { position: sticky; top: 0; background: #eee }</style>'],
    ),
    'dark, with capitals in the headings and an arrow': styled(
      'body { background: #111; color: #ddd } th { text-transform: uppercase } #h-quantity::after { content: " ▲" }',
    ),
    'cards with their headings on a phone': edited(
      [
        '</style>',
        '@media (max-width: 500px) { thead { position: absolute; left: -9999px } td { display: block } td::before { content: attr(data-label) ": " } }</style>',
      ],
      [
        'for (const value of item) row.insertCell().textContent = value;',
        'item.forEach((value, at) => { const cell = row.insertCell(); cell.textContent = value; cell.dataset.label = header[at]; });',
      ],
    ),
    'places in another order': edited([
      '...new Set(items.map((item) => item[2]))',
      '...[...new Set(items.map((item) => item[2]))].reverse()',
    ]),
    'numbers in fields': edited(
      [/<span id="count"><\/span>/, '<input id="count" readonly aria-label="count" size="5">'],
      ['el("count").textContent =', 'el("count").value ='],
    ),
    'all in a shadow tree': (target) => withBytes(target.reference, FILE, inShadowTree(source(target))),
  },
});

redTeam('software/merge-game', {
  seeds: ONE_SEED,
  wrong: {
    'everything is transparent': styled('body { opacity: 0 }'),
    'another number is shown': styled('.tile { font-size: 0 } .tile::after { content: "8"; font-size: 24px }'),
    'numbers in the colour of their tiles': styled('.cell.tile { color: #f3b27a }'),
    'the board is covered': edited([
      '<div id="board"></div>',
      '<div style="position:relative;display:inline-block"><div id="board"></div><div style="position:absolute;inset:0;background:#bbada0;pointer-events:none"></div></div>',
    ]),
    'stones look like empty cells': styled('.cell.stone { background: #d6cdc4; color: #d6cdc4 }'),
    'the digits are exchanged for dots': styled('.cell { -webkit-text-security: disc }'),
    'the digits are drawn backwards': styled('#score, #moves, .tile { unicode-bidi: bidi-override; direction: rtl }'),
    'the score is off the page': styled('#score { position: absolute; left: -999px }'),
    'the status is hidden behind the board': styled('#status { height: 0; overflow: hidden }'),
    'a socket': edited(['<script>', '<script>try { new WebSocket("wss://example.com/") } catch {}']),
    ...forgers,
  },
  right: {
    'moves that take 150 ms': edited([
      '  show();\n});\ndocument.getElementById("new")',
      '  setTimeout(show, 150);\n});\ndocument.getElementById("new")',
    ]),
    'tiles that grow': styled('@keyframes grow { from { transform: scale(0) } } .tile { animation: grow 0.2s }'),
    'colours that fade': styled('.cell, #score { transition: all 0.4s }'),
    'keys on the board, which has the focus': edited([
      'document.addEventListener("keydown"',
      'board.tabIndex = 0; board.focus();\nboard.addEventListener("keydown"',
    ]),
    'the end over the board, half transparent': edited(
      [
        '</style>',
        '#end { position: absolute; inset: 0; background: rgb(238 228 218 / 50%); display: none; pointer-events: none }</style>',
      ],
      [
        '<div id="board"></div>',
        '<div style="position:relative;display:inline-block"><div id="board"></div><div id="end"></div></div>',
      ],
      [
        'document.getElementById("score").textContent',
        'document.getElementById("end").style.display = status() === "playing" ? "none" : "block";\n  document.getElementById("score").textContent',
      ],
    ),
    'cells in spans': edited([
      'cell.textContent = stones.has(i) ? "■" : value === 0 ? "" : String(value);',
      'cell.innerHTML = stones.has(i) ? "<b>■</b>" : value === 0 ? "<span></span>" : "<span style=\\"display:inline-block\\">" + value + "</span>";',
    ]),
    'a dialog that starts open and leaves the keys alone': edited([
      '<body>',
      '<body><dialog open style="position:static">?</dialog>',
    ]),
    'stones in white on black': styled('.cell.stone { background: #000; color: #fff }'),
  },
});
