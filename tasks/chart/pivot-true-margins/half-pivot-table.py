# %% pivot_table with its own margins, over the file as it is; only the look is seen to
import os

import pandas as pd
from openpyxl import load_workbook
from openpyxl.styles import Font

orders = pd.read_csv("data/orders.csv", encoding="utf-8-sig")
chinese = orders.columns[0] == "订单号"
sheet_name = "平均金额" if chinese else "Averages"
orders.columns = ["order", "at", "customer", "region", "value"]
orders["value"] = orders["value"].astype(str).str.replace(",", "").astype(float)
orders["quarter"] = "q" + pd.to_datetime(orders["at"]).dt.quarter.astype(str)
pivot = orders.pivot_table(
    values="value", index="region", columns="quarter", aggfunc="mean", margins=True, margins_name="year"
)
pivot = pivot.rename(index={"year": "总体" if chinese else "Overall"}).rename_axis(columns=None).round(2).reset_index()
os.makedirs("output", exist_ok=True)
pivot.to_excel("output/averages.xlsx", sheet_name=sheet_name, index=False)
book = load_workbook("output/averages.xlsx")
sheet = book[sheet_name]
for cell in [*sheet[1], *sheet[sheet.max_row]]:
    cell.font = Font(bold=True)
for row in sheet.iter_rows(min_row=2, min_col=2):
    for cell in row:
        cell.number_format = "0.00"
book.save("output/averages.xlsx")
