// Python that plots a figure again and again when it is saved, each time with one thing changed: pixels are never edited.

import { seenCell } from './seen.ts';

export interface Replot {
  /** `output/chart.png` */
  readonly path: string;
  readonly seed: number;
  /** Where the list of what was made is left, as JSON. */
  readonly list: string;
}

/** A cell to run before a program that saves the figure with matplotlib. */
export function replotCell({ path, seed, list }: Replot): string {
  return `
def _replot(target, seed, listing):
    import json, os, random
    from matplotlib.figure import Figure
    save, draw, made = Figure.savefig, random.Random(seed), []

    def bars(fig):
        """Each bar that is high enough to be missed, with its axes and the direction in which it grows."""
        for ax in fig.axes:
            for box in ax.containers:
                lying = getattr(box, 'orientation', None) == 'horizontal'
                low, high = sorted(ax.get_xlim() if lying else ax.get_ylim())
                for bar in getattr(box, 'patches', ()):
                    length = bar.get_width() if lying else bar.get_height()
                    if abs(length) > 0.05 * (high - low):
                        yield ax, bar, lying, length, high - low

    def stretch(bar, lying, length):
        (bar.set_width if lying else bar.set_height)(length)

    def moved(fig, share):
        found = list(bars(fig))
        if found:
            ax, bar, lying, length, span = draw.choice(found)
            stretch(bar, lying, length + share * span)
            yield f'a bar is {share:+.0%} of the axis longer'
            stretch(bar, lying, length)

    def exchanged(fig):
        found = list(bars(fig))
        pairs = [(a, b) for a in found for b in found if a[0] is b[0] and abs(a[3] - b[3]) > 0.03 * a[4]]
        if pairs:
            a, b = draw.choice(pairs)
            stretch(a[1], a[2], b[3]); stretch(b[1], b[2], a[3])
            yield 'two bars have exchanged their lengths'
            stretch(a[1], a[2], a[3]); stretch(b[1], b[2], b[3])

    def gone(fig):
        found = list(bars(fig))
        if found:
            bar = draw.choice(found)[1]
            bar.set_visible(False)
            yield 'a bar is missing'
            bar.set_visible(True)

    def renamed(fig):
        """Two names on the axis change places, between bars that differ."""
        for ax in fig.axes:
            found = [each for each in bars(fig) if each[0] is ax]
            if not found:
                continue
            lying = found[0][2]
            axis = ax.yaxis if lying else ax.xaxis
            places = list(axis.get_ticklocs())
            names = [label.get_text() for label in axis.get_ticklabels()]
            looks = {}
            for _, bar, _, length, span in found:
                x, y = bar.get_xy()
                middle = y + bar.get_height() / 2 if lying else x + bar.get_width() / 2
                nearest = min(range(len(places)), key=lambda at: abs(places[at] - middle))
                looks.setdefault(nearest, []).append((round(length / span / 0.02), (x if lying else y)))
            pairs = [(a, b) for a in looks for b in looks if a < b and looks[a] != looks[b] and names[a] != names[b]]
            if not pairs:
                continue
            a, b = draw.choice(pairs)
            keep = axis.get_major_locator(), axis.get_major_formatter()
            names[a], names[b] = names[b], names[a]
            axis.set_ticks(places, names)
            yield f'the names {names[a]} and {names[b]} have changed places'
            axis.set_major_locator(keep[0]); axis.set_major_formatter(keep[1])

    def relegended(fig):
        for ax in fig.axes:
            texts = ax.get_legend().get_texts() if ax.get_legend() else []
            if len(texts) > 1:
                one, other = draw.sample(texts, 2)
                first, second = one.get_text(), other.get_text()
                one.set_text(second); other.set_text(first)
                yield f'the legend has {first} and {second} the wrong way round'
                one.set_text(first); other.set_text(second)

    def bent(fig):
        for ax in fig.axes:
            low, high = sorted(ax.get_ylim())
            lines = [line for line in ax.lines if len(line.get_xdata()) > 2]
            if lines:
                line = draw.choice(lines)
                before = list(line.get_ydata(orig=False))
                at = draw.choice([at for at, value in enumerate(before) if value == value])
                line.set_ydata([*before[:at], before[at] - 0.03 * (high - low), *before[at + 1:]])
                yield f'point {at + 1} of a line is 3 % of the axis lower'
                line.set_ydata(before)

    def larger(fig):
        before = fig.get_size_inches()
        fig.set_size_inches(before * 1.3)
        yield 'a larger figure'
        fig.set_size_inches(before)

    def gridded(fig):
        for ax in fig.axes:
            ax.set_axisbelow(True); ax.grid(True)
        yield 'a grid behind everything'
        for ax in fig.axes:
            ax.grid(False)

${seenCell}
    def savefig(self, name, *args, **options):
        result = save(self, name, *args, **options)
        if os.path.abspath(os.fspath(name)) != os.path.abspath(target):
            return result
        stem, ending = os.path.splitext(target)
        wrong = [moved(self, 0.02), moved(self, -0.02), exchanged(self), gone(self), renamed(self), relegended(self), bent(self)]
        right = [larger(self), gridded(self)]
        if ending == '.png':
            wrong += [step(self) for step in draw.sample(visual_mutants, 5)]
            right += [step(self) for step in draw.sample(restyled, 5)]
        again = [({}, step, step in right) for step in (*wrong, *right)]
        again += [({'dpi': 170}, iter(['more dots per inch']), True), ({'bbox_inches': 'tight'}, iter(['the margins cut off']), True)]
        for more, step, is_right in again:
            for what in step:
                file = f'{stem}.replot-{len(made)}{ending}'
                save(self, file, *args, **{**options, **more})
                made.append({'file': file, 'what': what, 'right': is_right})
        with open(listing, 'w', encoding='utf-8') as out:
            json.dump(made, out)
        return result

    Figure.savefig = savefig

_replot(${JSON.stringify(path)}, ${seed}, ${JSON.stringify(list)})
`;
}
