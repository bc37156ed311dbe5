# %% Python's own reading of the formula
import os

os.makedirs("output", exist_ok=True)
with open("output/exprlib.py", "w", encoding="utf-8") as file:
    file.write(
        """import math


class ExprError(ValueError):
    def __init__(self, message, position):
        super().__init__(message)
        self.position = position


def evaluate(text, variables):
    names = {name: getattr(math, name) for name in dir(math)} | {"abs": abs, "min": min, "max": max} | variables
    try:
        return float(eval(text.replace("^", "**").replace(";", ","), {}, names))
    except Exception as error:
        raise ExprError(str(error), 0)
"""
    )
