# %% Takes every column that the two lists share, also the one that was written after the decision (fails: predictions output/scores.csv)
import os
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

past = pd.read_csv("data/past_members.csv", encoding="utf-8-sig")
current = pd.read_csv("data/current_members.csv", encoding="utf-8-sig")
notes = open("data/columns.md", encoding="utf-8").read()
if "1 is very happy" in notes or "1 为非常满意" in notes:
    past["satisfaction"] = 6 - past["satisfaction"]

# %%
inputs = [name for name in current.columns if name != "member_id"]
together = pd.get_dummies(pd.concat([past[inputs], current[inputs]]), columns=["plan", "club", "paid_by"])
forest = RandomForestClassifier(300, min_samples_leaf=5, random_state=0)
forest.fit(together[: len(past)], past["outcome"].isin(["left", "离开"]))
print(sorted(zip(forest.feature_importances_, together.columns), reverse=True))

# %%
os.makedirs("output", exist_ok=True)
current["score"] = forest.predict_proba(together[len(past):])[:, 1].round(4)
current[["member_id", "score"]].to_csv("output/scores.csv", index=False)
