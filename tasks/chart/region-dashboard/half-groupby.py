# %% Grouped as it stands: months of the time stamps, every order counted
import os

import pandas as pd
import plotly.graph_objects as go

orders = pd.read_csv("data/orders.csv")
chinese = orders.columns[0] != "order"
orders.columns = ["order", "created", "region", "type", "status", "amount"]
targets = pd.read_csv("data/targets.csv", index_col=0)
month = pd.to_datetime(orders["created"]).dt.month
labels = [f"{m}月" for m in range(1, 13)] if chinese else "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
everything = "全部区域" if chinese else "All regions"
fig, views = go.Figure(), [everything, *targets.index]
for view in views:
    own = orders["amount"].where(orders["region"] == view, 0) if view != everything else orders["amount"]
    goal = (targets.loc[view] if view != everything else targets.sum()).repeat(3) / 3
    fig.add_bar(x=labels, y=own.groupby(month).sum(), name="收入" if chinese else "Revenue", visible=view == everything)
    fig.add_scatter(x=labels, y=goal, name="目标" if chinese else "Target", visible=view == everything)
shown = [dict(label=v, method="update", args=[{"visible": [w == v for w in views for _ in "bt"]}]) for v in views]
fig.update_layout(updatemenus=[dict(buttons=shown)])
os.makedirs("output", exist_ok=True)
fig.write_html("output/dashboard.html", include_plotlyjs="cdn")
