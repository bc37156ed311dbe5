# %% Turns the sorted list round for the other direction, ties and blanks included (fails: web sorting)
import csv
import json

with open("data/stock.csv", encoding="utf-8-sig", newline="") as file:
    header, *rows = list(csv.reader(file))
chinese = any(ord(each) > 0x2E80 for each in "".join(header))
len(rows), header

# %%
say = (
    {"lang": "zh", "all": "全部", "search": "搜索", "place": "存放处", "listed": "件，合计", "none": "没有找到"}
    if chinese
    else {"lang": "en", "all": "All", "search": "Search", "place": "Place", "listed": "items, in all", "none": "Nothing found"}
)
PAGE = r"""<!doctype html>
<html lang="#lang#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stock</title>
<style>
  body { font-family: sans-serif; margin: 8px; }
  input, select { max-width: 100%; box-sizing: border-box; }
  table { border-collapse: collapse; width: 100%; table-layout: fixed; }
  th, td { border-bottom: 1px solid #ccc; padding: 4px; text-align: left; overflow-wrap: anywhere; }
  th button { font: inherit; border: 0; background: none; padding: 0; cursor: pointer; overflow-wrap: anywhere; }
</style>
</head>
<body>
<p><label for="search">#search#</label> <input id="search" type="search">
<label for="place">#place#</label> <select id="place"></select></p>
<p><span id="count"></span> #listed# <span id="total"></span></p>
<table><thead><tr id="head"></tr></thead><tbody id="rows"></tbody></table>
<p id="none" hidden>#none#</p>
<script>
const header = #HEADER#;
const items = #ROWS#;
const el = (id) => document.getElementById(id);
let direction = 0;

header.forEach((name, column) => {
  const cell = document.createElement("th");
  cell.textContent = name;
  if (column === 3) cell.id = "h-quantity";
  el("head").append(cell);
});
for (const name of ["#all#", ...new Set(items.map((item) => item[2]))]) {
  const option = document.createElement("option");
  option.textContent = name;
  el("place").append(option);
}

function listed() {
  const wanted = el("search").value.trim().toLowerCase();
  const place = el("place").selectedIndex > 0 ? el("place").value : null;
  const found = items.filter(
    (item) => item[1].toLowerCase().includes(wanted) && (place === null || item[2] === place),
  );
  if (direction !== 0)
    found.sort((a, b) => {
      if (a[3] === "" || b[3] === "") return (a[3] === "") - (b[3] === "");
      return (Number(a[3]) - Number(b[3]));
    });
  return direction < 0 ? found.reverse() : found;
}

function show() {
  const found = listed();
  el("rows").replaceChildren(
    ...found.map((item) => {
      const row = document.createElement("tr");
      for (const value of item) row.insertCell().textContent = value;
      return row;
    }),
  );
  el("count").textContent = found.length;
  el("total").textContent = found.reduce((sum, item) => sum + Number(item[3]), 0);
  el("none").hidden = found.length > 0;
}

el("search").addEventListener("input", show);
el("place").addEventListener("change", show);
el("h-quantity").addEventListener("click", () => {
  direction = direction === 1 ? -1 : 1;
  show();
});
show();
</script>
</body>
</html>
"""


# %%
import os

safe = lambda value: json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
page = PAGE
for key, word in say.items():
    page = page.replace(f"#{key}#", word)
page = page.replace("#HEADER#", safe(header)).replace("#ROWS#", safe(rows))
os.makedirs("output", exist_ok=True)
with open("output/index.html", "w", encoding="utf-8") as file:
    file.write(page)
