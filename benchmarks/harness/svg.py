# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A plot of view.plot() as SVG: dots, strokes to the upper statistic, dashed lines of the machine's limits."""

import math
from xml.sax.saxutils import escape

from harness.figures import number

WIDTH, TOP, LEFT, RIGHT = 760, 34, 74, 14
HEIGHT = 280  # of the drawing
LIGHT = ('#0b62c4', '#c4560b', '#0d8a72', '#a3379b', '#8a7300', '#5a55c9', '#bb2134', '#4d7a1f', '#59657a')
DARK = ('#6cb2ff', '#ff9d5c', '#4fd6ba', '#e58ae0', '#dcc65a', '#a7a3ff', '#ff8391', '#a3d76e', '#9aa7ba')


def _style():
    colours = ''.join(f'.s{i}{{--c:{colour}}}' for i, colour in enumerate(LIGHT))
    dark = ''.join(f'.s{i}{{--c:{colour}}}' for i, colour in enumerate(DARK))
    return (
        'text{font:12px system-ui,sans-serif;fill:#172031}.g{stroke:#d5dbe5}.m{fill:#59657a}.b{fill:#fff}'
        f'.l{{stroke:#59657a}}{colours}.d{{fill:var(--c)}}.p{{stroke:var(--c);fill:none}}'
        '@media(prefers-color-scheme:dark){text{fill:#e6ebf3}.g{stroke:#323d4e}.m{fill:#9aa7ba}.b{fill:#181e28}'
        f'.l{{stroke:#9aa7ba}}{dark}}}'
    )


def ticks(low, high, log):
    """Returns round numbers between two bounds."""
    if log:
        decades = [10.0**e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
        marks = [t for t in decades if low <= t <= high]
        if len(marks) < 3:
            marks = sorted(t * k for t in decades for k in (1, 2, 5) if low <= t * k <= high)
        return marks
    step = 10.0 ** math.floor(math.log10((high - low) or 1))
    step = next(step * k for k in (0.1, 0.2, 0.5, 1, 2) if (high - low) / (step * k) <= 6)
    return [i * step for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def bounds(values, log):
    """Returns the range of an axis: a little more than the range of the values."""
    low, high = min(values), max(values)
    if log:
        return low / 1.4, high * 1.4
    low = min(low, 0)
    return low, high + 0.06 * ((high - low) or 1)


class _Scale:
    """Positions of one axis."""

    def __init__(self, low, high, log, start, end):
        self._change = math.log10 if log else float
        self._low, self._high = self._change(low), self._change(high)
        self._start, self._end = start, end

    def __call__(self, value):
        share = (self._change(value) - self._low) / ((self._high - self._low) or 1)
        return round(self._start + share * (self._end - self._start), 1)


def _short(value):
    return f'{value / 1e6:g}M' if value >= 1e6 else f'{value / 1e3:g}k' if value >= 1e4 else number(value)


def _text(x, y, text, anchor='start', more=''):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _turned(x, y, degrees, text, anchor, kind=''):
    place = f'transform="translate({x} {y})rotate({degrees})" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape(text)}</text>'


def _vertical(plot):
    """The scale of y, and its axis."""
    values = [line['y'] for line in plot['lines']]
    for one in plot['series']:
        values += [value for point in one['points'] for value in (point['y'], point['upper']) if value]
    low, high = bounds(values or [1], plot['log_y'])
    scale = _Scale(low, high, plot['log_y'], TOP + HEIGHT, TOP)
    parts = [_turned(14, TOP + HEIGHT / 2, -90, plot['y_label'], 'middle', 'm')]
    for tick in ticks(low, high, plot['log_y']):
        at = scale(tick)
        parts.append(
            f'<path class="g" d="M{LEFT} {at}H{WIDTH - RIGHT}"/>{_text(LEFT - 6, at + 4, _short(tick), "end")}'
        )
    return scale, parts


def _horizontal(plot):
    """The scale of x, its axis, and where that ends."""
    places, foot = plot['places'], TOP + HEIGHT
    if places:
        scale = _Scale(-0.5, len(places) - 0.5, False, LEFT, WIDTH - RIGHT)
        marks = list(enumerate(places))
    else:
        xs = sorted({point['x'] for one in plot['series'] for point in one['points']})
        scale = _Scale(*bounds(xs, plot['log_x']), plot['log_x'], LEFT, WIDTH - RIGHT)
        marks = [(value, _short(value)) for value in xs]
    tilt = bool(places) and len(places) > 4
    if tilt:
        parts = [_turned(scale(value) + 4, foot + 14, -28, text, 'end') for value, text in marks]
        bottom = foot + 24 + 3.4 * max(map(len, places))
    else:
        parts = [_text(scale(value), foot + 18, text, 'middle') for value, text in marks]
        bottom = foot + 24
    if plot['x_label']:
        parts.append(_text((LEFT + WIDTH) / 2, bottom + 12, plot['x_label'], 'middle', ' class="m"'))
        bottom += 16
    return scale, parts, bottom


def svg(plot):
    """The text of the file."""
    y, vertical = _vertical(plot)
    x, horizontal, bottom = _horizontal(plot)
    parts = ['<rect class="b" width="100%" height="100%"/>', _text(LEFT, 20, plot['title'], more=' font-weight="bold"')]
    parts += vertical + horizontal
    for line in plot['lines']:
        at = y(line['y'])
        parts.append(f'<path class="l" stroke-dasharray="5 4" d="M{LEFT} {at}H{WIDTH - RIGHT}"/>')
        parts.append(_text(WIDTH - RIGHT, at - 4, line['label'], 'end', ' class="m" font-size="11"'))
    across, down = LEFT, bottom + 20
    for i, one in enumerate(plot['series']):
        colour = f's{i % len(LIGHT)}'
        where = [(x(point['x']), y(point['y'])) for point in one['points']]
        if not plot['places']:
            way = 'L'.join(f'{a} {b}' for a, b in where)
            parts.append(f'<path class="p {colour}" stroke-width="1.5" d="M{way}"/>')
        for (a, b), point in zip(where, one['points'], strict=True):
            if point['upper'] and point['upper'] > 0:
                parts.append(f'<path class="p {colour}" opacity=".55" d="M{a} {b}V{y(point["upper"])}"/>')
            parts.append(f'<circle class="d {colour}" cx="{a}" cy="{b}" r="4"/>')
        label = one['name'] + (f' (slope {one["slope"]})' if 'slope' in one else '')
        width = 26 + 6.6 * len(label)
        if across + width > WIDTH:
            across, down = LEFT, down + 18
        parts.append(f'<circle class="d {colour}" cx="{across + 6}" cy="{down - 4}" r="5"/>')
        parts.append(_text(across + 16, down, label))
        across += width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {down + 12:.0f}" role="img">'
        f'<title>{escape(plot["title"])}</title><desc>{escape(plot["see"])}</desc>'
        f'<style>{_style()}</style>{"".join(parts)}</svg>\n'
    )
