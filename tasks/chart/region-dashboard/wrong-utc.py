# %% A careless way: takes the months of UTC (fails: figure output/dashboard.html)
import os

import pandas as pd
import plotly.graph_objects as go

orders = pd.read_csv("data/orders.csv")
chinese = orders.columns[0] != "order"
orders.columns = ["order", "created", "region", "type", "status", "amount"]
targets = pd.read_csv("data/targets.csv", index_col=0)
orders.head(), targets

# %%
local = pd.to_datetime(orders["created"], utc=True)
year = local.dt.year.mode()[0]
names = {str(name).strip().lower(): name for name in targets.index}
orders["region"] = orders["region"].str.strip().str.lower().map(names)
orders["month"] = local.dt.month
orders["signed"] = orders["amount"].where(~orders["type"].isin(["return", "退货"]), -orders["amount"])
counted = orders[(local.dt.year == year) & ~orders["status"].isin(["cancelled", "已取消"])]
revenue = counted.pivot_table(index="month", columns="region", values="signed", aggfunc="sum")
revenue = revenue.reindex(index=range(1, 13), columns=targets.index).fillna(0)
target = pd.DataFrame({name: row.repeat(3).to_numpy() / 3 for name, row in targets.iterrows()}, index=range(1, 13))
revenue

# %%
everything = "全部区域" if chinese else "All regions"
labels = [f"{month}月" for month in range(1, 13)] if chinese else list(
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
)
bar_name, line_name = ("收入", "目标") if chinese else ("Revenue", "Target")
revenue.insert(0, everything, revenue.sum(axis=1))
target.insert(0, everything, target.sum(axis=1))

# %%
fig = go.Figure()
views = list(revenue.columns)
for view in views:
    first = view == everything
    fig.add_bar(x=labels, y=revenue[view], name=bar_name, visible=first)
    fig.add_scatter(x=labels, y=target[view], name=line_name, mode="lines+markers", visible=first)
buttons = [
    dict(label=view, method="update", args=[{"visible": [each == view for each in views for _ in range(2)]}])
    for view in views
]
fig.update_layout(updatemenus=[dict(buttons=buttons, active=0, x=0, y=1.15)])
os.makedirs("output", exist_ok=True)
fig.write_html("output/dashboard.html", include_plotlyjs="cdn")
