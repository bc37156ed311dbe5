# %%
import os
import pandas as pd

stops = pd.read_csv("data/stops.csv").fillna("")
drive = pd.read_csv("data/drive_minutes.csv", index_col="from")
depot = next(place for place in drive.index if place not in set(stops["stop"]))
stops, drive.shape, depot

# %%
def minute(text):
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def clock(value):
    return f"{value // 60:02d}:{value % 60:02d}"


names = list(stops["stop"])
opens = [minute(each) for each in stops["opens"]]
closes = [minute(each) for each in stops["closes"]]
work = [int(each) for each in stops["minutes"]]
first = [names.index(each) if each else None for each in stops["after"]]
go = [[int(drive.loc[a, b]) for b in names] for a in names]
out = [int(drive.loc[depot, each]) for each in names]
home = [int(drive.loc[each, depot]) for each in names]
leaves = minute("08:00")

# %% The earliest moment at which a set of stops can be done, with one of them last
n = len(names)
never = 10**9
done = [[never] * n for _ in range(1 << n)]
came = [[None] * n for _ in range(1 << n)]


def finish(at, arrival):
    start = max(arrival, opens[at])
    return never if start > closes[at] else start + work[at]


for at in range(n):
    if first[at] is None:
        done[1 << at][at] = finish(at, leaves + out[at])
for chosen in range(1, 1 << n):
    for last in range(n):
        free = done[chosen][last]
        if free == never:
            continue
        for at in range(n):
            if chosen >> at & 1 or (first[at] is not None and not chosen >> first[at] & 1):
                continue
            then = finish(at, free + go[last][at])
            if then < done[chosen | 1 << at][at]:
                done[chosen | 1 << at][at] = then
                came[chosen | 1 << at][at] = last

# %%
chosen = (1 << n) - 1
at = min(range(n), key=lambda each: done[chosen][each] + home[each])
back = done[chosen][at] + home[at]
order = []
while at is not None:
    order.append((names[at], done[chosen][at] - work[at]))
    chosen, at = chosen & ~(1 << at), came[chosen][at]
order.reverse()
os.makedirs("output", exist_ok=True)
table = pd.DataFrame([(i, name, clock(start)) for i, (name, start) in enumerate(order, 1)], columns=["position", "stop", "start"])
table.to_csv("output/round.csv", index=False)
table

# %% [answer]
import json

print(json.dumps({"back_at": clock(back)}))
