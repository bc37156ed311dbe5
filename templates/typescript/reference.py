# %% A right way. Cells begin with this marker; they run one by one, as an agent would run them.
import json
import os

import pandas as pd

log = pd.read_csv("data/parcels.csv")
log.columns = ["parcel", "date", "courier", "weight"]  # the header is in the language of the query
log.head()

# %%
amount = log["weight"].str.extract(r"([\d.]+)\s*(k?g)")
log["kg"] = amount[0].astype(float) / amount[1].map({"kg": 1, "g": 1000})
parcels = log.drop_duplicates("parcel")
by_courier = parcels.groupby("courier").agg(parcels=("parcel", "size"), kg=("kg", "sum")).round(2)
os.makedirs("output", exist_ok=True)
by_courier.to_csv("output/couriers.csv")
by_courier

# %% [answer]
print(json.dumps({"parcels": len(parcels), "total_kg": round(parcels["kg"].sum(), 2)}))
