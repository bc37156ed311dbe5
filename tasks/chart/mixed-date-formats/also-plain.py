# %% Without pandas: numbers picked out by regular expressions, days made by datetime
import csv
import os
import re
from collections import defaultdict
from datetime import date, timedelta

with open("data/expense_claims.csv", encoding="utf-8", newline="") as file:
    claims = [(row[0], row[1].strip(), row[3].strip()) for row in list(csv.reader(file))[1:]]

# %% Which offices write the day first: where a second number beyond 12 is never met
seconds = defaultdict(list)
for _, office, written in claims:
    if re.match(r"\d{1,2}\D", written):
        seconds[office].append(int(re.findall(r"\d+", written)[1]))
day_first = {office for office, values in seconds.items() if max(values) <= 12}


def read(office, written):
    numbers = [int(each) for each in re.findall(r"\d+", written)]
    if not numbers:
        return ""
    if len(numbers) == 1:
        # Day 60 is the 29 February 1900 that never was; 61 is 1 March 1900.
        return (date(1900, 3, 1) + timedelta(days=numbers[0] - 61)).isoformat()
    if numbers[0] >= 1000:
        return date(*numbers).isoformat()
    first, second, year = numbers
    day, month = (first, second) if office in day_first else (second, first)
    return date(year if year >= 1000 else 2000 + year, month, day).isoformat()


# %%
os.makedirs("output", exist_ok=True)
with open("output/claim_dates.csv", "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["claim_id", "expense_date"])
    writer.writerows([claim, read(office, written)] for claim, office, written in claims)
