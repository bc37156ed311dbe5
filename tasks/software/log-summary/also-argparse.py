# %%
import re

spec = open("data/spec.md", encoding="utf-8").read()
value = {name: text for name, text in re.findall(r"^\| (\w+) \| `(.*)` \|$", spec, re.M)}
before, after = value["REPEATED"].split("COUNT")
facts = {
    "levels": value["LEVELS"].split(" < "),
    "alarm": value["ALARM"],
    "number": value["NUMBER"],
    "separator": value["SEPARATOR"].strip('"') if value["SEPARATOR"] != "TAB" else "\t",
    "before": before,
    "after": after,
    "exits": [int(value[name]) for name in ["EXIT_ALARM", "EXIT_USAGE", "EXIT_MISSING"]],
}
facts

# %% The same tool as a small scanner, with limited use of argparse
SOURCE = '''
import argparse, calendar, json, sys, time

F = %r
RANK = {name: rank for rank, name in enumerate(F["levels"])}
DIGITS = set("0123456789")


class Parser(argparse.ArgumentParser):
    def error(self, message):
        sys.exit(F["exits"][1])


def seconds(text):
    shape = "".join("9" if each in DIGITS else each for each in text)
    if shape not in ("9999-99-99T99:99:99Z", "9999-99-99T99:99:99+99:99", "9999-99-99T99:99:99-99:99"):
        raise ValueError(text)
    local = calendar.timegm(time.strptime(text[:19], "%%Y-%%m-%%dT%%H:%%M:%%S"))
    if text[19] == "Z":
        return local
    offset = int(text[20:22]) * 3600 + int(text[23:25]) * 60
    return local - offset if text[19] == "+" else local + offset


def count(text):
    if not text or set(text) - DIGITS or text[0] == "0":
        raise ValueError(text)
    return int(text)


def kind_of(message):
    parts = message.split('"')
    result = parts[0]
    at = 1
    while at < len(parts):
        if at + 1 < len(parts):
            result += '""' + parts[at + 1]
        else:
            result += '"' + parts[at]
        at += 2
    out, inside = "", False
    for each in result:
        if each in DIGITS:
            out += "" if inside else F["number"]
            inside = True
        else:
            out += each
            inside = False
    return " ".join(part for part in out.replace("\\t", " ").split(" ") if part)


def entry(line):
    parts = line.split(" ", 3)
    if len(parts) < 4 or parts[1] not in RANK or not parts[2].endswith(":") or not parts[3].strip():
        return None
    service = parts[2][:-1]
    if not service or ":" in service or "\\t" in service:
        return None
    try:
        return {"at": seconds(parts[0]), "level": parts[1], "service": service, "kind": kind_of(parts[3]), "n": 1}
    except ValueError:
        return None


def again(line):
    if line.startswith(F["before"]) and line.endswith(F["after"]):
        try:
            return count(line[len(F["before"]): len(line) - len(F["after"])])
        except ValueError:
            pass
    return 0


parser = Parser(allow_abbrev=False, add_help=False)
parser.add_argument("--level", choices=F["levels"], default=F["levels"][0])
parser.add_argument("--since", type=seconds)
parser.add_argument("--until", type=seconds)
parser.add_argument("--top", type=count)
parser.add_argument("--json")
parser.add_argument("files", nargs="*")
asked = parser.parse_intermixed_args()

texts = []
for path in asked.files or ["-"]:
    try:
        texts.append((sys.stdin.buffer if path == "-" else open(path, "rb")).read().decode())
    except OSError:
        sys.exit(F["exits"][2])

entries, lost = [], 0
for text in texts:
    last = None
    for line in text.split("\\n"):
        line = line[:-1] if line.endswith("\\r") else line
        if line.strip() == "":
            continue
        if line.startswith((" ", "\\t")):
            lost += last is None
        elif again(line):
            if last is None:
                lost += 1
            else:
                last["n"] += again(line)
        elif entry(line):
            last = entry(line)
            entries.append(last)
        else:
            lost += 1

entries = [each for each in entries if RANK[each["level"]] >= RANK[asked.level]]
if asked.since is not None:
    entries = [each for each in entries if each["at"] >= asked.since]
if asked.until is not None:
    entries = [each for each in entries if each["at"] < asked.until]

table = {}
for each in entries:
    key = (each["level"], each["service"], each["kind"])
    table[key] = table.get(key, 0) + each["n"]
rows = sorted(table.items(), key=lambda row: (row[0][1], row[0][2]))
rows.sort(key=lambda row: (row[1], RANK[row[0][0]]), reverse=True)
total = sum(table.values())
shown = rows if asked.top is None else rows[: asked.top]
text = "".join(F["separator"].join([str(n), *key]) + "\\n" for key, n in shown)
text += "total: %%d entries, %%d kinds, %%d unreadable\\n" %% (total, len(rows), lost)
sys.stdout.buffer.write(text.encode())
sys.stdout.flush()

if asked.json is not None:
    stamp = lambda at: time.strftime("%%Y-%%m-%%dT%%H:%%M:%%SZ", time.gmtime(at))
    moments = sorted(each["at"] for each in entries)
    report = dict(entries=total, kinds=len(rows), unreadable=lost, first=None, last=None)
    report["by_level"] = {name: sum(n for key, n in rows if key[0] == name) for name in F["levels"]}
    if moments:
        report.update(first=stamp(moments[0]), last=stamp(moments[-1]))
    with open(asked.json, "w") as file:
        json.dump(report, file, indent=2)
sys.exit(F["exits"][0] if any(RANK[each["level"]] >= RANK[F["alarm"]] for each in entries) else 0)
'''

# %%
import os

os.makedirs("output", exist_ok=True)
with open("output/logsum.py", "w", encoding="utf-8") as file:
    file.write((SOURCE % facts).lstrip())
