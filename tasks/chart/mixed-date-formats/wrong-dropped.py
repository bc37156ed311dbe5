# %% Drops what the parser cannot read: serial numbers, Chinese dates and the claims without a date (fails: table output/claim_dates.csv)
import os

import pandas as pd
from dateutil import parser

claims = pd.read_csv("data/expense_claims.csv", dtype=str)
claims.columns = ["claim_id", "office", "person", "raw", "purpose", "amount"]
office = claims["office"].str.strip()
raw = claims["raw"].fillna("").str.strip()
day_first = raw.str.match(r"(1[3-9]|2\d|3[01])[/.-]").groupby(office).transform("any")


# %%
def read(written, day_first):
    try:
        year_first = written[:4].isdigit()
        day = parser.parse(written, dayfirst=day_first and not year_first)
        return day.date().isoformat() if not written.isdigit() else None
    except (ValueError, OverflowError):
        return None


claims["expense_date"] = [read(*each) for each in zip(raw, day_first)]
os.makedirs("output", exist_ok=True)
claims.dropna(subset=["expense_date"])[["claim_id", "expense_date"]].to_csv("output/claim_dates.csv", index=False)
