# %% The log as it is: no price list, no cancellations, all spellings
import os

import matplotlib.pyplot as plt
import pandas as pd

jobs = pd.read_csv("data/jobs.csv")
years = jobs.iloc[:, 1].str[:4]
middle = sorted(years.unique())[1:3]
table = pd.crosstab(jobs.iloc[:, 2], years)[middle]
os.makedirs("output", exist_ok=True)
table.plot.bar(figsize=(10, 5))
plt.tight_layout()
plt.savefig("output/repairs.png")
