"""Cell: class that changes how a bar chart looks, for `replot_figure.py`. Each change is a generator: it changes the figure, yields
a description, and undoes the change."""


class _pybench_figure_looks:
    def __init__(self, draw):
        self.draw = draw

    def mutants(self):
        """Changes that make the picture wrong while its data stay right."""
        return [
            self.hidden_names,
            self.hidden_numbers,
            self.hidden_legend,
            self.names_outside,
            self.times_seven,
            self.shuffled_numbers,
            self.words_as_numbers,
            self.false_bar,
            self.extended_bar,
            self.covered,
            self.flattened,
        ]

    def variants(self):
        """Other styles of the same chart."""
        return [
            self.edged,
            self.hatched,
            self.replaced_legend,
            self.mean_line,
            self.labelled,
            self.grid_in_front,
            self.without_ticks,
            self.tinted,
        ]

    def bars(self, fig):
        """Yields each bar longer than 5 % of its axis: (axes, bar, whether it is horizontal, its length, span of the axis)."""
        for ax in fig.axes:
            for box in ax.containers:
                horizontal = getattr(box, "orientation", None) == "horizontal"
                low, high = sorted(ax.get_xlim() if horizontal else ax.get_ylim())
                for bar in getattr(box, "patches", ()):
                    length = bar.get_width() if horizontal else bar.get_height()
                    if abs(length) > 0.05 * (high - low):
                        yield ax, bar, horizontal, length, high - low

    def axes_of(self, fig):
        """Axes with bars, their axis of names and their axis of numbers."""
        for ax in fig.axes:
            found = [each for each in self.bars(fig) if each[0] is ax]
            if found:
                yield ax, *((ax.yaxis, ax.xaxis) if found[0][2] else (ax.xaxis, ax.yaxis)), found

    def background(self, ax, inside=False):
        """The background colour of the figure, or inside of the axes."""
        return (ax if inside else ax.figure).get_facecolor()

    def coloured(self, texts, color):
        """Colours the texts, and returns a function that restores their colours."""
        before = [each.get_color() for each in texts]
        for each in texts:
            each.set_color(color)
        return lambda: [each.set_color(color) for each, color in zip(texts, before)]

    def hidden_names(self, fig):
        for ax, names, _, _ in self.axes_of(fig):
            back = self.coloured(names.get_ticklabels(), self.background(ax))
            yield "the names have the colour of the background"
            back()

    def hidden_numbers(self, fig):
        for ax, _, numbers, _ in self.axes_of(fig):
            back = self.coloured(numbers.get_ticklabels(), self.background(ax))
            yield "the numbers of the axis have the colour of the background"
            back()

    def hidden_legend(self, fig):
        for ax, _, _, _ in self.axes_of(fig):
            if ax.get_legend():
                back = self.coloured(ax.get_legend().get_texts(), self.background(ax, True))
                yield "the texts of the legend have the colour of the background"
                back()

    def names_outside(self, fig):
        for ax, names, _, _ in self.axes_of(fig):
            before = names.get_tick_params().get("pad")
            ax.tick_params(axis=names.axis_name, pad=3000)
            yield "the names are outside of the picture"
            ax.tick_params(axis=names.axis_name, pad=before if before is not None else 3.5)

    def relabelled(self, fig, what, change):
        """Replaces the numbers that the axis prints by what `change` makes of them."""
        for _, _, numbers, _ in self.axes_of(fig):
            keep = numbers.get_major_locator(), numbers.get_major_formatter()
            low, high = sorted(numbers.get_view_interval())
            places = [each for each in numbers.get_majorticklocs() if low <= each <= high]
            numbers.set_ticks(places, change([f"{each:g}" for each in places]))
            yield what
            numbers.set_major_locator(keep[0])
            numbers.set_major_formatter(keep[1])

    def times_seven(self, fig):
        yield from self.relabelled(
            fig, "the axis prints seven times the numbers", lambda texts: [f"{7 * float(each):g}" for each in texts]
        )

    def shuffled_numbers(self, fig):
        yield from self.relabelled(
            fig,
            "the numbers of the axis are in another order",
            lambda texts: texts[len(texts) // 2 :] + texts[: len(texts) // 2],
        )

    def words_as_numbers(self, fig):
        yield from self.relabelled(
            fig,
            "the axis prints words instead of numbers",
            lambda texts: ["some", "more", "many", "most"] * (len(texts) // 4) + ["all"] * (len(texts) % 4),
        )

    def false_bar(self, fig):
        from matplotlib.patches import Polygon

        for ax, _, _, found in self.axes_of(fig):
            span = found[0][4]
            empty = [
                bar for box in ax.containers for bar in getattr(box, "patches", ()) if not bar.get_height() * bar.get_width()
            ]
            horizontal = found[0][2]
            if empty:
                bar = self.draw.choice(empty)
                x, y = bar.get_xy()
                w, h = (span * 0.15, bar.get_height()) if horizontal else (bar.get_width(), span * 0.15)
                more = ax.add_artist(Polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], color=bar.get_facecolor()))
                yield "a shape like a bar is drawn where the value is 0"
                more.remove()

    def extended_bar(self, fig):
        from matplotlib.patches import Rectangle

        for ax, _, _, found in self.axes_of(fig):
            ax, bar, horizontal, _, span = self.draw.choice(found)
            (x, y), w, h, more = bar.get_xy(), bar.get_width(), bar.get_height(), span * 0.08
            box = (x + w, y, more, h) if horizontal else (x, y + h, w, more)
            patch = ax.add_artist(Rectangle(box[:2], *box[2:], color=bar.get_facecolor()))
            yield "a shape of the same colour makes a bar longer"
            patch.remove()

    def covered(self, fig):
        from matplotlib.patches import Rectangle

        for ax, _, _, _ in self.axes_of(fig):
            patch = Rectangle((0.02, 0.02), 0.96, 0.96, transform=ax.transAxes, color=self.background(ax, True), zorder=90)
            ax.add_artist(patch)
            yield "everything in the plot is covered"
            patch.remove()

    def flattened(self, fig):
        for ax, _, _, _ in self.axes_of(fig):
            before = ax.get_position()
            ax.set_position([0.1, 0.5, 0.8, 0.004])
            yield "the plot area is almost 0 high"
            ax.set_position(before)

    def patches_of(self, fig):
        legends = [each.get_legend() for each in fig.axes if each.get_legend()]
        drawn = [bar for ax in fig.axes for box in ax.containers for bar in getattr(box, "patches", ())]
        return drawn + [patch for legend in legends for patch in legend.get_patches()]

    def edged(self, fig):
        color, wide = self.draw.choice(["black", "white"]), self.draw.choice([1, 2, 3])
        found = [(each, each.get_edgecolor(), each.get_linewidth()) for each in self.patches_of(fig)]
        for each, *_ in found:
            each.set_edgecolor(color)
            each.set_linewidth(wide)
        yield f"bars with {color} edges of {wide} points"
        for each, edge, line in found:
            each.set_edgecolor(edge)
            each.set_linewidth(line)

    def hatched(self, fig):
        for each in self.patches_of(fig):
            each.set_hatch("//")
        yield "hatched bars"
        for each in self.patches_of(fig):
            each.set_hatch(None)

    def replaced_legend(self, fig):
        for ax in fig.axes:
            legend = ax.get_legend()
            if legend:
                before, place = (
                    legend._loc,
                    self.draw.choice(["upper left", "upper right", "upper center", "center left", "center right", "center"]),
                )
                legend.set_loc(place)
                yield f"the legend at {place}"
                legend._loc = before

    def mean_line(self, fig):
        for ax, _, _, found in self.axes_of(fig):
            mean = sum(each[3] for each in found) / len(found)
            line = (ax.axvline if found[0][2] else ax.axhline)(mean, color="gray", ls="--", lw=1)
            yield "a line at the mean"
            line.remove()

    def labelled(self, fig):
        for ax, _, _, _ in self.axes_of(fig):
            texts = [
                text for box in ax.containers if hasattr(box, "patches") for text in ax.bar_label(box, fontsize=8, fmt="{:g}")
            ]
            yield "a number on every bar"
            for each in texts:
                each.remove()

    def grid_in_front(self, fig):
        for ax, _, numbers, _ in self.axes_of(fig):
            before = ax.get_axisbelow()
            ax.set_axisbelow(False)
            numbers.grid(True)
            yield "a grid in front of the bars"
            numbers.grid(False)
            ax.set_axisbelow(before)

    def without_ticks(self, fig):
        for ax, names, _, _ in self.axes_of(fig):
            length = names.get_tick_params().get("length", 3.5)
            ax.tick_params(length=0)
            for side in ("top", "right"):
                ax.spines[side].set_visible(False)
            yield "no tick marks, and no line at the top and on the right"
            ax.tick_params(length=length)
            for side in ("top", "right"):
                ax.spines[side].set_visible(True)

    def tinted(self, fig):
        before = [ax.get_facecolor() for ax in fig.axes]
        for ax in fig.axes:
            ax.set_facecolor("#eaeaf2")
        yield "a tinted background"
        for ax, color in zip(fig.axes, before):
            ax.set_facecolor(color)
