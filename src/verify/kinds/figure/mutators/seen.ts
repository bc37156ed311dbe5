// Python that changes what is seen of a chart with bars: mutants whose data stay right while the picture does not, and
// other styles of the same chart. It is part of the cell of figure-replot.ts, and uses its `draw` and `bars`.

/** Indented as the body of a function; defines the lists `visual_mutants` and `restyled`. */
export const seenCell = `
    from matplotlib.patches import Polygon, Rectangle

    def axes_of(fig):
        """Axes with bars, their axis of names and their axis of numbers."""
        for ax in fig.axes:
            found = [each for each in bars(fig) if each[0] is ax]
            if found:
                yield ax, *((ax.yaxis, ax.xaxis) if found[0][2] else (ax.xaxis, ax.yaxis)), found

    def behind(ax, inside=False):
        return (ax if inside else ax.figure).get_facecolor()

    def coloured(texts, color):
        before = [each.get_color() for each in texts]
        for each in texts:
            each.set_color(color)
        return lambda: [each.set_color(color) for each, color in zip(texts, before)]

    def pale_names(fig):
        for ax, names, numbers, found in axes_of(fig):
            back = coloured(names.get_ticklabels(), behind(ax))
            yield 'the names have the colour of the ground'
            back()

    def pale_numbers(fig):
        for ax, names, numbers, found in axes_of(fig):
            back = coloured(numbers.get_ticklabels(), behind(ax))
            yield 'the numbers of the axis have the colour of the ground'
            back()

    def pale_legend(fig):
        for ax, names, numbers, found in axes_of(fig):
            if ax.get_legend():
                back = coloured(ax.get_legend().get_texts(), behind(ax, True))
                yield 'the texts of the legend have the colour of the ground'
                back()

    def names_away(fig):
        for ax, names, numbers, found in axes_of(fig):
            before = names.get_tick_params().get('pad')
            ax.tick_params(axis=names.axis_name, pad=3000)
            yield 'the names stand outside of the picture'
            ax.tick_params(axis=names.axis_name, pad=before if before is not None else 3.5)

    def printed_otherwise(fig, what, change):
        for ax, names, numbers, found in axes_of(fig):
            keep = numbers.get_major_locator(), numbers.get_major_formatter()
            low, high = sorted(numbers.get_view_interval())
            places = [each for each in numbers.get_majorticklocs() if low <= each <= high]
            numbers.set_ticks(places, change([f'{each:g}' for each in places]))
            yield what
            numbers.set_major_locator(keep[0]); numbers.set_major_formatter(keep[1])

    def times_seven(fig):
        yield from printed_otherwise(fig, 'the axis prints seven times the numbers', lambda texts: [f'{7 * float(each):g}' for each in texts])

    def shuffled_numbers(fig):
        yield from printed_otherwise(fig, 'the numbers of the axis are in another order', lambda texts: texts[len(texts) // 2:] + texts[:len(texts) // 2])

    def no_numbers(fig):
        yield from printed_otherwise(fig, 'the axis prints words instead of numbers', lambda texts: ['some', 'more', 'many', 'most'] * (len(texts) // 4) + ['all'] * (len(texts) % 4))

    def at_nothing(fig):
        for ax, names, numbers, found in axes_of(fig):
            span = found[0][4]
            empty = [bar for box in ax.containers for bar in getattr(box, 'patches', ()) if not bar.get_height() * bar.get_width()]
            lying = found[0][2]
            if empty:
                bar = draw.choice(empty)
                x, y = bar.get_xy()
                w, h = (span * 0.15, bar.get_height()) if lying else (bar.get_width(), span * 0.15)
                more = ax.add_artist(Polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], color=bar.get_facecolor()))
                yield 'something like a bar is painted where there is none'
                more.remove()

    def painted_longer(fig):
        for ax, names, numbers, found in axes_of(fig):
            ax, bar, lying, length, span = draw.choice(found)
            (x, y), w, h, more = bar.get_xy(), bar.get_width(), bar.get_height(), span * 0.08
            box = (x + w, y, more, h) if lying else (x, y + h, w, more)
            patch = ax.add_artist(Rectangle(box[:2], *box[2:], color=bar.get_facecolor()))
            yield 'a bar is painted on beyond its end'
            patch.remove()

    def covered(fig):
        for ax, names, numbers, found in axes_of(fig):
            patch = Rectangle((0.02, 0.02), 0.96, 0.96, transform=ax.transAxes, color=behind(ax, True), zorder=90)
            ax.add_artist(patch)
            yield 'everything in the plot is covered'
            patch.remove()

    def flat(fig):
        for ax, names, numbers, found in axes_of(fig):
            before = ax.get_position()
            ax.set_position([0.1, 0.5, 0.8, 0.004])
            yield 'the plot is flat'
            ax.set_position(before)

    visual_mutants = [pale_names, pale_numbers, pale_legend, names_away, times_seven, shuffled_numbers, no_numbers, at_nothing, painted_longer, covered, flat]

    def patches_of(fig):
        legends = [each.get_legend() for each in fig.axes if each.get_legend()]
        drawn = [bar for ax in fig.axes for box in ax.containers for bar in getattr(box, 'patches', ())]
        return drawn + [patch for legend in legends for patch in legend.get_patches()]

    def edged(fig):
        color, wide = draw.choice(['black', 'white']), draw.choice([1, 2, 3])
        found = [(each, each.get_edgecolor(), each.get_linewidth()) for each in patches_of(fig)]
        for each, *_ in found:
            each.set_edgecolor(color); each.set_linewidth(wide)
        yield f'bars with {color} edges of {wide} points'
        for each, edge, line in found:
            each.set_edgecolor(edge); each.set_linewidth(line)

    def hatched(fig):
        for each in patches_of(fig):
            each.set_hatch('//')
        yield 'bars with a hatch'
        for each in patches_of(fig):
            each.set_hatch(None)

    def replaced_legend(fig):
        for ax in fig.axes:
            legend = ax.get_legend()
            if legend:
                before, place = legend._loc, draw.choice(['upper left', 'upper right', 'upper center', 'center left', 'center right', 'center'])
                legend.set_loc(place)
                yield f'the legend at {place}'
                legend._loc = before

    def level(fig):
        for ax, names, numbers, found in axes_of(fig):
            mean = sum(each[3] for each in found) / len(found)
            line = (ax.axvline if found[0][2] else ax.axhline)(mean, color='gray', ls='--', lw=1)
            yield 'a line at the mean'
            line.remove()

    def labelled(fig):
        for ax, names, numbers, found in axes_of(fig):
            texts = [text for box in ax.containers if hasattr(box, 'patches') for text in ax.bar_label(box, fontsize=8, fmt='{:g}')]
            yield 'every bar with its number'
            for each in texts:
                each.remove()

    def grid_in_front(fig):
        for ax, names, numbers, found in axes_of(fig):
            before = ax.get_axisbelow()
            ax.set_axisbelow(False); numbers.grid(True)
            yield 'a grid in front of the bars'
            numbers.grid(False); ax.set_axisbelow(before)

    def bare(fig):
        for ax, names, numbers, found in axes_of(fig):
            length = names.get_tick_params().get('length', 3.5)
            ax.tick_params(length=0)
            for side in ('top', 'right'):
                ax.spines[side].set_visible(False)
            yield 'no tick marks, and two sides without a line'
            ax.tick_params(length=length)
            for side in ('top', 'right'):
                ax.spines[side].set_visible(True)

    def tinted(fig):
        before = [ax.get_facecolor() for ax in fig.axes]
        for ax in fig.axes:
            ax.set_facecolor('#eaeaf2')
        yield 'a tinted ground'
        for ax, color in zip(fig.axes, before):
            ax.set_facecolor(color)

    restyled = [edged, hatched, replaced_legend, level, labelled, grid_in_front, bare, tinted]
`;
