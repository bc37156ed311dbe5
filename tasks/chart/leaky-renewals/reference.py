# %%
import os
import re
import pandas as pd

past = pd.read_csv("data/past_members.csv", encoding="utf-8-sig")
current = pd.read_csv("data/current_members.csv", encoding="utf-8-sig")
notes = open("data/columns.md", encoding="utf-8").read()
print(notes)
past.head()

# %% What the description says: which columns were written after the decision, and which way satisfaction runs
rows = {cells[0]: cells for line in notes.splitlines() if line.startswith("| ")
        for cells in [[each.strip() for each in line.strip("| ").split(" | ")]]}
late = [name for name, cells in rows.items() if re.search("day of the export|导出当天", cells[2])]
turned = [bool(re.search("1 is very happy|1 为非常满意", cell)) for cell in rows["satisfaction"][2:4]]
for table, other_way in zip([past, current], turned):
    if other_way:
        table["satisfaction"] = 6 - table["satisfaction"]
print(late, turned)

# %% By plan, the same thing keeps some and drives others away; age and time since joining count at both ends
left = past["outcome"].isin(["left", "离开"])
print(left.groupby([past["plan"], past["satisfaction"]]).mean().unstack().round(2))
print(left.groupby([past["plan"], pd.cut(past["visits_per_month"], [-1, 4, 7, 10, 30])]).mean().unstack().round(2))
print(left.groupby(past["club"]).mean().round(2))
print(left.groupby(pd.cut(past["age"], 6)).mean().round(2))

# %%
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

inputs = [name for name in current.columns if name not in ["member_id", *late]]
together = pd.concat([past[inputs], current[inputs]])
for name in ["age", "joined_months"]:
    together[f"{name}_squared"] = together[name] ** 2
for plan in sorted(past["plan"].unique()):
    for name in ["satisfaction", "visits_per_month"]:
        together[f"{name} {plan}"] = together[name].where(together["plan"] == plan, together[name].mean())
together = pd.get_dummies(together, columns=["plan", "club", "paid_by"]).astype(float)
model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
print(cross_val_score(model, together[: len(past)], left, cv=5, scoring="roc_auc").mean())
model.fit(together[: len(past)], left)

# %%
os.makedirs("output", exist_ok=True)
current["score"] = model.predict_proba(together[len(past):])[:, 1].round(4)
current[["member_id", "score"]].to_csv("output/scores.csv", index=False)
