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

# %%
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

inputs = [name for name in current.columns if name not in ["member_id", *late]]
together = pd.get_dummies(pd.concat([past[inputs], current[inputs]]), columns=["plan"]).astype(float)
left = past["outcome"].isin(["left", "离开"])
model = make_pipeline(StandardScaler(), LogisticRegression())
model.fit(together[: len(past)], left)

# %%
os.makedirs("output", exist_ok=True)
current["score"] = model.predict_proba(together[len(past):])[:, 1].round(4)
current[["member_id", "score"]].to_csv("output/scores.csv", index=False)
