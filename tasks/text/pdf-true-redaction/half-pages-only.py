# %% Only what a reader sees on the pages
import os

import pymupdf

secrets = [line.strip() for line in open("data/redact.txt", encoding="utf-8") if line.strip()]
report = pymupdf.open("data/report.pdf")
for page in report:
    for secret in secrets:
        for place in page.search_for(secret):
            page.draw_rect(place, color=(0, 0, 0), fill=(0, 0, 0))
os.makedirs("output", exist_ok=True)
report.save("output/report.pdf")
