# %% Stops at the first leader (fails: answer winners)
import glob
import json

import pandas as pd

nights = pd.read_csv(glob.glob("data/*.csv")[0])
nights.columns = ["date", "venue", "winner"]
counts = nights.loc[~nights["winner"].isin(["called off", "取消"]), "winner"].value_counts()

# %% [answer]
print(json.dumps({"winners": [counts.idxmax()], "wins": int(counts.max())}))
