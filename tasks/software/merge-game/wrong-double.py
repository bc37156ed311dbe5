# %% A merged tile merges once more in the same move (fails: web moves)
import json

settings = json.load(open("data/settings.json", encoding="utf-8"))
settings

# %% The page: all state in one object, kept whole in the history
PAGE = r"""<!doctype html>
<html lang="#LANG#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merge</title>
<style>
  body { font-family: sans-serif; text-align: center; background: #faf8ef; color: #444; }
  #board { display: inline-grid; gap: 6px; padding: 6px; background: #bbada0; border-radius: 6px; }
  .cell { width: 64px; height: 64px; line-height: 64px; font-size: 24px; font-weight: bold; background: #d6cdc4; border-radius: 4px; }
  .cell.tile { background: #f3b27a; }
  .cell.stone { background: #776e65; color: #776e65; }
  dl { display: flex; gap: 24px; justify-content: center; }
  dt { font-size: 12px; } dd { margin: 0; font-size: 22px; }
</style>
</head>
<body>
<dl>
  <div><dt>Score</dt><dd id="score"></dd></div>
  <div><dt>Moves</dt><dd id="moves"></dd></div>
  <div><dt>Best</dt><dd id="best"></dd></div>
</dl>
<p id="status" role="status"></p>
<div id="board"></div>
<p><button id="new" type="button">New game</button></p>
<script>
const S = #SETTINGS#;
const N = S.size;
const stones = new Set(S.stones.map(([r, c]) => (r - 1) * N + c - 1));
const board = document.getElementById("board");
board.style.gridTemplateColumns = `repeat(${N}, 64px)`;
const cells = [];
for (let i = 0; i < N * N; i++) {
  const cell = document.createElement("div");
  cell.id = `c-${Math.floor(i / N) + 1}-${(i % N) + 1}`;
  cell.className = "cell";
  board.append(cell);
  cells.push(cell);
}

const reading = [];
for (let a = 0; a < N; a++)
  for (let b = 0; b < N; b++) reading.push(S.fill.endsWith("by-rows") ? a * N + b : b * N + a);
if (S.fill.startsWith("last")) reading.reverse();

let state, history;
let best = Number(localStorage.getItem("merge-best") || 0);

function drop(game) {
  const place = reading.find((i) => game.cells[i] === 0 && !stones.has(i));
  if (place === undefined) return;
  game.dropped += 1;
  game.cells[place] = game.dropped % S.big_every === 0 ? 2 * S.tile : S.tile;
}

function fresh() {
  state = { cells: Array(N * N).fill(0), score: 0, moves: 0, dropped: 0 };
  history = [];
  drop(state);
  drop(state);
}

function slide(game, direction) {
  const result = game.cells.slice();
  let gained = 0;
  for (let line = 0; line < N; line++) {
    let run = [];
    const close = () => {
      const values = run.map((i) => game.cells[i]).filter((v) => v > 0);
      const merged = [];
      for (const value of values) {
        if (merged[merged.length - 1] === value) {
          merged[merged.length - 1] = 2 * value;
          gained += 2 * value;
        } else merged.push(value);
      }
      run.forEach((i, k) => (result[i] = merged[k] || 0));
      run = [];
    };
    for (let step = 0; step < N; step++) {
      const along = direction === "left" || direction === "up" ? step : N - 1 - step;
      const i = direction === "left" || direction === "right" ? line * N + along : along * N + line;
      if (stones.has(i)) close();
      else run.push(i);
    }
    close();
  }
  const changed = result.some((v, i) => v !== game.cells[i]);
  return { cells: result, gained, changed };
}

function status() {
  if (state.cells.some((v) => v >= S.goal)) return "won";
  if (state.cells.some((v, i) => v === 0 && !stones.has(i))) return "playing";
  const possible = ["up", "left", "down", "right"].some((d) => slide(state, d).changed);
  return possible ? "playing" : "over";
}

function move(direction) {
  if (status() !== "playing") return;
  const { cells: next, gained, changed } = slide(state, direction);
  if (!changed) return;
  history.push(state);
  if (history.length > S.undo_steps) history.shift();
  state = { cells: next, score: state.score + gained, moves: state.moves + 1, dropped: state.dropped };
  drop(state);
  if (state.score > best) {
    best = state.score;
    localStorage.setItem("merge-best", String(best));
  }
}

function undo() {
  if (history.length > 0) state = history.pop();
}

function show() {
  cells.forEach((cell, i) => {
    const value = state.cells[i];
    cell.textContent = stones.has(i) ? "■" : value === 0 ? "" : String(value);
    cell.className = "cell" + (stones.has(i) ? " stone" : value ? " tile" : "");
  });
  document.getElementById("score").textContent = state.score;
  document.getElementById("moves").textContent = state.moves;
  document.getElementById("best").textContent = best;
  document.getElementById("status").textContent = S.status[status()];
}

document.addEventListener("keydown", (event) => {
  const name = Object.keys(S.keys).find((each) => S.keys[each] === event.key);
  if (!name) return;
  event.preventDefault();
  if (name === "undo") undo();
  else move(name);
  show();
});
document.getElementById("new").addEventListener("click", () => {
  fresh();
  show();
});

fresh();
const given = new URLSearchParams(location.search).get("board");
if (given) state = { cells: given.split(",").map(Number), score: 0, moves: 0, dropped: 0 };
show();
</script>
</body>
</html>
"""

# %%
import os

lang = "zh" if any(ord(each) > 0x2E80 for each in settings["status"]["playing"]) else "en"
page = PAGE.replace("#LANG#", lang).replace("#SETTINGS#", json.dumps(settings, ensure_ascii=False))
os.makedirs("output", exist_ok=True)
with open("output/index.html", "w", encoding="utf-8") as file:
    file.write(page)
