# %% The whole list as a table, with the controls that were named but nothing behind them
import os

import pandas as pd

stock = pd.read_csv("data/stock.csv", dtype=str).fillna("")
zh = any(ord(each) > 0x2E80 for each in "".join(stock.columns))
body = "".join("<tr>" + "".join(f"<td>{str(v).replace('&', '&amp;').replace('<', '&lt;')}</td>" for v in row) + "</tr>" for row in stock.values)
heads = "".join(f"<th>{name}</th>" for name in stock.columns[:-1]) + f'<th id="h-quantity">{stock.columns[-1]}</th>'
places = "".join(f"<option>{place}</option>" for place in ["全部" if zh else "All", *stock.iloc[:, 2].unique()])
total = pd.to_numeric(stock.iloc[:, -1], errors="coerce").sum()
page = f"""<!doctype html><meta charset="utf-8"><title>Stock</title>
<label>Search <input id="search"></label><label>Place <select id="place">{places}</select></label>
<p><b id="count">{len(stock)}</b> <b id="total">{total:.0f}</b></p><p id="none" hidden>-</p>
<div style="overflow:auto"><table><thead><tr>{heads}</tr></thead><tbody id="rows">{body}</tbody></table></div>"""
os.makedirs("output", exist_ok=True)
with open("output/index.html", "w", encoding="utf-8") as file:
    file.write(page)
