# %% A board that looks right at the start and does not play
import json
import os

settings = json.load(open("data/settings.json", encoding="utf-8"))
size, stones = settings["size"], {tuple(place) for place in settings["stones"]}
free = [(r, c) for r in range(1, size + 1) for c in range(1, size + 1) if (r, c) not in stones]
rows = "".join(
    "<tr>"
    + "".join(
        f'<td id="c-{r}-{c}">{"■" if (r, c) in stones else settings["tile"] if (r, c) in free[:2] else ""}</td>'
        for c in range(1, size + 1)
    )
    + "</tr>"
    for r in range(1, size + 1)
)
page = f"""<!doctype html><meta charset="utf-8"><title>Game</title><table>{rows}</table>
<p>Score <b id="score">0</b> Moves <b id="moves">0</b> Best <b id="best">0</b></p>
<p id="status">{settings["status"]["playing"]}</p><button id="new">New</button>"""
os.makedirs("output", exist_ok=True)
with open("output/index.html", "w", encoding="utf-8") as file:
    file.write(page)
