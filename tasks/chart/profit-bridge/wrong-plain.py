# %% A careless way: all bars stand on the axis (fails: figure output/bridge.svg)
import os
import re

import matplotlib.pyplot as plt
import pandas as pd

overview, movements = pd.read_excel("data/bridge.xlsx", sheet_name=None, header=None).values()
overview

# %%
title, start = overview.iloc[0, 0], float(overview.iloc[0, 1])
drivers = overview.iloc[3:, 0].dropna().tolist()
movements = movements.iloc[1:, :4]
movements.columns = ["month", "driver", "effect", "amount"]
postings = movements[movements["driver"].notna()].copy()
raises = postings["effect"].isin(["raises", "增加"])
postings["change"] = postings["amount"].astype(float).where(raises, -postings["amount"].astype(float))
change = postings.groupby("driver")["change"].sum().reindex(drivers)
change

# %%
year = int(re.search(r"\d{4}", title).group())
name = (lambda y: f"Profit {y}") if title.startswith("Profit") else (lambda y: f"{y}年利润")
before = start + change.cumsum().shift(fill_value=0)
end = start + change.sum()
labels = [name(year), *drivers, name(year + 1)]
bottoms = [0] * len(labels)
heights = [start, *change, end]
colors = ["#455a64", *("#2e7d32" if step > 0 else "#c62828" for step in change), "#455a64"]

# %%
os.makedirs("output", exist_ok=True)
fig, ax = plt.subplots(figsize=(11, 5))
ax.bar(labels, heights, bottom=bottoms, color=colors)
ax.tick_params(axis="x", rotation=30)
fig.tight_layout()
fig.savefig("output/bridge.svg")
