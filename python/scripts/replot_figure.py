"""Cell: each time a program saves the figure at `target`, saves copies of it with one change each, and writes a list of them
as JSON to `listing`. It changes the figure, never its pixels. `figure_looks.py` and `figure_data.py` must run before."""


def _pybench_replot_figure(target: str, seed: int, listing: str) -> None:
    import json
    import os
    import random

    from matplotlib.figure import Figure

    save, draw, made = Figure.savefig, random.Random(seed), []
    looks = _pybench_figure_looks(draw)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]
    data = _pybench_figure_data(draw, looks.bars)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]

    def changes_of(figure, ending):
        """Savefig options, a generator that changes the figure, and whether the changed figure is still right."""
        wrong, right = data.mutants(figure), data.variants(figure)
        if ending == ".png":
            wrong += [change(figure) for change in draw.sample(looks.mutants(), 5)]
            right += [change(figure) for change in draw.sample(looks.variants(), 5)]
        yield from (({}, change, False) for change in wrong)
        yield from (({}, change, True) for change in right)
        yield {"dpi": 170}, ["more dots per inch"], True
        yield {"bbox_inches": "tight"}, ["the margins cut off"], True

    def savefig(self, name, *args, **options):
        result = save(self, name, *args, **options)
        if os.path.abspath(os.fspath(name)) != os.path.abspath(target):
            return result
        stem, ending = os.path.splitext(target)
        for more, change, is_right in changes_of(self, ending):
            for what in change:
                file = f"{stem}.replot-{len(made)}{ending}"
                save(self, file, *args, **{**options, **more})
                made.append({"file": file, "what": what, "right": is_right})
        with open(listing, "w", encoding="utf-8") as out:
            json.dump(made, out)
        return result

    Figure.savefig = savefig
