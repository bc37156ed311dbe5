# %% A careless way: takes every weight for kilograms (fails: answer total_kg)
import json
import os

import pandas as pd

log = pd.read_csv("data/parcels.csv")
log.columns = ["parcel", "date", "courier", "weight"]
log["kg"] = log["weight"].str.extract(r"([\d.]+)")[0].astype(float)
parcels = log.drop_duplicates("parcel")
os.makedirs("output", exist_ok=True)
parcels.groupby("courier").agg(parcels=("parcel", "size"), kg=("kg", "sum")).round(2).to_csv("output/couriers.csv")

# %% [answer]
print(json.dumps({"parcels": len(parcels), "total_kg": round(parcels["kg"].sum(), 2)}))
