# %% Another way: the rows stand in the HTML, and the script hides and reorders them
import html
import os

import pandas as pd

stock = pd.read_csv("data/stock.csv", dtype=str, keep_default_na=False)
first, name, place, quantity = stock.columns
chinese = any(ord(each) > 0x2E80 for each in first)
cells = "".join(
    f'<tr data-at="{at}">' + "".join(f"<td>{html.escape(value)}</td>" for value in row) + "</tr>"
    for at, row in enumerate(stock.itertuples(index=False, name=None))
)
heads = "".join(f"<th{' id=h-quantity' if each == quantity else ''}>{html.escape(each)}</th>" for each in stock.columns)
options = "".join(f"<option>{html.escape(each)}</option>" for each in stock[place].drop_duplicates())

# %%
SCRIPT = """
const rows = [...document.querySelectorAll('#rows tr')];
const text = (row, at) => row.cells[at].textContent;
let clicks = 0;
function filter() {
  const wanted = search.value.trim().toLowerCase();
  let count = 0, total = 0;
  for (const row of rows) {
    const fits = text(row, 1).toLowerCase().indexOf(wanted) >= 0 && (place.value === '' || text(row, 2) === place.value);
    row.style.display = fits ? '' : 'none';
    if (fits) { count++; total += +text(row, 3); }
  }
  document.getElementById('count').innerText = count;
  document.getElementById('total').innerText = total;
  none.style.display = count ? 'none' : 'block';
}
document.getElementById('h-quantity').onclick = () => {
  clicks++;
  const rank = (row) => text(row, 3) === '' ? Infinity : clicks % 2 ? +text(row, 3) : -text(row, 3);
  const key = new Map(rows.map((row) => [row, [rank(row), +row.dataset.at]]));
  rows.sort((a, b) => key.get(a)[0] === key.get(b)[0] ? key.get(a)[1] - key.get(b)[1] : key.get(a)[0] - key.get(b)[0]);
  document.getElementById('rows').append(...rows);
};
search.onkeyup = search.oninput = place.onchange = filter;
filter();
"""
os.makedirs("output", exist_ok=True)
with open("output/index.html", "w", encoding="utf-8") as file:
    file.write(
        "<!DOCTYPE html><html><head><meta charset='utf-8'><title>Stock</title><style>body{margin:4px;font:13px sans-serif}"
        "td,th{word-break:break-word;text-align:left}</style></head><body>"
        f"<label>{'搜索' if chinese else 'Find'} <input id='search' size='10'></label>"
        f"<label>{'存放处' if chinese else 'Place'} <select id='place' style='max-width:120px'>"
        f"<option value=''>{'全部' if chinese else 'All'}</option>{options}</select></label>"
        f"<p><b id='count'></b> / <b id='total'></b></p><p id='none'>-</p>"
        f"<table><thead><tr>{heads}</tr></thead><tbody id='rows'>{cells}</tbody></table><script>{SCRIPT}</script></body></html>"
    )
