"""Cell: moves to a new folder with an empty ./output; `bring_outputs_back.py` returns."""


def _pybench_work_elsewhere() -> None:
    import os
    import tempfile

    os.environ["PYBENCH_HOME"] = os.getcwd()
    os.chdir(tempfile.mkdtemp())
    os.mkdir("output")
