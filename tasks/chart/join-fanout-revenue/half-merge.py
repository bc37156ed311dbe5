# %% One merge of everything, summed as it comes
import os

import pandas as pd

orders = pd.read_csv("data/orders.csv")
orders.columns = ["order", "date", "customer", "region", "status"]
items = pd.read_csv("data/order_items.csv")
items.columns = ["order", "product", "quantity", "price"]
refunds = pd.read_csv("data/refunds.csv")
refunds.columns = ["refund", "order", "date", "amount", "reason"]
merged = orders.merge(items, on="order").merge(refunds, on="order", how="left")
merged["net"] = merged["quantity"] * merged["price"] - merged["amount"].fillna(0)
result = merged.groupby("region").agg(orders=("order", "nunique"), net_revenue=("net", "sum")).round(2).reset_index()
os.makedirs("output", exist_ok=True)
result.to_csv("output/revenue_by_region.csv", index=False)
