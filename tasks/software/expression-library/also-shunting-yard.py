# %%
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

# %% The module: a shunting yard with two stacks
MODULE = r'''
import math
import re

#SETTINGS#

STRENGTH = {symbol: level for level, (sign, symbols) in enumerate(LEVELS) if not sign for symbol in symbols}
SIGN_STRENGTH, SIGNS = next((level, symbols) for level, (sign, symbols) in enumerate(LEVELS) if sign)
PARTS = re.compile(
    r"(?P<gap>[ \t]+)|(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<symbol>"
    + "|".join(re.escape(each) for each in sorted([*STRENGTH, "(", ")", SEPARATOR], key=len, reverse=True))
    + r")|(?P<stray>.)",
    re.ASCII | re.DOTALL,
)


class ExprError(ValueError):
    def __init__(self, position):
        ValueError.__init__(self, "error at position %d" % position)
        self.position = position


def postfix(text, variables):
    """Two stacks: `done` is the program in postfix order, `wait` holds operators and open parentheses."""
    done, wait = [], []
    opened = []  # for each open parenthesis: [operands it may still begin, the function or None, its place]
    operand = True  # whether an operand is due
    call = None  # a function's name that waits for its parenthesis

    def flush():
        while wait and wait[-1][0] != "(":
            done.append(wait.pop())

    for part in PARTS.finditer(text):
        kind, word, at = part.lastgroup, part.group(), part.start()
        if kind == "gap":
            continue
        if call is not None and word != "(":
            raise ExprError(at)
        if operand:
            if kind == "number":
                done.append(("value", float(word), at))
                operand = False
            elif kind == "name":
                if word in FUNCTIONS:
                    call = (word, at)
                elif word in variables:
                    done.append(("value", variables[word], at))
                    operand = False
                else:
                    raise ExprError(at)
            elif word == "(":
                if len(opened) >= LIMIT:
                    raise ExprError(at)
                opened.append([FUNCTIONS[call[0]][0] if call else 1, call])
                wait.append(("(", None, at))
                call = None
            elif word in SIGNS:
                wait.append(("sign", word, at))
            else:
                raise ExprError(at)
        elif kind == "symbol" and word in STRENGTH:
            mine = STRENGTH[word]
            while wait and wait[-1][0] != "(":
                theirs = SIGN_STRENGTH if wait[-1][0] == "sign" else STRENGTH[wait[-1][1]]
                if theirs > mine or (theirs == mine and word != "^"):
                    done.append(wait.pop())
                else:
                    break
            wait.append(("infix", word, at))
            operand = True
        elif word == SEPARATOR and opened and opened[-1][0] > 1:
            flush()
            opened[-1][0] -= 1
            operand = True
        elif word == ")" and opened and opened[-1][0] == 1:
            flush()
            wait.pop()
            function = opened.pop()[1]
            if function:
                done.append(("call", *function))
        else:
            raise ExprError(at)
    if operand or opened:
        raise ExprError(len(text))
    flush()
    return done


def infix(symbol, a, b, at):
    if symbol == "+":
        return a + b
    if symbol == "-":
        return a - b
    if symbol == "*":
        return a * b
    try:
        if symbol == "^":
            return math.pow(a, b)
        return a / b if symbol == "/" else OPERATIONS[symbol](a, b)
    except (ZeroDivisionError, ValueError):
        raise ExprError(at)


def evaluate(text, variables):
    stack = []
    for kind, word, at in postfix(text, variables):
        if kind == "value":
            stack.append(word)
        elif kind == "sign":
            if word == "-":
                stack.append(-stack.pop())
        elif kind == "infix":
            b = stack.pop()
            stack.append(infix(word, stack.pop(), b, at))
        else:
            count, function = FUNCTIONS[word]
            operands = stack[-count:]
            del stack[-count:]
            try:
                stack.append(function(*operands))
            except ValueError:
                raise ExprError(at)
    return float(stack[0])
'''

# %%
import os

os.makedirs("output", exist_ok=True)
with open("output/exprlib.py", "w", encoding="utf-8") as file:
    file.write(MODULE.replace("#SETTINGS#", "\n".join(settings)).lstrip())
