# %% Another way: plain counting, and pandas draws the bars lying
import csv
import os
from collections import Counter

import matplotlib.pyplot as plt
import pandas as pd

with open("data/price_list.csv", encoding="utf-8") as lines:
    kinds = [row[0] for row in list(csv.reader(lines))[1:]]
counts = Counter()
with open("data/jobs.csv", encoding="utf-8") as lines:
    for _, day, kind, status in list(csv.reader(lines))[1:]:
        if status not in ("cancelled", "已取消"):
            counts[day[:4], " ".join(kind.split()).casefold()] += 1
years = sorted({year for year, _ in counts})
years = years[1:3] if len(years) == 4 else years

# %%
frame = pd.DataFrame({year: [counts[year, kind.casefold()] for kind in kinds] for year in years}, index=kinds)
ax = frame.plot.barh(figsize=(7, 8), width=0.8, edgecolor="black", alpha=0.9)
ax.grid(axis="x")
ax.invert_yaxis()
os.makedirs("output", exist_ok=True)
plt.savefig("output/repairs.png", dpi=150, bbox_inches="tight")
