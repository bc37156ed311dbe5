# %% Nests as deeply as it likes (fails: program nesting)
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

# %% The module: recursive descent to a tree, then the tree is worked out
MODULE = r'''
import math
import operator
import re

#SETTINGS#

SIGN = next(index for index, (sign, _) in enumerate(LEVELS) if sign)
SYMBOLS = sorted({each for _, symbols in LEVELS for each in symbols} | {"(", ")", SEPARATOR}, key=len, reverse=True)
TOKEN = re.compile(r"[ \t]*(?:([0-9]+(?:\.[0-9]+)?)|([A-Za-z_][A-Za-z0-9_]*)|(" + "|".join(map(re.escape, SYMBOLS)) + r"))")


class ExprError(ValueError):
    def __init__(self, message, position):
        super().__init__(f"{message} at {position}")
        self.position = position


class Parser:
    def __init__(self, text, variables):
        self.text, self.variables, self.at = text, variables, 0
        self.advance()

    def advance(self):
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1
        self.start = self.at
        match = TOKEN.match(self.text, self.at)
        if match:
            self.number, self.name, self.symbol = match.groups()
            self.at = match.end()
        else:
            self.number = self.name = self.symbol = None

    def unexpected(self):
        if self.start == len(self.text):
            return ExprError("unexpected end", self.start)
        return ExprError("unexpected character", self.start)

    def expect(self, symbol):
        if self.symbol != symbol:
            raise self.unexpected()
        self.advance()

    def whole(self):
        tree = self.level(0)
        if self.start < len(self.text):
            raise self.unexpected()
        return tree

    def level(self, index):
        if index >= SIGN and self.symbol in LEVELS[SIGN][1]:
            minus = self.symbol == "-"
            self.advance()
            inner = self.level(SIGN)
            return ("-", None, inner) if minus else inner
        if index == len(LEVELS):
            return self.operand()
        tree = self.level(index + 1)
        sign, symbols = LEVELS[index]
        while not sign and self.symbol in symbols:
            symbol, start = self.symbol, self.start
            self.advance()
            tree = (symbol, start, tree, self.level(index if symbol == "^" else index + 1))
        return tree

    def parenthesis(self):
        if self.symbol != "(":
            raise self.unexpected()
        self.advance()

    def operand(self):
        if self.number:
            value = float(self.number)
            self.advance()
            return value
        if self.name:
            return self.named()
        self.parenthesis()
        tree = self.level(0)
        self.expect(")")
        return tree

    def named(self):
        name, start = self.name, self.start
        if name not in FUNCTIONS:
            if name not in self.variables:
                raise ExprError("unknown name", start)
            self.advance()
            return float(self.variables[name])
        self.advance()
        self.parenthesis()
        operands = [self.level(0)]
        for _ in range(FUNCTIONS[name][0] - 1):
            self.expect(SEPARATOR)
            operands.append(self.level(0))
        self.expect(")")
        return (name, start, *operands)


PLAIN = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def compute(tree):
    if isinstance(tree, float):
        return tree
    symbol, start, *operands = tree
    values = [compute(each) for each in operands]
    if symbol in FUNCTIONS:
        try:
            return float(FUNCTIONS[symbol][1](*values))
        except ValueError:
            raise ExprError("root of a negative number", start) from None
    if len(values) == 1:
        return -values[0]
    a, b = values
    if symbol in PLAIN:
        return PLAIN[symbol](a, b)
    if symbol == "^":
        if (a == 0 and b < 0) or (a < 0 and b != int(b)):
            raise ExprError("power without a real value", start)
        return a**b
    if b == 0:
        raise ExprError("division by zero", start)
    return a / b if symbol == "/" else float(OPERATIONS[symbol](a, b))


def evaluate(text, variables):
    return compute(Parser(text, variables).whole())
'''

# %%
import os

os.makedirs("output", exist_ok=True)
with open("output/exprlib.py", "w", encoding="utf-8") as file:
    file.write(MODULE.replace("#SETTINGS#", "\n".join(settings)).lstrip())
