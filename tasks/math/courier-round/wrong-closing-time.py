# %% Takes the closing time for when the work must be done (fails: certificate output/round.csv)
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
n = len(names)
opens = [minute(each) for each in stops["opens"]]
closes = [minute(each) for each in stops["closes"]]
work = [int(each) for each in stops["minutes"]]
closes = [close - minutes for close, minutes in zip(closes, work)]
first = [names.index(each) if each else None for each in stops["after"]]
go = [[int(drive.loc[a, b]) for b in names] for a in names]
out = [int(drive.loc[depot, each]) for each in names]
home = [int(drive.loc[each, depot]) for each in names]
leaves = minute("08:00")

# %% The quickest way between two stops, perhaps past others: what cannot be reached in time even so is lost
quickest = [row[:] for row in go]
for via in range(n):
    for a in range(n):
        for b in range(n):
            quickest[a][b] = min(quickest[a][b], quickest[a][via] + quickest[via][b])

# %% The earliest moment at which a set of stops can be done, with one of them last; sets grow stop by stop
layer = {(1 << at, at): (max(leaves + out[at], opens[at]) + work[at], None)
         for at in range(n) if first[at] is None and leaves + out[at] <= closes[at]}
layers = [layer]
for _ in range(n - 1):
    following = {}
    for (chosen, last), (free, _) in layer.items():
        left = [at for at in range(n) if not chosen >> at & 1]
        if any(free + quickest[last][at] > closes[at] for at in left):
            continue
        for at in left:
            arrival = free + go[last][at]
            if arrival > closes[at] or (first[at] is not None and not chosen >> first[at] & 1):
                continue
            then = max(arrival, opens[at]) + work[at]
            key = (chosen | 1 << at, at)
            if key not in following or then < following[key][0]:
                following[key] = (then, last)
    layer = following
    layers.append(layer)
[len(each) for each in layers]

# %% If no round is done in time, the stops in the order in which they close
order = []
if layer:
    at = min((last for _, last in layer), key=lambda each: layer[(1 << n) - 1, each][0] + home[each])
    chosen = (1 << n) - 1
    back = layer[chosen, at][0] + home[at]
    for layer in reversed(layers):
        free, before = layer[chosen, at]
        order.append((names[at], free - work[at]))
        chosen, at = chosen & ~(1 << at), before
    order.reverse()
else:
    free, place = leaves, None
    for at in sorted(range(n), key=lambda each: closes[each]):
        start = max(free + (out[at] if place is None else go[place][at]), opens[at])
        order.append((names[at], start))
        free, place = start + work[at], at
    back = free + home[place]
os.makedirs("output", exist_ok=True)
table = pd.DataFrame([(i, name, clock(start)) for i, (name, start) in enumerate(order, 1)], columns=["position", "stop", "start"])
table.to_csv("output/round.csv", index=False)
table

# %% [answer]
import json

print(json.dumps({"back_at": clock(back)}))
