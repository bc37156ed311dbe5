# %% Raises the alarm for entries that are not counted, too (fails: program alarms)
import re

spec = open("data/spec.md", encoding="utf-8").read()
settings = dict(re.findall(r"^\| (\w+) \| `(.*)` \|$", spec, re.M))
settings

# %%
separator = "\t" if settings["SEPARATOR"] == "TAB" else settings["SEPARATOR"][1:-1]
top = "\n".join([
    f"LEVELS = {settings['LEVELS'].split(' < ')!r}",
    f"ALARM = {settings['ALARM']!r}",
    f"NUMBER = {settings['NUMBER']!r}",
    f"SEPARATOR = {separator!r}",
    f"AGAIN = re.compile({re.escape(settings['REPEATED']).replace('COUNT', '([1-9][0-9]*)')!r})",
    f"EXIT_ALARM, EXIT_USAGE, EXIT_MISSING = {settings['EXIT_ALARM']}, {settings['EXIT_USAGE']}, {settings['EXIT_MISSING']}",
])
top

# %%
TOOL = r'''
import json
import re
import sys
from collections import Counter
from datetime import datetime, timezone

#SETTINGS#

TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})")
ENTRY = re.compile(r"([^ ]+) (" + "|".join(LEVELS) + r") ([^\s:]+): (.*)")


class Stop(Exception):
    pass


def moment(text):
    if not TIME.fullmatch(text):
        raise ValueError(text)
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def whole(text):
    if not re.fullmatch("[1-9][0-9]*", text):
        raise ValueError(text)
    return int(text)


READERS = {"--level": LEVELS.index, "--since": moment, "--until": moment, "--top": whole, "--json": str}


def arguments(given):
    options, files, left = {}, [], list(given)
    while left:
        argument = left.pop(0)
        if not argument.startswith("--"):
            files.append(argument)
            continue
        if argument not in READERS or not left:
            raise Stop(EXIT_USAGE)
        try:
            options[argument] = READERS[argument](left.pop(0))
        except ValueError:
            raise Stop(EXIT_USAGE) from None
    return options, files or ["-"]


def kind(message):
    message = re.sub('"[^"]*"', '""', message)
    message = re.sub("[0-9]+", lambda _: NUMBER, message)
    return re.sub("[ \t]+", " ", message).strip()


def read(text):
    entries, unreadable = [], 0
    for line in re.split("\r?\n", text):
        if not line.strip():
            continue
        if line[0] in " \t":
            unreadable += not entries
            continue
        again = AGAIN.fullmatch(line)
        if again and entries:
            entries[-1][-1] += int(again[1])
            continue
        entry = ENTRY.fullmatch(line)
        if again or not entry or not TIME.fullmatch(entry[1]) or not entry[4].strip():
            unreadable += 1
            continue
        entries.append([moment(entry[1]), LEVELS.index(entry[2]), entry[3], kind(entry[4]), 1])
    return entries, unreadable


def utc(time):
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def main(given):
    options, files = arguments(given)
    entries, unreadable = [], 0
    for path in files:
        try:
            raw = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
        except OSError:
            raise Stop(EXIT_MISSING) from None
        found, bad = read(raw.decode("utf-8"))
        entries += found
        unreadable += bad
    counted = [
        each for each in entries
        if each[1] >= options.get("--level", 0)
        and ("--since" not in options or each[0] >= options["--since"])
        and ("--until" not in options or each[0] < options["--until"])
    ]
    kinds, levels = Counter(), Counter()
    for _, level, service, what, times in counted:
        kinds[level, service, what] += times
        levels[level] += times
    total = sum(levels.values())
    ranked = sorted(kinds, key=lambda each: (-kinds[each], -each[0], each[1], each[2]))
    lines = [
        SEPARATOR.join([str(kinds[each]), LEVELS[each[0]], each[1], each[2]]) for each in ranked[: options.get("--top")]
    ]
    lines.append(f"total: {total} entries, {len(ranked)} kinds, {unreadable} unreadable")
    sys.stdout.buffer.write(("\n".join(lines) + "\n").encode("utf-8"))
    if "--json" in options:
        times = [each[0] for each in counted]
        report = {
            "entries": total,
            "kinds": len(ranked),
            "unreadable": unreadable,
            "by_level": {name: levels[index] for index, name in enumerate(LEVELS)},
            "first": utc(min(times)) if times else None,
            "last": utc(max(times)) if times else None,
        }
        with open(options["--json"], "w", encoding="utf-8") as file:
            json.dump(report, file)
    return EXIT_ALARM if any(each[1] >= LEVELS.index(ALARM) for each in entries) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        print("logsum.py: wrong arguments, or a file that cannot be opened", file=sys.stderr)
        sys.exit(stop.args[0])
'''

# %%
import os

os.makedirs("output", exist_ok=True)
with open("output/logsum.py", "w", encoding="utf-8") as file:
    file.write(TOOL.replace("#SETTINGS#", top).lstrip())
