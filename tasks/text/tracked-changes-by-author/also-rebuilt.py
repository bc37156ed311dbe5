# %% A new document with python-docx: runs are read from the XML one by one and set anew
import csv
import json
import os

from docx import Document
from docx.oxml.ns import qn

with open("data/reviewers.csv", encoding="utf-8", newline="") as file:
    accepts = {name: verdict in ("accept", "接受") for name, verdict in list(csv.reader(file))[1:]}
old, new = Document("data/draft.docx"), Document()
counts = {True: 0, False: 0}


def runs_of(paragraph):
    for child in paragraph._p:
        if child.tag == qn("w:r"):
            yield child
        elif child.tag in (qn("w:ins"), qn("w:del")):
            accepted = accepts[child.get(qn("w:author"))]
            counts[accepted] += 1
            if accepted == (child.tag == qn("w:ins")):
                yield from child.iter(qn("w:r"))


# %%
for paragraph in old.paragraphs:
    if paragraph.style.name.startswith("Heading"):
        new.add_heading(paragraph.text, int(paragraph.style.name[-1]))
        continue
    fresh = new.add_paragraph()
    for run in runs_of(paragraph):
        text = "".join(part.text or "" for part in run.iter(qn("w:t"), qn("w:delText")))
        if text:
            fresh.add_run(text).bold = run.find(f"{qn('w:rPr')}/{qn('w:b')}") is not None
rows = [[cell.text for cell in row.cells] for row in old.tables[0].rows]
table = new.add_table(len(rows), len(rows[0]))
for y, row in enumerate(rows):
    for x, text in enumerate(row):
        table.cell(y, x).text = text
os.makedirs("output", exist_ok=True)
new.save("output/contract.docx")

# %% [answer]
print(json.dumps({"accepted": counts[True], "rejected": counts[False]}))
