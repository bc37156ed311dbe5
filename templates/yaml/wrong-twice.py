# %% Another careless way: counts a parcel that was logged twice as two (fails: answer parcels)
import json
import os

import pandas as pd

log = pd.read_csv("data/parcels.csv")
log.columns = ["parcel", "date", "courier", "weight"]
amount = log["weight"].str.extract(r"([\d.]+)\s*(k?g)")
log["kg"] = amount[0].astype(float) / amount[1].map({"kg": 1, "g": 1000})
os.makedirs("output", exist_ok=True)
log.groupby("courier").agg(parcels=("parcel", "size"), kg=("kg", "sum")).round(2).to_csv("output/couriers.csv")

# %% [answer]
print(json.dumps({"parcels": len(log), "total_kg": round(log["kg"].sum(), 2)}))
