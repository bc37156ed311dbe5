# %% Overlooks that the two lists write satisfaction in opposite ways (fails: predictions output/scores.csv)
import os
import pandas as pd
from sklearn.ensemble import HistGradientBoostingClassifier

past = pd.read_csv("data/past_members.csv", encoding="utf-8-sig")
current = pd.read_csv("data/current_members.csv", encoding="utf-8-sig")

# %% Only what was known before the decision: all contacts of the desk are left out, whichever of them came late
inputs = ["joined_months", "age", "visits_per_month", "distance_km", "satisfaction", "friends"]
for column in ["plan", "club", "paid_by"]:
    for kind in sorted(past[column].unique()):
        for table in [past, current]:
            table[kind] = (table[column] == kind).astype(int)
        inputs.append(kind)

# %%
model = HistGradientBoostingClassifier(max_iter=100, random_state=0)
model.fit(past[inputs], past["outcome"].isin(["left", "离开"]))
os.makedirs("output", exist_ok=True)
scores = pd.DataFrame({"member_id": current["member_id"], "score": model.decision_function(current[inputs])})
scores.to_csv("output/scores.csv", index=False)
