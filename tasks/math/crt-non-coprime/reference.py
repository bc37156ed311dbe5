# %%
import json

with open("data/sensors.json", encoding="utf-8") as file:
    rooms = json.load(file)["rooms"]
[(room["name"], len(room["sensors"])) for room in rooms]

# %%
from math import gcd


def together(sensors):
    """Merge the sensors one by one into a single beat (moment, step)."""
    moment, step = 0, 1
    for sensor in sensors:
        first, period = sensor["first_us"], sensor["period_us"]
        common = gcd(step, period)
        if (first - moment) % common:
            return None
        times = (first - moment) // common * pow(step // common, -1, period // common) % (period // common)
        moment += step * times
        step *= period // common
    started = max(sensor["first_us"] for sensor in sensors)
    return moment + max(0, -(-(started - moment) // step)) * step


# %%
import csv
import os

os.makedirs("output", exist_ok=True)
with open("output/together.csv", "w", encoding="utf-8", newline="") as file:
    table = csv.writer(file)
    table.writerow(["room", "together_us"])
    for room in rooms:
        moment = together(room["sensors"])
        table.writerow([room["name"], "" if moment is None else moment])
print(open("output/together.csv", encoding="utf-8").read())
