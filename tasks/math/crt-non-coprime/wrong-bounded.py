# %% Looks at the first hundred million microseconds only and takes the rest for never (fails: table output/together.csv)
import csv
import json
import os

import numpy as np

rooms = json.load(open("data/sensors.json", encoding="utf-8"))["rooms"]


def together(sensors):
    slowest = max(sensors, key=lambda sensor: sensor["period_us"])
    moments = np.arange(slowest["first_us"], 100_000_000, slowest["period_us"], dtype=np.int64)
    for sensor in sensors:
        moments = moments[(moments >= sensor["first_us"]) & ((moments - sensor["first_us"]) % sensor["period_us"] == 0)]
    return int(moments[0]) if len(moments) else ""


# %%
os.makedirs("output", exist_ok=True)
with open("output/together.csv", "w", encoding="utf-8", newline="") as file:
    table = csv.writer(file)
    table.writerow(["room", "together_us"])
    table.writerows([room["name"], together(room["sensors"])] for room in rooms)
