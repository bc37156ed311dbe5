# %% Overlooks that the two lists write satisfaction in opposite ways (fails: model output/scores.csv)
import os
import re
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

past = pd.read_csv("data/past_members.csv", encoding="utf-8-sig")
current = pd.read_csv("data/current_members.csv", encoding="utf-8-sig")
notes = open("data/columns.md", encoding="utf-8").read()
late = re.search(r"^\| (\w+) \|[^|]*\|[^|]*(?:day of the export|导出当天)", notes, re.M)[1]

# %%
inputs = [name for name in current.columns if name not in ["member_id", "plan", late]]
model = make_pipeline(StandardScaler(), LogisticRegression())
model.fit(past[inputs], past["outcome"].isin(["left", "离开"]))

# %%
os.makedirs("output", exist_ok=True)
current["score"] = model.predict_proba(current[inputs])[:, 1].round(4)
current[["member_id", "score"]].to_csv("output/scores.csv", index=False)
