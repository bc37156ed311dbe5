# %% Counts called-off evenings as if a team of that name had won them (fails: answer winners)
import glob
import json

import pandas as pd

nights = pd.read_csv(glob.glob("data/*.csv")[0])
nights.columns = ["date", "venue", "winner"]
counts = nights["winner"].value_counts()

# %% [answer]
print(json.dumps({"winners": list(counts[counts == counts.max()].index), "wins": int(counts.max())}))
