# %% Another right way, without pandas: it keeps the checks from being narrow
import csv
import json
import os
from decimal import Decimal

with open("data/parcels.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.reader(file))[1:]
parcels = {}
for parcel, _, courier, weight in rows:
    amount, unit = weight.split()
    parcels[parcel] = (courier, Decimal(amount) if unit == "kg" else Decimal(amount) / 1000)

# %%
os.makedirs("output", exist_ok=True)
with open("output/couriers.csv", "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["courier", "kg", "parcels"])
    for name in sorted({courier for courier, _ in parcels.values()}):
        weights = [kg for courier, kg in parcels.values() if courier == name]
        writer.writerow([name, f"{sum(weights):.2f}", len(weights)])

# %% [answer]
print(json.dumps({"parcels": len(parcels), "total_kg": float(round(sum(kg for _, kg in parcels.values()), 2))}))
