"""Cell: writes files into the current folder; `files` holds their contents in base64 by path."""


def _pybench_write_files(files: "dict[str, str]") -> None:
    import base64
    import os

    for path, content in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(content))
