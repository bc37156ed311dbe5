# %% The unhappy and the seldom seen leave: two ranks added up, no training
import os
import pandas as pd

current = pd.read_csv("data/current_members.csv", encoding="utf-8-sig")
current["score"] = -current["satisfaction"].rank(pct=True) - current["visits_per_month"].rank(pct=True)
os.makedirs("output", exist_ok=True)
current[["member_id", "score"]].to_csv("output/scores.csv", index=False)
