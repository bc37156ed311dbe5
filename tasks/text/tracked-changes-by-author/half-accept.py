# %% Every change is accepted by taking its tags away
import json
import os
import re
import zipfile

os.makedirs("output", exist_ok=True)
with zipfile.ZipFile("data/draft.docx") as draft, zipfile.ZipFile("output/contract.docx", "w") as out:
    for name in draft.namelist():
        content = draft.read(name)
        if name == "word/document.xml":
            xml = content.decode("utf-8")
            count = len(re.findall(r"<w:(?:ins|del) ", xml))
            xml = re.sub(r"<w:del .*?</w:del>", "", xml, flags=re.S)
            content = re.sub(r"</?w:(?:ins|comment\w+)(?: [^>]*)?>", "", xml).encode("utf-8")
        out.writestr(name, content)

# %% [answer]
print(json.dumps({"accepted": count, "rejected": 0}))
