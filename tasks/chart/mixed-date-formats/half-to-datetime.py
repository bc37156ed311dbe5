# %% Whatever pandas makes of the dates
import os

import pandas as pd

claims = pd.read_csv("data/expense_claims.csv", dtype=str)
dates = pd.to_datetime(claims.iloc[:, 3], errors="coerce", format="mixed", dayfirst=True)
out = pd.DataFrame({"claim_id": claims.iloc[:, 0], "expense_date": dates.dt.strftime("%Y-%m-%d")})
os.makedirs("output", exist_ok=True)
out.to_csv("output/claim_dates.csv", index=False)
