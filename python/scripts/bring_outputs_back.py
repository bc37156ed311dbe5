"""Cell: returns from the folder of `work_elsewhere.py` and copies its ./output."""


def _pybench_bring_outputs_back() -> None:
    import os
    import shutil

    elsewhere = os.getcwd()
    os.chdir(os.environ.pop("PYBENCH_HOME"))
    shutil.copytree(os.path.join(elsewhere, "output"), "output", dirs_exist_ok=True)
    shutil.rmtree(elsewhere)
