# %%
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

# %% Bookmarks and properties tell them too
def clean(text):
    for secret in secrets:
        text = text.replace(secret, "[redacted]")
    return text

report.set_toc([[level, clean(title), page] for level, title, page in report.get_toc()])
report.set_metadata({key: clean(value or "") for key, value in report.metadata.items()})
report.del_xml_metadata()
os.makedirs("output", exist_ok=True)
report.save("output/report.pdf", garbage=4, deflate=True)
