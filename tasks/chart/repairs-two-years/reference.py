# %%
import os

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

jobs = pd.read_csv("data/jobs.csv")
jobs.columns = ["job", "day", "kind", "status"]
kinds = pd.read_csv("data/price_list.csv").iloc[:, 0].tolist()
jobs["status"].value_counts(), jobs["day"].str[:4].value_counts()

# %% The years of the request: the two middle years of the log
jobs["year"] = jobs["day"].str[:4]
jobs["key"] = jobs["kind"].str.strip().str.lower()
seen = sorted(jobs["year"].unique())
years = seen[1:3] if len(seen) == 4 else seen
done = jobs[~jobs["status"].isin(["cancelled", "已取消"])]
table = pd.crosstab(done["key"], done["year"])
table = table.reindex(index=[kind.lower() for kind in kinds], columns=years, fill_value=0)
table

# %%
os.makedirs("output", exist_ok=True)
places = np.arange(len(kinds))
fig, ax = plt.subplots(figsize=(10, 5))
for step, year in enumerate(years):
    ax.bar(places + (step - 0.5) * 0.4, table[year], 0.4, label=year)
ax.set_xticks(places, kinds, rotation=30, ha="right")
ax.set_ylabel("Jobs")
ax.legend()
fig.tight_layout()
fig.savefig("output/repairs.png")
