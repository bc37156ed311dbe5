// Web checks with real parts: a browser in the tools image plays the script, and the evaluator compares the results.
import { below } from '../../src/system/index.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import type { CheckFinding } from '../../src/verify/material.ts';
import { checkSchema } from '../../src/verify/index.ts';
import { evaluateWeb } from '../../src/verify/kinds/web/evaluate.ts';
import { openBrowsers } from '../../src/verify/kinds/web/browsers.ts';
import { executeWeb } from '../../src/verify/kinds/web/execute.ts';
import { webPasses, type WebStep } from '../../src/verify/index.ts';
import { allProcesses, descendants, eventually } from '../support/processes.ts';

type Files = Record<string, string>;

const browsers = openBrowsers();
afterAll(() => browsers.close());

async function grade(files: string | Files, steps: WebStep[]): Promise<CheckFinding> {
  const check = webPasses('output/index.html', 'behaviour', steps, 'index.html');
  expect(checkSchema.parse(check)).toEqual(check);
  const all = typeof files === 'string' ? { 'output/index.html': files } : files;
  const given = new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text, 'utf8')]));
  const executions = new Map([[check.name, await executeWeb(check, given, browsers)]]);
  const nothing = { answer: { schema: undefined, block: null }, outputs: {}, files: new Map(), figures: new Map() };
  return evaluateWeb(check, { ...nothing, executions });
}

const shopping = `<!doctype html><html lang="en"><title>Shopping</title>
<style>.done { text-decoration: line-through; color: rgb(0, 128, 0) } [hidden] { display: none }</style>
<label for="item">Item</label><input id="item"><button id="add">Add</button>
<label>Sort <select id="sort"><option value="asc">A to Z</option><option value="desc">Z to A</option></select></label>
<p id="empty">Nothing to buy</p><ul id="list"></ul><p id="clock">0</p>
<a id="save" href="#">Save</a><label>List <input id="load" type="file"></label>
<canvas id="paint" width="40" height="40"></canvas>
<script>
  const $ = (id) => document.getElementById(id);
  let items = JSON.parse(localStorage.getItem('items') ?? '[]');
  const draw = () => {
    const order = [...items].sort((a, b) => (a.name < b.name ? -1 : 1) * ($('sort').value === 'asc' ? 1 : -1));
    $('list').replaceChildren(...order.map((item) => {
      const li = document.createElement('li');
      li.textContent = item.name;
      li.className = item.done ? 'done' : '';
      li.onclick = () => { item.done = !item.done; draw(); };
      return li;
    }));
    $('empty').hidden = items.length > 0;
    localStorage.setItem('items', JSON.stringify(items));
  };
  const add = () => {
    const name = $('item').value.trim();
    if (name) items.push({ name, done: false });
    $('item').value = '';
    $('item').focus();
    draw();
  };
  $('add').onclick = add;
  $('item').onkeydown = (event) => { if (event.key === 'Enter') add(); };
  $('sort').onchange = draw;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.key === 'z') { event.preventDefault(); items.pop(); draw(); }
  });
  $('save').onclick = (event) => {
    event.preventDefault();
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([items.map((item) => item.name + '\\n').join('')]));
    link.download = 'list.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  $('load').onchange = async () => {
    items = (await $('load').files[0].text()).trim().split('\\n').map((name) => ({ name, done: false }));
    draw();
  };
  setInterval(() => ($('clock').textContent = String(Number($('clock').textContent) + 1)), 1000);
  const pen = $('paint').getContext('2d');
  pen.fillStyle = '#3366cc';
  pen.fillRect(0, 0, 40, 20);
  $('paint').title = Math.random().toFixed(6) + ' ' + new Date().toISOString();
  draw();
</script>`;

const visit: WebStep[] = [
  { do: 'open' },
  { see: 'title', is: 'Shopping' },
  { see: 'text', of: '#empty', is: 'Nothing to buy' },
  { do: 'type', on: '#item', text: 'Milk' },
  { do: 'press', key: 'Enter' },
  { see: 'focused', of: '#item', is: true },
  { do: 'type', on: { label: 'Item' }, text: '  Apples <b>red</b> ' },
  { do: 'click', on: { role: 'button', name: 'Add' } },
  { see: 'value', of: '#item', is: '' },
  { see: 'texts', of: '#list li', are: ['Apples <b>red</b>', 'Milk'] },
  { see: 'visible', of: '#empty', is: false },
  { see: 'text', of: '#empty', is: '' },
  { do: 'click', on: '#list li:nth-child(2)' },
  { see: 'class', of: '#list li:nth-child(2)', name: 'done', is: true },
  { see: 'style', of: '#list li.done', property: 'color', is: 'rgb(0, 128, 0)' },
  { see: 'attribute', of: '#list li', name: 'class', is: '' },
  { see: 'attribute', of: '#list li', name: 'id', is: null },
  {
    see: 'storage',
    key: 'items',
    is: [
      { done: true, name: 'Milk' },
      { name: 'Apples <b>red</b>', done: false },
    ],
  },
  { do: 'select', on: '#sort', option: 'Z to A' },
  { see: 'texts', of: '#list li', are: ['Milk', 'Apples <b>red</b>'] },
  { do: 'reload' },
  { see: 'count', of: '#list li', is: 2 },
  { do: 'press', key: 'Control+z' },
  { see: 'texts', of: '#list li', are: ['Milk'] },
  { do: 'click', on: '#save' },
  { see: 'download', name: 'list.txt', text: 'Milk' },
  { do: 'files', on: '#load', files: [{ name: 'new.txt', text: 'Rice\nTea\n' }] },
  { see: 'texts', of: '#list li', are: ['Rice', 'Tea'] },
  { see: 'pixel', of: '#paint', x: 10, y: 10, is: '#3366cc' },
  { see: 'pixel', of: '#paint', x: 10, y: 30, is: '#ffffff' },
  { do: 'resize', width: 360, height: 640 },
  { see: 'fits' },
  { see: 'accessible' },
  { see: 'offline' },
  { see: 'quiet' },
];

describe('a page', { timeout: 120_000 }, () => {
  test('that meets every step of the script passes', async () => {
    expect(await grade(shopping, visit)).toEqual({
      ok: true,
      message: `output/index.html: all ${visit.filter((step) => 'see' in step).length} things looked at are right`,
    });
  });

  test.each([
    ['forgets what was added', "localStorage.setItem('items', JSON.stringify(items))", '0', '"items" in local'],
    ['takes text for HTML', 'li.textContent', 'li.innerHTML', 'the texts of #list li should be'],
    ['does not trim', '.value.trim()', '.value', '"items" in local storage should be'],
    ['ignores Enter', "event.key === 'Enter'", 'false', 'the texts of #list li should be'],
    ['loses the focus', "$('item').focus();", "$('sort').focus();", 'the focused of #item should be true, is false'],
    ['shows what should be hidden', '[hidden] { display: none }', '[hidden] { display: block }', 'visible of #empty'],
    ['has another colour', 'rgb(0, 128, 0)', 'rgb(0, 127, 0)', 'the color of #list li.done'],
    ['saves under another name', 'list.txt', 'list.csv', 'what was downloaded should be'],
    ['saves something else', "item.name + '\\n'", "item.name + ','", 'what was downloaded should be'],
    ['paints another colour', '#3366cc', '#33aacc', 'the colour of #paint at 10, 10 should be "#3366cc"'],
    ['is too wide', '<ul id="list">', '<div style="width:400px">x</div><ul id="list">', 'the page is 4'],
    ['has a field without label', '<label for="item">Item</label>', '<label for="nix">Item</label>', 'field "Item"'],
    ['has a button without name', '<canvas', '<button></button><canvas', 'no name: <button></button>'],
    ['has a picture without alt', '<canvas', '<img src="data:,"><canvas', 'no alt text'],
    ['throws an error', 'draw();\n</script>', 'draw();\nnothing();\n</script>', 'nothing is not defined'],
    ['fetches from elsewhere', '<canvas', '<img alt="" src="https://cdn.example/a.png"><canvas', 'cdn.example/a.png'],
    ['lacks a button', 'id="add"', 'id="plus" disabled', 'element is not enabled'],
    ['asks first', "$('add').onclick = add;", "$('add').onclick = () => confirm('Sure?') && add();", 'confirm: Sure?'],
  ])('that %s fails', async (_, old, fresh, message) => {
    const changed = shopping.replace(old, fresh);
    expect(changed).not.toBe(shopping);
    const found = await grade(changed, visit);
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  test('has a clock that only actions and waits advance, and a seeded Math.random', async () => {
    const [random, first] = ['0.627074', '2025-01-15T09:00:00.000Z'];
    const steps: WebStep[] = [
      { do: 'open' },
      { see: 'attribute', of: '#paint', name: 'title', is: `${random} ${first}` },
      { see: 'text', of: '#clock', is: '0' },
      { do: 'wait', ms: 399 },
      { see: 'text', of: '#clock', is: '0' },
      { do: 'wait', ms: 1 },
      { see: 'text', of: '#clock', is: '1' },
      { do: 'wait', ms: 60_000 },
      { see: 'text', of: '#clock', is: '61' },
    ];
    expect(await grade(shopping, steps)).toMatchObject({ ok: true });
  });

  test('may load other submitted files', async () => {
    const files = {
      'output/index.html':
        '<!doctype html><link rel="stylesheet" href="a/s.css"><p id="p"></p><script type="module" src="./a/m.js"></script>',
      'output/a/s.css': '#p { color: rgb(1, 2, 3) }',
      'output/a/m.js':
        "import { n } from './n.mjs'; document.getElementById('p').textContent = location.search + n + await (await fetch('data.json')).text()",
      'output/a/n.mjs': "export const n = '数';",
      'output/data.json': '[1]',
    };
    const steps: WebStep[] = [
      { do: 'open', search: '?deal=4' },
      { see: 'text', of: '#p', is: '?deal=4数[1]' },
      { see: 'style', of: '#p', property: 'color', is: 'rgb(1, 2, 3)' },
      { see: 'quiet' },
    ];
    expect(await grade(files, steps)).toMatchObject({ ok: true });
    const { 'output/data.json': _, ...less } = files;
    expect(await grade(less, steps)).toMatchObject({ ok: false });
  });

  test.each([
    ['with a narrow letter on the last line', 'width: 3.7em', 'Wood varnish l'],
    ['written from top to bottom', 'writing-mode: vertical-rl', 'Holzlack'],
  ])('shows a text %s', async (_, style, text) => {
    const page = `<!doctype html><title>x</title><p id="name" style="font: 16px sans-serif; ${style}">${text}</p>`;
    const found = await grade(page, [{ do: 'open' }, { see: 'text', of: '#name', is: text }]);
    expect(found, found.message).toMatchObject({ ok: true });
  });

  test('that is missing or is not HTML fails', async () => {
    expect(await grade({}, visit)).toMatchObject({ ok: false, message: 'output/index.html is missing' });
    for (const bytes of ['', '\0\u0001\uFFFF', 'PK\u0003\u0004'])
      expect(await grade(bytes, visit)).toMatchObject({ ok: false });
  });

  test('starts with empty storage in every check', async () => {
    const mark = '<script>localStorage.x ??= 0; localStorage.x++; document.title = localStorage.x</script>';
    const steps: WebStep[] = [{ do: 'open' }, { see: 'title', is: '1' }, { do: 'reload' }, { see: 'title', is: '2' }];
    for (let round = 0; round < 3; round += 1) expect(await grade(mark, steps)).toMatchObject({ ok: true });
  });
});

const hello = '<p id="p">hello</p><button id="b">go</button>';
const greet: WebStep[] = [{ do: 'open' }, { do: 'click', on: '#b' }, { see: 'text', of: '#p', is: 'hello' }];
const onClick = (code: string) => `${hello}<script>document.getElementById('b').onclick = () => { ${code} }</script>`;

const tells = (code: string) =>
  `<p id="p">waiting</p><script>(async () => { ${code} })().then((said) => (p.textContent = said), (error) => (p.textContent = 'no: ' + error.name))</script>`;

describe('a hostile page', { timeout: 240_000 }, () => {
  test.each([
    ['an endless loop', '<script>for (;;);</script>', 'step 1'],
    ['an endless loop on a click', onClick('for (;;);'), 'step 2'],
    ['a hoard of objects', '<script>const a = []; for (;;) a.push(new Array(1e5).fill({}))</script>', ''],
    ['a hoard of buffers', '<script>const a = []; for (;;) a.push(new Uint8Array(1e8).fill(1))</script>', 'memory'],
    [
      'huge canvases',
      onClick(`for (const all = []; ; ) {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 16000;
        canvas.getContext('2d').fillRect(0, 0, 16000, 16000);
        all.push(canvas.getContext('2d').getImageData(0, 0, 9000, 9000));
      }`),
      '',
    ],
    ['alerts without end', '<script>for (;;) alert(1)</script>', ''],
    ['reloading without end', '<p id="p">x</p><script>location.reload()</script>', ''],
    ['windows without end', onClick("for (;;) open('about:blank')"), ''],
    ['leaving for a file', onClick("location = 'file:///etc/passwd'; setTimeout(() => p.remove(), 10)"), 'not there'],
    ['leaving for elsewhere', onClick("location = 'https://example.com/'"), ''],
    [
      'workers that never rest',
      onClick("for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL(new Blob(['for (;;);']))); p.remove()"),
      '',
    ],
  ])('with %s fails, and the next page passes', async (_, page, message) => {
    const found = await grade(page, greet);
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    expect(await grade(hello, greet)).toMatchObject({ ok: true });
  });

  test.each([
    ['the network', "return (await fetch('https://example.com/', { mode: 'no-cors' })).type", 'no: TypeError'],
    [
      'an address of the machine',
      "return (await fetch('http://127.0.0.1:80/', { mode: 'no-cors' })).type",
      'no: TypeError',
    ],
    ['a file by fetch', "return await (await fetch('file:///etc/passwd')).text()", 'no: TypeError'],
    [
      'a socket',
      "return await new Promise((yes) => { const s = new WebSocket('ws://127.0.0.1:1'); s.onopen = () => yes('open'); s.onerror = () => yes('none') })",
      'none',
    ],
    [
      'a service worker',
      "return String(await Promise.race([navigator.serviceWorker.register('index.html'), null]))",
      'undefined',
    ],
    [
      'a frame of a file',
      "const f = document.createElement('iframe'); f.src = 'file:///etc/passwd'; document.body.append(f); await new Promise((yes) => (f.onload = yes)); try { return f.contentDocument.body.textContent } catch { return 'kept out' }",
      '',
    ],
  ])('cannot reach %s', async (_, code, said) => {
    const found = await grade(tells(code), [{ do: 'open' }, { see: 'text', of: '#p', is: said }]);
    if (said) expect(found).toMatchObject({ ok: true });
    else expect(JSON.stringify(found)).not.toContain('root:');
  });

  test('that refuses to be left does not block the next page', async () => {
    const page = `${hello}<script>onbeforeunload = (event) => { event.preventDefault(); return 'stay' }; onunload = () => { for (;;); }</script>`;
    const steps: WebStep[] = [...greet, { do: 'reload' }, ...greet.slice(1)];
    expect((await grade(page, steps)).message).toBeDefined();
    expect(await grade(hello, greet)).toMatchObject({ ok: true });
  });
});

const mine = () => descendants(process.pid).filter(({ command }) => command.includes('chromium-headless-shell'));

describe('the browser', { timeout: 120_000 }, () => {
  test('has no capabilities, no network and no access to files of the machine', async () => {
    expect(await grade(hello, greet)).toMatchObject({ ok: true });
    const { readFileSync, readdirSync } = await import('node:fs');
    const main = mine().find(
      ({ command }) => /^\S*chromium-headless-shell/.test(command) && !command.includes('--type='),
    );
    if (!main) throw new Error('there is no browser');
    const status = readFileSync(`/proc/${main.pid}/status`, 'utf8');
    expect(/^CapEff:\s+0+$/m.test(status)).toBe(true);
    expect(/^Uid:\s+0\s/m.test(status)).toBe(false);
    expect(
      readFileSync(`/proc/${main.pid}/net/dev`, 'utf8')
        .split('\n')
        .filter((line) => line.includes(':')),
    ).toEqual([expect.stringContaining('lo:')]);
    expect(readdirSync(`/proc/${main.pid}/root/mnt`)).toEqual([]);
    expect(readFileSync(`/proc/${main.pid}/environ`, 'utf8')).not.toMatch(/KEY|TOKEN|npm_/);
    expect(readFileSync(`/proc/${main.pid}/mountinfo`, 'utf8')).toMatch(/ \/ ro[, ]/);
    // Chromium runs pages in renderer processes with its own system-call filter.
    const renderer = mine().find(({ command }) => command.includes('--type=renderer'));
    expect(readFileSync(`/proc/${renderer?.pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends when its Node process is ended by %s, even while a page is busy',
    async (signal) => {
      const holder = fork(join(packageRoot, 'test', 'support', 'browser-holder.mjs'), { stdio: 'ignore' });
      const ended = once(holder, 'exit');
      const holds = () => below(holder.pid ?? 0).length;
      expect(await eventually(() => holds() >= 6, 30_000)).toBe(true);
      const pids = new Set(below(holder.pid ?? 0));
      holder.kill(signal);
      await ended;
      const left = () => allProcesses().filter(({ pid }) => pids.has(pid));
      await eventually(() => left().length === 0);
      expect(left()).toEqual([]);
    },
  );
});
