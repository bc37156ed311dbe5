# %% In SQL and whole cents: items and refunds are stacked as signed postings, so that nothing is ever joined twice
import csv
import os
import sqlite3


def rows(name):
    with open(f"data/{name}", encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))[1:]


def cents(text):
    whole, fraction = text.split(".")
    return int(whole) * 100 + int(fraction)


db = sqlite3.connect(":memory:")
db.execute("create table orders (id text primary key, region text, status text)")
db.execute("create table postings (order_id text, cents integer)")
db.executemany("insert into orders values (?, ?, ?)", [(r[0], r[3], r[4]) for r in rows("orders.csv")])
db.executemany("insert into postings values (?, ?)", [(r[0], int(r[2]) * cents(r[3])) for r in rows("order_items.csv")])
db.executemany("insert into postings values (?, ?)", [(r[1], -cents(r[3])) for r in rows("refunds.csv")])

# %%
result = db.execute(
    """
    select lower(trim(region)), count(distinct orders.id), sum(cents)
    from orders left join postings on order_id = orders.id
    where status not in ('Cancelled', '已取消')
    group by lower(trim(region))
    """
).fetchall()
os.makedirs("output", exist_ok=True)
with open("output/revenue_by_region.csv", "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["region", "orders", "net_revenue"])
    writer.writerows([region, count, f"{total / 100:.2f}"] for region, count, total in result)
result
