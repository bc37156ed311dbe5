# %% The most frequent value of the last column
import glob
import json

import pandas as pd

winners = pd.read_csv(glob.glob("data/*.csv")[0]).iloc[:, -1]

# %% [answer]
print(json.dumps({"winners": [winners.mode()[0]], "wins": int(winners.value_counts().iloc[0])}, ensure_ascii=False))
