# %% Turns parts of the round and moves single stops until nothing gets better, from a few starts
import json
import os
import random

import pandas as pd

stops = pd.read_csv("data/stops.csv").fillna("")
drive = pd.read_csv("data/drive_minutes.csv", index_col="from")
depot = next(place for place in drive.index if place not in set(stops["stop"]))


def minute(text):
    return 60 * int(text[:2]) + int(text[3:])


def clock(value):
    return f"{value // 60:02d}:{value % 60:02d}"


names = list(stops["stop"])
n = len(names)
opens = [minute(each) for each in stops["opens"]]
closes = [minute(each) for each in stops["closes"]]
work = [int(each) for each in stops["minutes"]]
first = [names.index(each) if each else None for each in stops["after"]]
go = [[int(drive.loc[a, b]) for b in [*names, depot]] for a in [*names, depot]]


def cost(order):
    place, free, late = n, 480, 0
    done = set()
    for at in order:
        free = max(free + go[place][at], opens[at])
        late += max(0, free - closes[at])
        if first[at] is not None and first[at] not in done:
            late += 60
        done.add(at)
        free += work[at]
        place = at
    return free + go[place][n] + 20 * late


# %%
random.seed(1)
def improved(order):
    best = cost(order)
    while True:
        found = None
        for one in range(n):
            for other in range(n):
                moved = order[:one] + order[one + 1:]
                moved.insert(other, order[one])
                tried = [moved]
                if one < other:
                    tried.append(order[:one] + order[one:other + 1][::-1] + order[other + 1:])
                for each in tried:
                    value = cost(each)
                    if value < best:
                        best, found = value, each
        if found is None:
            return order
        order = found


starts = [sorted(range(n), key=lambda at: closes[at])] + [random.sample(range(n), n) for _ in range(4)]
order = min((improved(each) for each in starts), key=cost)

# %%
rows, place, free = [], n, 480
for position, at in enumerate(order, 1):
    start = max(free + go[place][at], opens[at])
    rows.append((position, names[at], clock(start)))
    place, free = at, start + work[at]
os.makedirs("output", exist_ok=True)
pd.DataFrame(rows, columns=["position", "stop", "start"]).to_csv("output/round.csv", index=False)

# %% [answer]
print(json.dumps({"back_at": clock(free + go[place][n])}))
