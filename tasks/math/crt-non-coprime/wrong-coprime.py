# %% Uses the formula for coprime periods on all rooms: product of the periods, and an "inverse" that need not exist (fails: table output/together.csv)
import csv
import json
import os
from math import prod

rooms = json.load(open("data/sensors.json", encoding="utf-8"))["rooms"]


def inverse(a, m):
    """Extended Euclid, without a look at the gcd."""
    old, now, x, next_x = a, m, 1, 0
    while now:
        times = old // now
        old, now, x, next_x = now, old - times * now, next_x, x - times * next_x
    return x % m


def together(sensors):
    cycle = prod(sensor["period_us"] for sensor in sensors)
    total = 0
    for sensor in sensors:
        others = cycle // sensor["period_us"]
        total += sensor["first_us"] * others * inverse(others % sensor["period_us"], sensor["period_us"])
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
