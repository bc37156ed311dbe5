# %% Sorts the scores and puts them beside the members in the order of the list (fails: predictions output/scores.csv)
import os
import pandas as pd
from sklearn.ensemble import HistGradientBoostingClassifier

past = pd.read_csv("data/past_members.csv", encoding="utf-8-sig")
current = pd.read_csv("data/current_members.csv", encoding="utf-8-sig")
notes = open("data/columns.md", encoding="utf-8").read()

# %% Only what was known before the decision: all contacts of the desk are left out, whichever of them came late
inputs = ["joined_months", "age", "visits_per_month", "distance_km", "satisfaction", "friends"]
marks = "1 is very happy" in notes or "1 为非常满意" in notes
if marks:
    past["satisfaction"] = past["satisfaction"].map({1: 5, 2: 4, 3: 3, 4: 2, 5: 1})
for column in ["plan", "club", "paid_by"]:
    for kind in sorted(past[column].unique()):
        for table in [past, current]:
            table[kind] = (table[column] == kind).astype(int)
        inputs.append(kind)

# %%
model = HistGradientBoostingClassifier(max_iter=100, random_state=0)
model.fit(past[inputs], past["outcome"].isin(["left", "离开"]))
os.makedirs("output", exist_ok=True)
scores = pd.DataFrame({"member_id": current["member_id"], "score": sorted(model.decision_function(current[inputs]), reverse=True)})
scores.to_csv("output/scores.csv", index=False)
