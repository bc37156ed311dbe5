# %% Forgets that bookmarks and properties tell the names too (fails: document redacted)
import os

import pymupdf

with open("data/redact.txt", encoding="utf-8") as file:
    secrets = [line.strip() for line in file if line.strip()]
report = pymupdf.open("data/report.pdf")
report.metadata, report.get_toc()

# %% The letters themselves, not what they look like
for page in report:
    for secret in secrets:
        for place in page.search_for(secret, quads=True):
            page.add_redact_annot(place, fill=(0, 0, 0))
    page.apply_redactions()

# %%
os.makedirs("output", exist_ok=True)
report.save("output/report.pdf", garbage=4, deflate=True)
