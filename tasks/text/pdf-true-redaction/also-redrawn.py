# %% Another file altogether: every span is drawn anew at its place, without the entries
import os

import pymupdf

with open("data/redact.txt", encoding="utf-8") as file:
    secrets = [line.strip() for line in file if line.strip()]
old, new = pymupdf.open("data/report.pdf"), pymupdf.open()

# %%
for page in old:
    fresh = new.new_page(width=page.rect.width, height=page.rect.height)
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", []):
            text = "".join(span["text"] for span in line["spans"])
            for secret in secrets:
                text = text.replace(secret, "-----")
            first = line["spans"][0]
            # The widths of another font are others: a line that would leave the page is set smaller.
            font = "helv" if text.isascii() else "china-s"
            room = page.rect.width - 36 - first["origin"][0]
            size = first["size"] * min(1, room / pymupdf.get_text_length(text, fontname=font, fontsize=first["size"]))
            fresh.insert_text(first["origin"], text, fontsize=size, fontname=font)

# %%
os.makedirs("output", exist_ok=True)
new.save("output/report.pdf", garbage=4, deflate=True)
