# %% Without pandas: sums and counts in a dictionary, written by xlsxwriter
import csv
import os
from collections import Counter, defaultdict

import xlsxwriter

with open("data/orders.csv", encoding="utf-8-sig", newline="") as file:
    header, *rows = csv.reader(file)
chinese = header[0] == "订单号"
UNASSIGNED, TOTAL = ("未填写", "总体") if chinese else ("Unassigned", "Overall")
year = Counter(row[1][:4] for row in rows).most_common(1)[0][0]
sums = defaultdict(lambda: [0, 0])
for _, at, _, region, value in rows:
    if not at.startswith(year):
        continue
    quarter = f"q{(int(at[5:7]) + 2) // 3}"
    for name in (region.strip() or UNASSIGNED, TOTAL):
        for column in (quarter, "year"):
            sums[name, column][0] += round(float(value.replace(",", "")) * 100)
            sums[name, column][1] += 1

# %%
def average(name, column):
    cents, count = sums.get((name, column), (0, 0))
    return cents / count / 100 if count else None

regions = sorted({name for name, _ in sums} - {UNASSIGNED, TOTAL}, key=lambda name: -average(name, "year"))
header = ["region", "q1", "q2", "q3", "q4", "year"]
os.makedirs("output", exist_ok=True)
book = xlsxwriter.Workbook("output/averages.xlsx")
sheet = book.add_worksheet("平均金额" if chinese else "Averages")
bold = book.add_format({"bold": True})
money, bold_money = book.add_format({"num_format": "0.00"}), book.add_format({"num_format": "0.00", "bold": True})
sheet.write_row(0, 0, header, bold)
names = [*regions, UNASSIGNED, TOTAL]
for y, name in enumerate(names, 1):
    sheet.write(y, 0, name, bold if name == TOTAL else None)
    for x, column in enumerate(header[1:], 1):
        value = average(name, column)
        if value is not None:
            sheet.write_number(y, x, value, bold_money if name == TOTAL else money)
book.close()
