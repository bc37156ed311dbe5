# %% A hundred thousand duels instead of a calculation
import json
from fractions import Fraction

import numpy as np

duel = json.load(open("data/duel.json", encoding="utf-8"))
random = np.random.default_rng(1)


def totals(hand, games=100_000):
    rolled = random.choice(hand["faces"], (games, hand["dice"]))
    again = np.isin(rolled, hand["reroll"])
    rolled[again] = random.choice(hand["faces"], again.sum())
    return np.sort(rolled, axis=1)[:, -hand["keep"] :].sum(axis=1) + hand["bonus"]


attacker, defender = totals(duel["attacker"]), totals(duel["defender"])
win = Fraction(float((attacker > defender).mean())).limit_denominator(1000)
tie = Fraction(float((attacker == defender).mean())).limit_denominator(1000)

# %% [answer]
print(json.dumps({"win": f"{win.numerator}/{win.denominator}", "tie": f"{tie.numerator}/{tie.denominator}"}))
