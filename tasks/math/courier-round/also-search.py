# %%
import csv
import heapq
import json
import os

stops = list(csv.DictReader(open("data/stops.csv", encoding="utf-8")))
table = list(csv.DictReader(open("data/drive_minutes.csv", encoding="utf-8")))
names = {each["stop"]: each for each in stops}
drive = {(row["from"], to): int(row[to]) for row in table for to in row if to != "from"}
depot = next(row["from"] for row in table if row["from"] not in names)


def minute(text):
    return 60 * int(text[:2]) + int(text[3:])


# %% The quickest way to every stop, also past others
quickest = dict(drive)
for via in names:
    for here in names:
        for there in names:
            quickest[here, there] = min(quickest[here, there], quickest[here, via] + quickest[via, there])
closes = {name: minute(stop["closes"]) for name, stop in names.items()}

# %% Best first: the state that is free soonest is looked at first, so the first way home that is taken is the quickest
waiting = [(480, depot, frozenset(), ())]
seen = set()
while True:
    free, here, done, order = heapq.heappop(waiting)
    if order and here == depot:
        back = free
        break
    if (here, done) in seen:
        continue
    seen.add((here, done))
    if order and any(free + quickest[here, there] > closes[there] for there in names if there not in done):
        continue
    if len(done) == len(names):
        heapq.heappush(waiting, (free + drive[here, depot], depot, done, order))
    for there, stop in names.items():
        if there in done or (stop["after"] and stop["after"] not in done):
            continue
        start = max(minute(stop["opens"]), free + drive[here, there])
        if start <= minute(stop["closes"]):
            heapq.heappush(waiting, (start + int(stop["minutes"]), there, done | {there}, order + (there,)))
order, back

# %% Every stop as late as possible: being back at the same time, the courier need not hurry anywhere
rows, there, latest = [], depot, back
for here in reversed(order):
    latest = min(minute(names[here]["closes"]), latest - drive[here, there] - int(names[here]["minutes"]))
    rows.append([here, f"{latest // 60:02d}:{latest % 60:02d}"])
    there = here
os.makedirs("output", exist_ok=True)
with open("output/round.csv", "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["stop", "start", "position"])
    for position, row in enumerate(reversed(rows), 1):
        writer.writerow([*row, position])

# %% [answer]
print(json.dumps({"back_at": f"{back // 60:02d}:{back % 60:02d}"}))
