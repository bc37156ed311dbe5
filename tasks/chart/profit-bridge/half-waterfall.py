# %% All amounts added up as they stand
import os
import re

import matplotlib.pyplot as plt
import pandas as pd

overview, movements = pd.read_excel("data/bridge.xlsx", sheet_name=None, header=None).values()
title, start = overview.iloc[0, 0], float(overview.iloc[0, 1])
drivers = overview.iloc[3:, 0].dropna().tolist()
change = movements.iloc[1:].groupby(1)[3].sum().astype(float).reindex(drivers)
year = int(re.search(r"\d{4}", title).group())
name = (lambda y: f"Profit {y}") if title.startswith("Profit") else (lambda y: f"{y}年利润")
before = start + change.cumsum().shift(fill_value=0)
os.makedirs("output", exist_ok=True)
fig, ax = plt.subplots(figsize=(11, 5))
labels = [name(year), *drivers, name(year + 1)]
colors = ["#455a64", *["#2e7d32"] * len(drivers), "#455a64"]
ax.bar(labels, [start, *change, start + change.sum()], bottom=[0, *before, 0], color=colors)
fig.savefig("output/bridge.svg")
