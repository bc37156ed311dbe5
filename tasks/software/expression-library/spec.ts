// The specification of an instance: rules drawn for it, written down for a programmer.
import type { Draw, Language } from 'pybench/kit';
import { evaluate, levelsOf, type FunctionRule, type Meaning, type Rules, type Variables } from './evaluator.ts';

const symbols: Record<Meaning, string[]> = {
  'floor quotient': ['//', '\\'],
  'cut quotient': ['//', '\\'],
  'floor remainder': ['%', '%%'],
  'cut remainder': ['%', '%%'],
};
const formulas: Record<Meaning, string> = {
  'floor quotient': '⌊a / b⌋',
  'cut quotient': 'trunc(a / b)',
  'floor remainder': 'a − b · ⌊a / b⌋',
  'cut remainder': 'a − b · trunc(a / b)',
};

/** Functions by what they give; the name is drawn, so that no ready-made library fits. */
const root = { names: ['sqrt', 'root', 'rt2'], formula: '√a', arity: 1 };
const ofOne = [
  { names: ['floor', 'down', 'lo'], formula: '⌊a⌋', arity: 1 },
  { names: ['ceil', 'up', 'hi'], formula: '⌈a⌉', arity: 1 },
  { names: ['abs', 'mag', 'size'], formula: 'max{a, −a}', arity: 1 },
  { names: ['cube', 'p3', 'vol'], formula: 'a³', arity: 1 },
];
const ofTwo = [
  { names: ['min', 'least', 'lower'], formula: 'min{a, b}', arity: 2 },
  { names: ['max', 'most', 'upper'], formula: 'max{a, b}', arity: 2 },
  { names: ['hypot', 'diag', 'norm2'], formula: '√(a² + b²)', arity: 2 },
  { names: ['mean', 'avg', 'mid'], formula: '(a + b) / 2', arity: 2 },
];
const ofThree = [
  { names: ['clamp', 'bound', 'keep'], formula: 'max{b, min{a, c}}', arity: 3 },
  { names: ['mix', 'blend', 'lerp'], formula: 'a + (b − a) · c', arity: 3 },
];

export function drawRules(draw: Draw): Rules {
  const meaning = draw.pick(Object.keys(symbols) as Meaning[]);
  const chosen = draw.shuffle([root, ...draw.sample(ofOne, 2), ...draw.sample(ofTwo, 2), draw.pick(ofThree)]);
  return {
    limit: draw.int(7, 24),
    signFirst: draw.chance(0.5),
    plusSign: draw.chance(0.5),
    separator: draw.pick([',', ';']),
    extra: {
      symbol: draw.pick(symbols[meaning]),
      meaning,
      level: draw.pick(['weaker', 'same', 'stronger']),
    },
    functions: Object.fromEntries(
      chosen.map(({ names, formula, arity }): [string, FunctionRule] => [draw.pick(names), { formula, arity }]),
    ),
    powerFromLeft: false,
  };
}

export function writeSpec(rules: Rules, examples: readonly string[], variables: Variables, lang: Language): string {
  const say = words[lang];
  const operators = levelsOf(rules).flatMap(({ form, operators: group, fromRight }, index) =>
    group.map((operator) => {
      const written = form === 'sign' ? `${operator}a` : `a ${operator} b`;
      const chain = form === 'sign' ? '' : fromRight ? say.fromRight : say.fromLeft;
      const own = operator === rules.extra.symbol ? `\`${formulas[rules.extra.meaning]}\`` : undefined;
      const value = own ?? (form === 'sign' ? say.signs : say.values)[operator] ?? '';
      return `| ${index + 1} | \`${operator}\` | \`${written}\` | ${chain} | ${value} |`;
    }),
  );
  const functions = Object.entries(rules.functions).map(([name, { formula, arity }]) => {
    const operands = ['a', 'b', 'c'].slice(0, arity).join(`${rules.separator} `);
    return `| \`${name}\` | \`${name}(${operands})\` | \`${formula}\` |`;
  });
  const results = examples.map((text) => `| \`${text}\` | ${shown(evaluate(text, variables, rules))} |`);
  return say.spec({ rules, operators, functions, results, variables: JSON.stringify(variables) });
}

function shown(value: number): string {
  return String(Number(value.toFixed(4)));
}

type Parts = { rules: Rules; operators: string[]; functions: string[]; results: string[]; variables: string };

const words = {
  en: {
    fromLeft: 'from the left',
    fromRight: 'from the right',
    signs: { '-': 'the negative of a', '+': 'a itself' } as Record<string, string>,
    values: {
      '+': 'sum',
      '-': 'difference',
      '*': 'product',
      '/': 'quotient, with its fraction',
      '^': 'a to the power b',
    } as Record<string, string>,
    spec: ({ rules, operators, functions, results, variables }: Parts) => `# exprlib: formulas in the form editor

## 1. Interface

- \`evaluate(text, variables)\` takes the formula as a string and a dict from variable names to numbers, and returns the value as a plain Python number.
- \`ExprError\` is a subclass of \`ValueError\`. Every formula that has no value raises it, with the attribute \`position\`: an int, the 0-based index into \`text\` of the place to highlight (section 6).

## 2. What a formula is made of

- **Numbers**: digits, optionally a point and more digits (\`7\`, \`0.25\`). \`5.\` and \`.5\` are not numbers: there the point is an unexpected character. There is no notation with an exponent.
- **Names**: a letter (A to Z, a to z) or underscore, followed by any number of letters, digits and underscores. Upper and lower case are different.
- **Operators, parentheses, separator**: those below, and nothing else. Where two operators could be read, the longer one is.
- Spaces and tabs may stand between these, never inside one.

## 3. Operators

The higher the level, the more tightly an operator binds. Chains of one level are worked out as the fourth column says.

| level | operator | written | chains | value |
|---|---|---|---|---|
${operators.join('\n')}

⌊x⌋ is the largest whole number that is not above x; trunc(x) is x with its fraction cut off, so trunc(−2.5) is −2.

A sign may stand wherever an operand may begin, also right after another operator (\`2 ^ -1\`), and may be repeated. It applies to what follows it as far as that binds more tightly than the sign.${rules.plusSign ? '' : ' There is no plus sign: `+` only ever stands between two operands.'}

## 4. Functions

| name | written | value |
|---|---|---|
${functions.join('\n')}

A function's name is always followed by its operands in parentheses, exactly as many as shown. These names are never variables. All other names are variables and are looked up in \`variables\`.

## 5. Nesting

At most **${rules.limit}** parentheses may be open at the same time. The parentheses around a function's operands count like any others.

## 6. Errors

| what is wrong | position |
|---|---|
| unexpected character: something stands where it cannot stand, or belongs to no formula at all (also a missing, surplus or wrong separator, or a variable followed by a parenthesis) | its first character |
| unexpected end: the text ends before the formula does (also an empty text) | the length of \`text\` |
| unknown name: neither a function nor in \`variables\` | the first character of the name |
| nested too deeply | the opening parenthesis that is one too many |
| division by zero, by \`/\` or \`${rules.extra.symbol}\` | the first character of the operator |
| a power without a real value: zero to a negative power, or a negative number to a power that is not whole | the \`^\` |
| the root of a negative number | the first character of the function's name |

The first four are errors of form. A formula with an error of form is not worked out at all, and of several such errors the one furthest left counts. Values too large for a float do not occur.

## 7. Examples

With \`variables\` = \`${variables}\`:

| formula | value |
|---|---|
${results.join('\n')}
`,
  },
  zh: {
    fromLeft: '从左到右',
    fromRight: '从右到左',
    signs: { '-': 'a 的相反数', '+': 'a 本身' } as Record<string, string>,
    values: { '+': '和', '-': '差', '*': '积', '/': '商（保留小数）', '^': 'a 的 b 次方' } as Record<string, string>,
    spec: ({ rules, operators, functions, results, variables }: Parts) => `# exprlib：表单编辑器里的公式

## 1. 接口

- \`evaluate(text, variables)\`：\`text\` 是公式字符串，\`variables\` 是变量名到数值的字典；返回公式的值，类型为普通的 Python 数值。
- \`ExprError\` 是 \`ValueError\` 的子类。凡是求不出值的公式都抛出它，并带有属性 \`position\`：一个整数，即需要标红的位置在 \`text\` 中的下标，从 0 数起（见第 6 节）。

## 2. 公式由什么组成

- **数**：若干数字，后面可以再跟一个小数点和若干数字（如 \`7\`、\`0.25\`）。\`5.\` 和 \`.5\` 都不是数，其中的小数点算意外字符。没有科学记数法。
- **名字**：以字母（A 到 Z、a 到 z）或下划线开头，后面可跟任意个字母、数字、下划线。区分大小写。
- **运算符、括号、分隔符**：只有下文列出的这些。如果两种运算符都读得通，取较长的那个。
- 以上各成分之间可以有空格和制表符，成分内部不可以有。

## 3. 运算符

级别越高，结合得越紧。同级运算符连用时，按第四列的方向计算。

| 级别 | 运算符 | 写法 | 连用 | 值 |
|---|---|---|---|---|
${operators.join('\n')}

⌊x⌋ 是不大于 x 的最大整数；trunc(x) 是去掉 x 的小数部分，例如 trunc(−2.5) 是 −2。

凡是可以开始一个操作数的地方都可以写正负号，紧跟在别的运算符后面也行（\`2 ^ -1\`），还可以连写多个。它作用于后面比它结合得更紧的部分。${rules.plusSign ? '' : '没有正号：`+` 只能写在两个操作数之间。'}

## 4. 函数

| 名字 | 写法 | 值 |
|---|---|---|
${functions.join('\n')}

函数名后面必须跟着括号，括号里的操作数个数与上表完全一致。函数名不能当变量用；其余名字都是变量，到 \`variables\` 里查。

## 5. 嵌套

同时打开的括号最多 **${rules.limit}** 层。函数的括号同样计入。

## 6. 错误

| 出了什么错 | 位置 |
|---|---|
| 意外字符：某个成分出现在不该出现的地方，或者根本不属于公式（分隔符缺了、多了、写错了，变量后面跟着括号，都算） | 它的第一个字符 |
| 意外结尾：公式还没完，文本就结束了（空文本也算） | \`text\` 的长度 |
| 未知名字：既不是函数，也不在 \`variables\` 里 | 名字的第一个字符 |
| 嵌套过深 | 超出层数的那个左括号 |
| 除以零，无论用 \`/\` 还是 \`${rules.extra.symbol}\` | 运算符的第一个字符 |
| 没有实数值的乘方：零的负数次方，或者负数的非整数次方 | 那个 \`^\` |
| 负数开平方根 | 函数名的第一个字符 |

前四种是形式错误。公式有形式错误时根本不求值；有好几处形式错误时，以最靠左的为准。不会出现超出浮点数范围的值。

## 7. 例子

设 \`variables\` = \`${variables}\`：

| 公式 | 值 |
|---|---|
${results.join('\n')}
`,
  },
};
