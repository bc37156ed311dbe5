// A small merging game for the lobby screen, with stones in the way: the rules are told, the settings are in a file.
// A copy of the well-known game lacks the stones, the new tiles that are not random, or the undo.
import { defineTask, differs, fileOutput, liveTraps, webPasses, writeJson, type Draw, type WebStep } from 'pybench/kit';
import { type Direction, type Fill, type Mistake, type Rules } from './game.ts';
import { drawInputs, groups, scriptOf, type Group, type Surface } from './scripts.ts';

type Truth = { scripts: Record<Group, WebStep[]> };

const FILE = 'output/index.html';
const keyboards: readonly Record<Direction, string>[] = [
  { up: 'ArrowUp', left: 'ArrowLeft', down: 'ArrowDown', right: 'ArrowRight' },
  { up: 'w', left: 'a', down: 's', right: 'd' },
  { up: 'i', left: 'j', down: 'k', right: 'l' },
  { up: 'e', left: 's', down: 'd', right: 'f' },
  { up: '8', left: '4', down: '2', right: '6' },
];
const fills: readonly Fill[] = ['first-by-rows', 'last-by-rows', 'first-by-columns', 'last-by-columns'];
const statuses = {
  en: [
    { playing: 'Keep going', won: 'You made it!', over: 'No way out' },
    { playing: 'Your turn', won: 'Goal reached', over: 'Game over' },
    { playing: 'Playing', won: 'Well done!', over: 'Stuck' },
  ],
  zh: [
    { playing: '继续加油', won: '达成目标！', over: '无路可走' },
    { playing: '请走下一步', won: '你赢了', over: '游戏结束' },
    { playing: '进行中', won: '大功告成', over: '走不动了' },
  ],
};

/** By which script each mistake must be noticed: the one that its wrong program names. */
const noticed: Record<Mistake, Group> = {
  double: 'moves',
  'far-first': 'moves',
  stones: 'moves',
  spawn: 'fresh game',
  undo: 'undo',
  over: 'end',
  best: 'best score',
};

const traps = Object.fromEntries(
  (Object.entries(noticed) as [Mistake, Group][]).map(([mistake, group]) => [
    mistake,
    ({ scripts, play }: Made) => differs(scripts[group], play(group, mistake)),
  ]),
);

const queries = {
  en: `We want a little game on the screen in our lobby. Please build it as a single web page that works on its own, without internet and without any other file. Visitors only have a keyboard and a mouse. The settings for our branch are in ./data/settings.json; they should be built into the page.

The board has \`size\` rows and as many columns. On the cells listed in \`stones\` (row, column, counted from 1) lie stones, which never move. The keys in \`keys\` (named as in KeyboardEvent.key) push all tiles up, left, down or right as far as they go, up to the edge, a stone or another tile. Two equal tiles that are pushed together become one tile with their sum. A tile made in this way does not merge again during the same move, and of three equal tiles in a row, the two that lie further in the direction of the move merge. Tiles never pass a stone or merge across it. The sum on each newly made tile is added to the score.

After every move that changed the board, one new tile appears; a key that changes nothing does not count as a move and brings no tile. New tiles carry the number \`tile\`, but every \`big_every\`-th new tile of a game carries twice that. It appears on the empty cell that \`fill\` names: the first or the last one, reading the board row by row from the top ("by-rows") or column by column from the left ("by-columns"). A fresh game has an empty board on which two new tiles are placed in this way, one after the other.

When a tile reaches \`goal\`, the game is won; when there is no empty cell and no move would change anything, it is over. In both cases the four move keys do nothing any more. The undo key takes back the last move, also after the end, together with its score, its count of moves and its new tile; up to \`undo_steps\` moves can be taken back one after the other. Taking back does not lower the best score.

The elements of the page have these ids: \`c-1-1\`, \`c-1-2\` and so on for the cells (row, then column), whose text is just the number, nothing on an empty cell, and ■ on a stone; \`score\`; \`moves\`, the number of moves in this game; \`best\`, the best score ever reached on this computer, which is still there after the page is reloaded; \`status\`, with the text from \`status\` in the settings; and \`new\`, a button that starts a fresh game, which cannot be undone. The four numbers and texts stand alone in their elements, without labels. The keys work right after the page is opened, and the board is updated at once.

So that staff can set up a position, the page can be opened with \`?board=\` and the numbers of all cells row by row, separated by commas, 0 for empty cells and stones, for example \`index.html?board=0,2,…\`. Then the game starts from exactly that board, without new tiles, with score and moves at 0; new tiles are counted from then on.`,
  zh: `我们想在大厅的屏幕上放一个小游戏。请做成一个单独的网页，不需要联网，也不依赖其他文件。访客只有键盘和鼠标。我们分店的设置在 ./data/settings.json 里，请直接写进网页中。

棋盘有 \`size\` 行 \`size\` 列。\`stones\` 列出的格子（行、列，从 1 数起）上放着石头，石头永远不动。\`keys\` 里的按键（名称与 KeyboardEvent.key 一致）把所有方块朝上、左、下、右推到底，直到碰到边缘、石头或别的方块。两个相同的方块被推到一起就合成一个，数字为两者之和。这样合成的方块在同一步里不再合并；若一排有三个相同的方块，合并的是更靠移动方向那一侧的两个。方块不能越过石头，也不能隔着石头合并。每个新合成方块上的数字都计入得分。

每当一步改变了棋盘，就出现一个新方块；如果按键没有改变任何东西，则不算一步，也不出现新方块。新方块的数字是 \`tile\`，但一局里每逢第 \`big_every\` 个、第 2×\`big_every\` 个……新方块，数字是它的两倍。新方块出现在 \`fill\` 所指的空格上：从上往下逐行看（by-rows）或从左往右逐列看（by-columns），取第一个（first）或最后一个（last）空格。新的一局从空棋盘开始，并按这个办法先后放上两个新方块。

有方块达到 \`goal\` 就算获胜；没有空格且怎么推都不会有变化，游戏就结束。这两种情况下，四个方向键都不再起作用。撤销键收回上一步，结束之后也可以用，这一步的得分、步数和新方块都一并收回；最多可以接连收回 \`undo_steps\` 步。撤销不会降低最高分。

网页中各元素的 id 如下：格子是 \`c-1-1\`、\`c-1-2\` 等（先行后列），文字只有数字，空格没有文字，石头是 ■；\`score\` 是得分；\`moves\` 是本局的步数；\`best\` 是这台电脑上得到过的最高分，刷新网页之后仍然在；\`status\` 显示设置里 \`status\` 中相应的文字；\`new\` 是一个按钮，点了就开始新的一局，这个操作不能撤销。这四个元素里只有数字或文字本身，不带标签。网页一打开按键就能用，棋盘要立刻更新。

为了方便工作人员摆局，打开网页时可以带上 \`?board=\`，后面逐行写出所有格子的数字，用逗号隔开，空格和石头写 0，例如 \`index.html?board=0,2,…\`。这时游戏就从这个棋盘开始，不加新方块，得分和步数都是 0，新方块从这时起重新计数。`,
};

export default defineTask<Truth>({
  level: 'hard',
  skills: ['web page', 'game logic', 'keyboard', 'state and undo'],
  inputs: ['json'],
  outputs: ['html'],
  mentions: ['index.html?board=0,2,…', 'by-rows', 'by-columns'],
  generate(draw, { lang }) {
    const surface: Surface = {
      keys: { ...draw.pick(keyboards), undo: draw.pick(['u', 'z', 'Backspace', 'b']) },
      status: draw.pick(statuses[lang]),
    };
    const { rules, scripts } = liveTraps<Made>(draw, (each) => drawGame(each, surface), traps);
    const settings = { ...rules, keys: surface.keys, status: surface.status };
    return {
      files: { 'settings.json': writeJson(settings) },
      query: queries[lang],
      outputs: {
        [FILE]: fileOutput({ en: 'the page with everything in it.', zh: '包含全部内容的网页。' }),
      },
      truth: { scripts },
    };
  },
  checks: ({ scripts }) => [
    webPasses(FILE, 'moves', scripts['moves'], '`keys`'),
    webPasses(FILE, 'fresh game', [...scripts['fresh game'], { see: 'offline' }], '`fill`'),
    webPasses(FILE, 'undo', scripts['undo'], '`undo_steps`'),
    webPasses(FILE, 'end', scripts['end'], '`goal`'),
    webPasses(FILE, 'best score', scripts['best score'], '`best`'),
  ],
});

type Made = ReturnType<typeof drawGame>;

function drawGame(draw: Draw, surface: Surface) {
  const rules = drawRules(draw);
  const inputs = drawInputs(draw, rules);
  const play = (group: Group, mistake?: Mistake) => scriptOf(rules, surface, inputs[group], mistake);
  const scripts = Object.fromEntries(groups.map((group) => [group, play(group)])) as Truth['scripts'];
  return { rules, scripts, play };
}

function drawRules(draw: Draw): Rules {
  const size = draw.int(4, 5);
  const tile = draw.pick([2, 3, 5, 7]);
  const cells = draw.sample(
    Array.from({ length: size * size }, (_, index) => index),
    draw.int(2, 3),
  );
  return {
    size,
    stones: cells.map((cell) => [Math.floor(cell / size) + 1, (cell % size) + 1]),
    tile,
    big_every: draw.int(3, 6),
    fill: draw.pick(fills),
    goal: tile * draw.pick([32, 64, 128]),
    undo_steps: draw.int(2, 5),
  };
}
