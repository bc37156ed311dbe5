# %% Takes every room whose periods share a factor for one that never meets (fails: table output/together.csv)
import csv
import json
import os
from math import prod

rooms = json.load(open("data/sensors.json", encoding="utf-8"))["rooms"]


def together(sensors):
    cycle = prod(sensor["period_us"] for sensor in sensors)
    total = 0
    for sensor in sensors:
        others = cycle // sensor["period_us"]
        try:
            total += sensor["first_us"] * others * pow(others, -1, sensor["period_us"])
        except ValueError:
            return ""
    moment = total % cycle
    latest = max(sensor["first_us"] for sensor in sensors)
    while moment < latest:
        moment += cycle
    return moment


# %%
os.makedirs("output", exist_ok=True)
with open("output/together.csv", "w", encoding="utf-8", newline="") as file:
    table = csv.writer(file)
    table.writerow(["room", "together_us"])
    table.writerows([room["name"], together(room["sensors"])] for room in rooms)
