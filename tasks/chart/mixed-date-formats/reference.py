# %%
import os

import pandas as pd

claims = pd.read_csv("data/expense_claims.csv", dtype=str)
claims.columns = ["claim_id", "office", "person", "raw", "purpose", "amount"]
office = claims["office"].str.strip()
raw = claims["raw"].fillna("").str.strip()
raw.str.replace(r"\d", "9", regex=True).value_counts()

# %% The query says which offices write the day first; this program serves every seed, so it sees it by days beyond 12
short = raw.str.extract(r"^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$").astype(float)
day_first = (short[0] > 12).groupby(office).transform("any")
day_first.groupby(office).first()

# %%
parts = pd.DataFrame(
    {
        "year": short[2].where(short[2] > 99, short[2] + 2000),
        "month": short[1].where(day_first, short[0]),
        "day": short[0].where(day_first, short[1]),
    }
)
year_first = raw.str.extract(r"^(?P<year>\d{4})\D(?P<month>\d{1,2})\D(?P<day>\d{1,2})日?$").astype(float)
serial = pd.to_numeric(raw.where(raw.str.fullmatch(r"\d{5}")))
result = pd.to_datetime(parts.fillna(year_first), errors="coerce")
result = result.fillna(pd.Timestamp("1899-12-30") + pd.to_timedelta(serial, unit="D"))
claims[result.isna()]

# %%
os.makedirs("output", exist_ok=True)
out = pd.DataFrame({"claim_id": claims["claim_id"], "expense_date": result.dt.strftime("%Y-%m-%d")})
out.to_csv("output/claim_dates.csv", index=False)
out.head()
