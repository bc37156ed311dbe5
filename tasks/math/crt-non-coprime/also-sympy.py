# %% With sympy's solver of congruences, and pandas for the table
import json
import os

import pandas as pd
from sympy.ntheory.modular import solve_congruence

rooms = json.load(open("data/sensors.json", encoding="utf-8"))["rooms"]
rows = []
for room in rooms:
    sensors = pd.DataFrame(room["sensors"])
    found = solve_congruence(*((int(a) % int(m), int(m)) for a, m in zip(sensors["first_us"], sensors["period_us"])))
    if found is None:
        rows.append((room["name"], None))
        continue
    moment, cycle = (int(each) for each in found)
    latest = int(sensors["first_us"].max())
    while moment < latest:
        moment += cycle
    rows.append((room["name"], moment))

# %%
os.makedirs("output", exist_ok=True)
table = pd.DataFrame(rows, columns=["room", "together_us"]).astype({"together_us": "Int64"})
table.to_csv("output/together.csv", index=False)
table
