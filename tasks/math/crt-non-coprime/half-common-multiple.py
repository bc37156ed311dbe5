# %% The least common multiple of the periods, after the last start
import csv
import json
import math
import os

rooms = json.load(open("data/sensors.json", encoding="utf-8"))["rooms"]
os.makedirs("output", exist_ok=True)
with open("output/together.csv", "w", encoding="utf-8", newline="") as file:
    table = csv.writer(file)
    table.writerow(["room", "together_us"])
    for room in rooms:
        step = math.lcm(*(sensor["period_us"] for sensor in room["sensors"]))
        table.writerow([room["name"], max(sensor["first_us"] for sensor in room["sensors"]) + step])
