# %% Takes each number once, however many faces show it (fails: answer win)
import json
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

duel = json.load(open("data/duel.json", encoding="utf-8"))
duel

# %% One die: rolled again once, then it stands
def die(hand):
    first = Counter(set(hand["faces"]))
    sides = len(first)
    again = sum(first[face] for face in hand["reroll"])
    return {
        face: Fraction(0 if face in hand["reroll"] else count, sides) + Fraction(again * count, sides * sides)
        for face, count in first.items()
    }


# %% A hand: every collection of faces with the number of orders in which it can fall
def totals(hand):
    chances, found = die(hand), Counter()
    for shown in combinations_with_replacement(sorted(chances), hand["dice"]):
        orders = factorial(hand["dice"]) // prod(factorial(count) for count in Counter(shown).values())
        total = sum(shown[-hand["keep"]:]) + hand["bonus"]
        found[total] += orders * prod((chances[face] for face in shown), start=Fraction(1))
    return found


attacker, defender = totals(duel["attacker"]), totals(duel["defender"])
win = sum(p * q for a, p in attacker.items() for b, q in defender.items() if a > b)
tie = sum(p * defender[total] for total, p in attacker.items())
float(win), float(tie)

# %% [answer]
print(json.dumps({"win": f"{win.numerator}/{win.denominator}", "tie": f"{tie.numerator}/{tie.denominator}"}))
