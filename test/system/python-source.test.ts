// Python source without comments and blank lines.
import { expect, test } from 'vitest';
import { withoutPythonComments } from '../../src/system/index.ts';

test.each([
  ['a comment after code', 'x = 1  # one\ny = 2', 'x = 1\ny = 2'],
  ['a line of its own', '# one\n\nx = 1\n    # two\n', 'x = 1'],
  ['a hash in a string', `x = '#1' + "# 2"  # three`, `x = '#1' + "# 2"`],
  ['a quote in a comment', `x = 1  # don't\ny = "#"`, 'x = 1\ny = "#"'],
  ['an escaped quote', String.raw`x = 'it\'s # 1'  # two`, String.raw`x = 'it\'s # 1'`],
  ['a backslash before a quote in a raw string', String.raw`x = r'\'#' # two`, String.raw`x = r'\'#'`],
  ['an escaped backslash', String.raw`x = '\\'  # two`, String.raw`x = '\\'`],
  ['an f-string', `x = f"{a!r:#>8}"  # two`, `x = f"{a!r:#>8}"`],
  [
    'a docstring with blank lines',
    'def f():\n    """One.\n\n    # two\n    """\n',
    'def f():\n    """One.\n\n    # two\n    """',
  ],
  ['quotes within triple quotes', `x = '''a "#" 'b' ''' # c`, `x = '''a "#" 'b' '''`],
  ['an empty string before a comment', `x = ''  # ''' not a string`, `x = ''`],
  ['a string over two lines', "x = 'a \\\n# b'  # c", "x = 'a \\\n# b'"],
  ['a shell line', '!echo "#1" # kept\nx = 1  # two', '!echo "#1" # kept\nx = 1'],
  ['a shell cell', '%%bash\necho ${#x}  # kept', '%%bash\necho ${#x}  # kept'],
  ['a remainder', 'x = (a\n     % b)  # two', 'x = (a\n     % b)  # two'],
])('comments are removed and all other code is kept: %s', (_, source, expected) => {
  expect(withoutPythonComments(source)).toBe(expected);
});
