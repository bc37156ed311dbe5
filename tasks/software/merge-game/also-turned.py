# %% Another way: a table whose moves are all moves to the left, on a board that is turned before and after
import json
import os

settings = json.load(open("data/settings.json", encoding="utf-8"))
size = settings["size"]
rows = "".join(
    "<tr>" + "".join(f'<td id="c-{r}-{c}"></td>' for c in range(1, size + 1)) + "</tr>" for r in range(1, size + 1)
)
stones = [["#" if [r, c] in settings["stones"] else "" for c in range(1, size + 1)] for r in range(1, size + 1)]
goal, tile = settings["goal"], settings["tile"]
turns = {"left": 0, "down": 1, "right": 2, "up": 3}
keys = {settings["keys"][name]: turn for name, turn in turns.items()}
script = f"""
const EMPTY = {json.dumps(stones)};
const KEYS = {json.dumps(keys)};
const UNDO = {json.dumps(settings["keys"]["undo"])};
const WORDS = {json.dumps(settings["status"], ensure_ascii=False)};
const [TILE, EVERY, GOAL, STEPS] = {[tile, settings["big_every"], goal, settings["undo_steps"]]};
const [LAST, ROWS] = [{json.dumps(settings["fill"].startswith("last"))}, {json.dumps(settings["fill"].endswith("rows"))}];
"""
script += r"""
const copy = (grid) => grid.map((row) => [...row]);
// A quarter turn clockwise.
const turn = (grid) => grid[0].map((_, c) => grid.map((row) => row[c]).reverse());
const turned = (grid, times) => (times === 0 ? grid : turned(turn(grid), times - 1));

function left(row) {
  const out = [];
  let points = 0, mergeable = -1, start = 0;
  row.forEach((value, index) => {
    if (value === "") return;
    if (value === "#") {
      while (out.length < index) out.push("");
      out.push("#");
      mergeable = -1;
    } else if (mergeable >= 0 && out[mergeable] === value) {
      out[mergeable] = 2 * value;
      points += 2 * value;
      mergeable = -1;
    } else mergeable = out.push(value) - 1;
  });
  while (out.length < row.length) out.push("");
  return [out, points];
}

function push(grid, times) {
  const lines = turned(grid, times).map(left);
  const after = turned(lines.map(([row]) => row), (4 - times) % 4);
  return [after, lines.reduce((sum, [, points]) => sum + points, 0), JSON.stringify(after) !== JSON.stringify(grid)];
}

function add(game) {
  const spots = [];
  game.grid.forEach((row, r) => row.forEach((value, c) => value === "" && spots.push([r, c])));
  if (!ROWS) spots.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const [r, c] = LAST ? spots[spots.length - 1] : spots[0];
  game.count++;
  game.grid[r][c] = game.count % EVERY ? TILE : 2 * TILE;
}

let games = [];
function begin(grid) {
  games = [{ grid: grid ?? copy(EMPTY), score: 0, moves: 0, count: 0 }];
  if (!grid) { add(games[0]); add(games[0]); }
  paint();
}

function state({ grid }) {
  if (grid.flat().some((value) => value !== "#" && value >= GOAL && value !== "")) return "won";
  return [0, 1, 2, 3].some((times) => push(grid, times)[2]) || grid.flat().includes("") ? "playing" : "over";
}

function paint() {
  const game = games[games.length - 1];
  game.grid.forEach((row, r) => row.forEach((value, c) => {
    document.querySelector(`#c-${r + 1}-${c + 1}`).innerText = value === "#" ? "■" : value;
  }));
  localStorage.best = Math.max(localStorage.best || 0, game.score);
  for (const [id, text] of Object.entries({ score: game.score, moves: game.moves, best: localStorage.best, status: WORDS[state(game)] }))
    document.querySelector("#" + id).innerText = text;
}

window.onkeydown = (event) => {
  const game = games[games.length - 1];
  if (event.key === UNDO) {
    if (games.length > 1) games.pop();
  } else if (event.key in KEYS && state(game) === "playing") {
    const [grid, points, changed] = push(game.grid, KEYS[event.key]);
    if (changed) {
      const next = { grid: copy(grid), score: game.score + points, moves: game.moves + 1, count: game.count };
      add(next);
      games = [...games, next].slice(-STEPS - 1);
    }
  }
  paint();
};
document.querySelector("#new").onclick = (event) => { begin(); event.target.blur(); };

const numbers = new URL(location).searchParams.get("board")?.split(",");
begin(numbers && EMPTY.map((row, r) => row.map((value, c) => value || Number(numbers[r * row.length + c]) || "")));
"""

# %%
os.makedirs("output", exist_ok=True)
with open("output/index.html", "w", encoding="utf-8") as file:
    file.write(
        '<!DOCTYPE html><meta charset="utf-8"><title>2048</title><style>td{width:3em;height:3em;border:1px solid;text-align:center}</style>'
        '<p>Score <b id="score"></b> Moves <b id="moves"></b> Best <b id="best"></b></p><p id="status"></p>'
        f'<table>{rows}</table><button id="new">New game</button><script>{script}</script>'
    )
