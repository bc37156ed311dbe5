# %% Steps by the common period, but takes the product of the periods for their least common multiple (fails: table output/together.csv)
import json
import os

rooms = json.load(open("data/sensors.json", encoding="utf-8"))["rooms"]


def walk(sensors):
    moment, step = max(sensor["first_us"] for sensor in sensors), 1
    for sensor in sensors:
        for _ in range(sensor["period_us"]):
            if (moment - sensor["first_us"]) % sensor["period_us"] == 0:
                break
            moment += step
        else:
            return ""
        step *= sensor["period_us"]
    return str(moment)


# %%
os.makedirs("output", exist_ok=True)
with open("output/together.csv", "w", encoding="utf-8") as file:
    print("room,together_us", file=file)
    for room in rooms:
        print(room["name"], walk(room["sensors"]), sep=",", file=file)
