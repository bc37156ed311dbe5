# %% Hands the text to Python's eval with ^ written as **: Python's own levels and signs, and only its own places of errors (fails: program errors)
import re

spec = open("data/spec.md", encoding="utf-8").read()
print(spec)

# %% The parts of the specification that are particular to it
levels, meanings = {}, {}
for level, symbol, written, value in re.findall(r"^\| (\d) \| `(.+?)` \| `(.+?)` \|.*?\| (.*?) \|$", spec, re.M):
    sign = not written.startswith("a ")
    levels.setdefault(int(level), (sign, []))[1].append(symbol)
    if value.startswith("`"):
        meanings[symbol] = value.strip("`")
functions = {
    name: (formula, len(re.split("[,;]", operands)), ";" if ";" in operands else ",")
    for name, operands, formula in re.findall(r"^\| `(\w+)` \| `\w+\((.*?)\)` \| `(.+?)` \|$", spec, re.M)
}
limit = int(re.search(r"\*\*(\d+)\*\*", spec)[1])
separator = ";" if any(each[2] == ";" for each in functions.values()) else ","
table = [levels[level] for level in sorted(levels)]
table, meanings, functions, limit, separator

# %% How each formula of the specification is said in Python
OPERATIONS = {
    "⌊a / b⌋": "math.floor(a / b)",
    "trunc(a / b)": "math.trunc(a / b)",
    "a − b · ⌊a / b⌋": "a - b * math.floor(a / b)",
    "a − b · trunc(a / b)": "a - b * math.trunc(a / b)",
}
FUNCTIONS = {
    "√a": "lambda a: math.sqrt(a)",
    "⌊a⌋": "lambda a: math.floor(a)",
    "⌈a⌉": "lambda a: math.ceil(a)",
    "max{a, −a}": "lambda a: abs(a)",
    "a³": "lambda a: a * a * a",
    "min{a, b}": "lambda a, b: min(a, b)",
    "max{a, b}": "lambda a, b: max(a, b)",
    "√(a² + b²)": "lambda a, b: math.sqrt(a * a + b * b)",
    "(a + b) / 2": "lambda a, b: (a + b) / 2",
    "max{b, min{a, c}}": "lambda a, b, c: max(b, min(a, c))",
    "a + (b − a) · c": "lambda a, b, c: a + (b - a) * c",
}
settings = [
    f"LIMIT = {limit}",
    f"SEPARATOR = {separator!r}",
    f"LEVELS = {table!r}",
    "OPERATIONS = {" + ", ".join(f"{k!r}: lambda a, b: {OPERATIONS[v]}" for k, v in meanings.items()) + "}",
    "FUNCTIONS = {" + ", ".join(f"{k!r}: ({v[1]}, {FUNCTIONS[v[0]]})" for k, v in functions.items()) + "}",
]

# %%
MODULE = r'''
import math

#SETTINGS#


class ExprError(ValueError):
    def __init__(self, message, position):
        super().__init__(message)
        self.position = position


def evaluate(text, variables):
    names = {name: function for name, (_, function) in FUNCTIONS.items()}
    source = text.replace(SEPARATOR, ",").replace("^", "**").strip()
    for symbol in OPERATIONS:
        source = source.replace(symbol, PYTHON)
    try:
        value = eval(source, {"__builtins__": {}}, {**names, **variables})
    except SyntaxError as error:
        raise ExprError(str(error), (error.offset or 1) - 1)
    except NameError as error:
        raise ExprError(str(error), max(0, text.find(str(error).split("'")[1])))
    except Exception as error:
        raise ExprError(str(error), 0)
    return value
'''
settings.append(f"PYTHON = {'%' if any('b ·' in each for each in meanings.values()) else '//'!r}")

# %%
import os

os.makedirs("output", exist_ok=True)
with open("output/exprlib.py", "w", encoding="utf-8") as file:
    file.write(MODULE.replace("#SETTINGS#", "\n".join(settings)).lstrip())
