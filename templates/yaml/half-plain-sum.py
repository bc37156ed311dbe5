# %% The simplest heuristic that a person would try: every number added up as it stands. It must hardly ever pass.
import json
import os

import pandas as pd

log = pd.read_csv("data/parcels.csv")
log.columns = ["parcel", "date", "courier", "weight"]
log["kg"] = log["weight"].str.extract(r"([\d.]+)")[0].astype(float)
by_courier = log.groupby("courier").agg(parcels=("parcel", "size"), kg=("kg", "sum")).round(2)
os.makedirs("output", exist_ok=True)
by_courier.to_csv("output/couriers.csv")

# %% [answer]
print(json.dumps({"parcels": len(log), "total_kg": round(log["kg"].sum(), 2)}))
