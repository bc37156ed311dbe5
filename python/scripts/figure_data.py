"""Cell: class that changes the data of a figure, for `replot_figure.py`. Each change is a generator: it changes the figure, yields a
description, and undoes the change."""


class _pybench_figure_data:
    def __init__(self, draw, bars):
        self.draw, self.bars = draw, bars

    def mutants(self, fig):
        """Figures whose data are wrong."""
        return [
            self.moved(fig, 0.02),
            self.moved(fig, -0.02),
            self.exchanged(fig),
            self.missing(fig),
            self.renamed(fig),
            self.exchanged_legend(fig),
            self.bent_line(fig),
        ]

    def variants(self, fig):
        """Other ways to show the same data, in any file format."""
        return [self.larger(fig), self.gridded(fig)]

    def stretch(self, bar, horizontal, length):
        (bar.set_width if horizontal else bar.set_height)(length)

    def moved(self, fig, share):
        found = list(self.bars(fig))
        if found:
            _, bar, horizontal, length, span = self.draw.choice(found)
            self.stretch(bar, horizontal, length + share * span)
            yield f"a bar is {share:+.0%} of the axis longer"
            self.stretch(bar, horizontal, length)

    def exchanged(self, fig):
        found = list(self.bars(fig))
        pairs = [(a, b) for a in found for b in found if a[0] is b[0] and abs(a[3] - b[3]) > 0.03 * a[4]]
        if pairs:
            a, b = self.draw.choice(pairs)
            self.stretch(a[1], a[2], b[3])
            self.stretch(b[1], b[2], a[3])
            yield "the lengths of two bars are exchanged"
            self.stretch(a[1], a[2], a[3])
            self.stretch(b[1], b[2], b[3])

    def missing(self, fig):
        found = list(self.bars(fig))
        if found:
            bar = self.draw.choice(found)[1]
            bar.set_visible(False)
            yield "a bar is missing"
            bar.set_visible(True)

    def renamed(self, fig):
        """Exchanges two names on the axis whose bars differ."""
        for ax in fig.axes:
            found = [each for each in self.bars(fig) if each[0] is ax]
            if not found:
                continue
            horizontal = found[0][2]
            axis = ax.yaxis if horizontal else ax.xaxis
            places = list(axis.get_ticklocs())
            names = [label.get_text() for label in axis.get_ticklabels()]
            marks = {}
            for _, bar, _, length, span in found:
                x, y = bar.get_xy()
                middle = y + bar.get_height() / 2 if horizontal else x + bar.get_width() / 2
                nearest = min(range(len(places)), key=lambda at: abs(places[at] - middle))
                marks.setdefault(nearest, []).append((round(length / span / 0.02), (x if horizontal else y)))
            pairs = [(a, b) for a in marks for b in marks if a < b and marks[a] != marks[b] and names[a] != names[b]]
            if not pairs:
                continue
            a, b = self.draw.choice(pairs)
            keep = axis.get_major_locator(), axis.get_major_formatter()
            names[a], names[b] = names[b], names[a]
            axis.set_ticks(places, names)
            yield f"the names {names[a]} and {names[b]} are exchanged"
            axis.set_major_locator(keep[0])
            axis.set_major_formatter(keep[1])

    def exchanged_legend(self, fig):
        for ax in fig.axes:
            texts = ax.get_legend().get_texts() if ax.get_legend() else []
            if len(texts) > 1:
                one, other = self.draw.sample(texts, 2)
                first, second = one.get_text(), other.get_text()
                one.set_text(second)
                other.set_text(first)
                yield f"the legend exchanges {first} and {second}"
                one.set_text(first)
                other.set_text(second)

    def bent_line(self, fig):
        for ax in fig.axes:
            low, high = sorted(ax.get_ylim())
            lines = [line for line in ax.lines if len(line.get_xdata()) > 2]
            if lines:
                line = self.draw.choice(lines)
                before = list(line.get_ydata(orig=False))
                at = self.draw.choice([at for at, value in enumerate(before) if value == value])
                line.set_ydata([*before[:at], before[at] - 0.03 * (high - low), *before[at + 1 :]])
                yield f"point {at + 1} of a line is 3 % of the axis lower"
                line.set_ydata(before)

    def larger(self, fig):
        before = fig.get_size_inches()
        fig.set_size_inches(before * 1.3)
        yield "a larger figure"
        fig.set_size_inches(before)

    def gridded(self, fig):
        for ax in fig.axes:
            ax.set_axisbelow(True)
            ax.grid(True)
        yield "a grid behind the marks"
        for ax in fig.axes:
            ax.grid(False)
