# %% Leaves the order of day and month to the parser: month first wherever that is possible (fails: table output/claim_dates.csv)
import os
from datetime import date, timedelta

import pandas as pd
from dateutil import parser

claims = pd.read_csv("data/expense_claims.csv", dtype=str)
claims.columns = ["claim_id", "office", "person", "raw", "purpose", "amount"]
office = claims["office"].str.strip()
raw = claims["raw"].fillna("").str.strip()
day_first = raw.str.match(r"(1[3-9]|2\d|3[01])[/.-]").groupby(office).transform("any")


# %%
def read(written, day_first):
    if written == "":
        return ""
    if written.isdigit():
        return (date(1899, 12, 30) + timedelta(days=int(written))).isoformat()
    if written[:4].isdigit():
        return parser.parse(written.translate(str.maketrans("年月", "--", "日"))).date().isoformat()
    return parser.parse(written, dayfirst=False).date().isoformat()


claims["expense_date"] = [read(*each) for each in zip(raw, day_first)]
os.makedirs("output", exist_ok=True)
claims[["claim_id", "expense_date"]].to_csv("output/claim_dates.csv", index=False)
