# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Compares two sets of runs: ratios of medians with bootstrap intervals, and the exact Mann-Whitney test.

The samples are rounds (one number a round: a median, a percentile, a value), as messages of one round are not
independent. A figure differs if the 95 % interval excludes 1 and the test's p is at most 0.05, for which four rounds on
each side are the least; several results of one side are taken together. Among n figures that do not differ, n / 20 will
seem to.
"""

import json
import random
import statistics
from pathlib import Path

from harness.figures import cases_of, number, samples

RESAMPLES = 2000
LEAST = 4  # rounds on each side


def read(names):
    """The documents of `results.json`s or folders, separated by commas."""
    paths = [Path(name) for name in names.split(',')]
    return [json.loads((path / 'results.json' if path.is_dir() else path).read_text()) for path in paths]


def interval(before, after, seed=1):
    """95 % of the ratios of medians of resampled rounds (percentile bootstrap)."""
    chance = random.Random(seed)
    ratios = sorted(
        statistics.median(chance.choices(after, k=len(after)))
        / statistics.median(chance.choices(before, k=len(before)))
        for _ in range(RESAMPLES)
    )
    return ratios[int(0.025 * RESAMPLES)], ratios[int(0.975 * RESAMPLES) - 1]


def mann_whitney(before, after):
    """Two-sided p of the exact test; of ties each counts a half, rounded towards no difference."""
    n, m = len(before), len(after)
    u = sum((b > a) + 0.5 * (a == b) for a in before for b in after)
    u = min(u, n * m - u)
    # How many of the orders give each u: those of n and m by those of one less of either.
    counts = {(0, k): {0: 1} for k in range(m + 1)}
    for i in range(1, n + 1):
        counts[i, 0] = {0: 1}
        for k in range(1, m + 1):
            sums = dict(counts[i, k - 1])
            for value, count in counts[i - 1, k].items():
                sums[value + k] = sums.get(value + k, 0) + count
            counts[i, k] = sums
    orders = counts[n, m]
    return min(1.0, 2 * sum(count for value, count in orders.items() if value <= u) / sum(orders.values()))


def _figures(documents):
    """(case, program, figure, statistic) → numbers, one a round of all documents."""
    values_of = {}
    for document in documents:
        for name, case in cases_of(document).items():
            for program, runs in case['results'].items():
                for figure in {entry['name'] for run in runs for entry in run['figures']}:
                    first = next(entry for run in runs for entry in run['figures'] if entry['name'] == figure)
                    for statistic in ('value',) if 'value' in first else ('p50', 'p99'):
                        values = samples(case, program, figure, statistic)
                        values_of.setdefault((name, program, figure, statistic), []).extend(values)
    return values_of


def compare(before, after):
    """A row a figure that both have, the clearest differences first."""
    old, new, rows = _figures(before), _figures(after), []
    for key in sorted(old.keys() & new.keys()):
        a, b = old[key], new[key]
        if not a or not b or min(a) <= 0 or min(b) <= 0:
            continue
        row = dict(
            zip(('case', 'program', 'figure', 'statistic'), key, strict=False),
            before=statistics.median(a),
            after=statistics.median(b),
        )
        row['ratio'] = row['after'] / row['before']
        row['rounds'] = (len(a), len(b))
        row['differs'] = None
        if min(row['rounds']) >= LEAST:
            row['interval'] = interval(a, b)
            row['p'] = mann_whitney(a, b)
            low, high = row['interval']
            row['differs'] = not low <= 1 <= high and row['p'] <= 0.05
        rows.append(row)
    return sorted(rows, key=lambda row: (row['differs'] is not True, row.get('p', 2)))


def text(rows, everything=False):
    """The rows as aligned text."""
    lines = [('case', 'program', 'figure', 'before', 'after', 'ratio', '95 %', 'p', 'rounds')]
    for row in rows:
        if not everything and row['differs'] is not True:
            continue
        figure = row['figure'] + ('' if row['statistic'] == 'value' else ' ' + row['statistic'])
        spread = f'{row["interval"][0]:.3f} – {row["interval"][1]:.3f}' if 'interval' in row else ''
        p = f'{row["p"]:.3f}' if 'p' in row else ''
        lines.append(
            (
                row['case'],
                row['program'],
                figure,
                number(row['before']),
                number(row['after']),
                f'{row["ratio"]:.3f}',
                spread,
                p,
                '{} {}'.format(*row['rounds']),
            )
        )
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    shown = ['  '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)).rstrip() for line in lines]
    tested = sum(row['differs'] is not None for row in rows)
    differ = sum(row['differs'] is True for row in rows)
    shown.append(
        f'{differ} of {tested} figures differ; {tested / 20:.0f} would by chance. {len(rows) - tested} have less than '
        f'{LEAST} rounds on a side and are not judged: run again, and name both results.'
    )
    return '\n'.join(shown)
