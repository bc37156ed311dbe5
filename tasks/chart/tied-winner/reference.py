# %%
import glob
import json

import pandas as pd

path = glob.glob("data/*.csv")[0]
nights = pd.read_csv(path)
nights.columns = ["date", "venue", "winner"]
nights.head()

# %%
played = nights[~nights["winner"].isin(["called off", "取消"])]
counts = played["winner"].value_counts()
top = counts[counts == counts.max()]
top

# %% [answer]
print(json.dumps({"winners": list(top.index), "wins": int(counts.max())}, ensure_ascii=False))
