# %%
import json
from itertools import product
from math import gcd

duel = json.load(open("data/duel.json", encoding="utf-8"))


# %% Counted in whole numbers: a die that may be rolled again has as many equally likely courses as pairs of faces
def courses(hand):
    counts = {}
    for first, second in product(hand["faces"], repeat=2):
        shown = second if first in hand["reroll"] else first
        counts[shown] = counts.get(shown, 0) + 1
    return list(counts.items())


def totals(hand):
    counts = {}
    for rolled in product(courses(hand), repeat=hand["dice"]):
        ways = 1
        for _, times in rolled:
            ways *= times
        best = sorted((face for face, _ in rolled), reverse=True)[: hand["keep"]]
        total = sum(best) + hand["bonus"]
        counts[total] = counts.get(total, 0) + ways
    return counts


mine, theirs = totals(duel["attacker"]), totals(duel["defender"])
whole = sum(mine.values()) * sum(theirs.values())
win = sum(n * m for a, n in mine.items() for b, m in theirs.items() if a > b)
tie = sum(n * m for a, n in mine.items() for b, m in theirs.items() if a == b)


# %% [answer]
def fraction(part):
    common = gcd(part, whole)
    return f"{part // common}/{whole // common}"


print(json.dumps({"win": fraction(win), "tie": fraction(tie)}))
