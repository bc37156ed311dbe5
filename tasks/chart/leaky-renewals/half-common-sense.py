# %% What common sense would weigh, no training
import os
import pandas as pd

current = pd.read_csv("data/current_members.csv", encoding="utf-8-sig")
ranks = current[["satisfaction", "visits_per_month", "distance_km", "joined_months", "friends"]].rank(pct=True)
current["score"] = ranks @ [-2, -1, 1, -0.5, -0.5]
os.makedirs("output", exist_ok=True)
current[["member_id", "score"]].to_csv("output/scores.csv", index=False)
