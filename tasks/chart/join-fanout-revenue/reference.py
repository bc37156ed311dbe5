# %%
import os

import pandas as pd

orders = pd.read_csv("data/orders.csv")
orders.columns = ["order", "date", "customer", "region", "status"]
items = pd.read_csv("data/order_items.csv")
items.columns = ["order", "product", "quantity", "price"]
refunds = pd.read_csv("data/refunds.csv")
refunds.columns = ["refund", "order", "date", "amount", "reason"]
orders["region"].value_counts()

# %% Sum items and refunds per order first, so that the join is one to one
orders["region"] = orders["region"].str.strip().str.title()
orders = orders[~orders["status"].isin(["Cancelled", "已取消"])]
sold = (items["quantity"] * items["price"]).groupby(items["order"]).sum()
paid_back = refunds.groupby("order")["amount"].sum()
orders = orders.assign(net=orders["order"].map(sold).fillna(0) - orders["order"].map(paid_back).fillna(0))
orders.head()

# %%
result = orders.groupby("region").agg(orders=("order", "size"), net_revenue=("net", "sum")).round(2).reset_index()
os.makedirs("output", exist_ok=True)
result.to_csv("output/revenue_by_region.csv", index=False)
result
