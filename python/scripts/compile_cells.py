"""Cell: prints the first syntax error in data/cells.json, which holds cells as {file, cell, code}."""


def _pybench_compile_cells() -> None:
    import ast
    import json

    with open("data/cells.json", encoding="utf-8") as file:
        cells = json.load(file)
    for each in cells:
        try:
            compile(each["code"], each["file"], "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except SyntaxError as error:
            where = f"{each['file']}, cell {each['cell']}, line {error.lineno}"
            print(f"{where}: {type(error).__name__}: {error.msg}")
            return
