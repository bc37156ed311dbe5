# %% Another way: openpyxl, sums by hand, and white bars that lift the coloured ones up
import os

import matplotlib.pyplot as plt
from openpyxl import load_workbook

overview, movements = load_workbook("data/bridge.xlsx", data_only=True).worksheets
cells = list(overview.iter_rows(values_only=True))
title, start = cells[0][0], cells[0][1]
at = next(index for index, row in enumerate(cells) if index and row[0])
totals = {row[0]: 0 for row in cells[at + 1 :] if row[0]}
for month, driver, effect, amount in list(movements.iter_rows(values_only=True))[1:]:
    if driver:
        totals[driver] += amount if effect in ("raises", "增加") else -amount

# %%
digits = "".join(letter for letter in title if letter.isdigit())[:4]
pattern = "Profit {}" if title.startswith("Profit") else "{}年利润"
plt.rcParams["svg.fonttype"] = "none"
fig, ax = plt.subplots(figsize=(12, 6))
ax.bar(pattern.format(digits), start, color="#455a64", width=0.6)
level = start
for driver, step in totals.items():
    low, high = sorted((level, level + step))
    ax.bar(driver, low, color="white", width=0.6)
    ax.bar(driver, high - low, bottom=low, color="#2E7D32" if step > 0 else "#C62828", width=0.6)
    level += step
ax.bar(pattern.format(int(digits) + 1), level, color="#455a64", width=0.6)
ax.set_title("Bridge")
plt.xticks(rotation=45)
os.makedirs("output", exist_ok=True)
plt.savefig("output/bridge.svg", bbox_inches="tight")
