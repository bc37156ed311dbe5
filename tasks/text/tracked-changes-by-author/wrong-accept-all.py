# %% Accepts everything, whoever wrote it (fails: document wording)
import csv
import json
import os
import zipfile

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
with open("data/reviewers.csv", encoding="utf-8", newline="") as file:
    accepts = {name: verdict in ("accept", "接受") for name, verdict in list(csv.reader(file))[1:]}
with zipfile.ZipFile("data/draft.docx") as archive:
    parts = {name: archive.read(name) for name in archive.namelist()}
document = etree.fromstring(parts["word/document.xml"])
accepts, sorted(parts)

# %% A change that holds gives its runs to the paragraph; the other kind goes with all that is in it
counts = {True: 0, False: 0}
for change in list(document.iter(W + "ins", W + "del")):
    accepted = accepts[change.get(W + "author")]
    counts[accepted] += 1
    parent = change.getparent()
    if True == (change.tag == W + "ins"):
        for run in list(change):
            for text in run.iter(W + "delText"):
                text.tag = W + "t"
            change.addprevious(run)
    parent.remove(change)
counts

# %% Comments: their marks, and the part that holds them
for mark in list(document.iter(W + "commentRangeStart", W + "commentRangeEnd", W + "commentReference")):
    mark.getparent().remove(mark)
parts["word/document.xml"] = etree.tostring(document, xml_declaration=True, encoding="UTF-8", standalone=True)
for name in [name for name in parts if name.startswith("word/comments")]:
    part = etree.fromstring(parts[name])
    for child in list(part):
        part.remove(child)
    parts[name] = etree.tostring(part, xml_declaration=True, encoding="UTF-8", standalone=True)
os.makedirs("output", exist_ok=True)
with zipfile.ZipFile("output/contract.docx", "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content in parts.items():
        archive.writestr(name, content)

# %% [answer]
print(json.dumps({"accepted": counts[True], "rejected": counts[False]}))
