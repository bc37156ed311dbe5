"""Cell: runs a submitted tool on its cases and writes the results as JSON. `runner` is the text of `tool_runner.py`; it gets one
case after another, so that the tool never learns of the next one."""


def _pybench_run_tool_cases(runner: str, program: str, limits: "dict[str, int]", cases: "list[dict]", result: str) -> None:
    import json
    import os
    import subprocess
    import sys

    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", runner, program, json.dumps(limits)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin and process.stdout and process.stderr
    results = []
    for case in cases:
        try:
            process.stdin.write(json.dumps(case).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        if not line:
            raise RuntimeError(process.stderr.read().decode("utf-8", "replace")[-300:])
        results.append(json.loads(line))
    process.stdin.close()
    with open(result, "w", encoding="utf-8") as file:
        json.dump(results, file)
