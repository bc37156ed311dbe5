# %% Lets the orders without a region fall out of the totals, though the table has them (fails: table output/averages.xlsx)
import os

import pandas as pd

orders = pd.read_csv("data/orders.csv", encoding="utf-8-sig", dtype=str)
chinese = orders.columns[0] == "订单号"
UNASSIGNED, TOTAL, SHEET = ("未填写", "总体", "平均金额") if chinese else ("Unassigned", "Overall", "Averages")
orders.columns = ["order", "at", "customer", "region", "value"]
orders["value"] = orders["value"].str.replace(",", "").astype(float)
orders["at"] = pd.to_datetime(orders["at"])
year = int(orders["at"].dt.year.value_counts().idxmax())
orders = orders[orders["at"].dt.year == year]
orders["region"] = orders["region"].str.strip().replace("", None)
unassigned = orders[orders["region"].isna()]
orders = orders.dropna(subset=["region"])
orders["quarter"] = "q" + orders["at"].dt.quarter.astype(str)
year, len(orders)

# %% Margins from the orders themselves
pivot = orders.pivot_table(
    values="value", index="region", columns="quarter", aggfunc="mean", margins=True, margins_name=TOTAL
)
pivot = pivot.rename(columns={TOTAL: "year"}).rename_axis(columns=None)
pivot.loc[UNASSIGNED] = unassigned.groupby("q" + unassigned["at"].dt.quarter.astype(str))["value"].mean()
pivot.loc[UNASSIGNED, "year"] = unassigned["value"].mean()
regions = pivot.drop(index=[UNASSIGNED, TOTAL]).sort_values("year", ascending=False).index
pivot = pivot.loc[[*regions, UNASSIGNED, TOTAL]].round(2).reset_index()
pivot

# %%
from openpyxl import load_workbook
from openpyxl.styles import Font

os.makedirs("output", exist_ok=True)
pivot.to_excel("output/averages.xlsx", sheet_name=SHEET, index=False)
book = load_workbook("output/averages.xlsx")
sheet = book[SHEET]
for cell in [*sheet[1], *sheet[sheet.max_row]]:
    cell.font = Font(bold=True)
for row in sheet.iter_rows(min_row=2, min_col=2):
    for cell in row:
        cell.number_format = "#,##0.00"
book.save("output/averages.xlsx")
