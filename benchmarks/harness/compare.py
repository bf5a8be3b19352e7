# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Compares two sets of runs: ratios of medians with bootstrap intervals, and the exact Mann-Whitney test.

Each round is one sample: its median, a percentile or a single value. The messages of one round are not independent, so
they are not samples. A figure differs if the 95 % interval of the ratio excludes 1 and the test's p is at most 0.05,
which takes at least four rounds on each side. The rounds of several results of one side are pooled. Of n figures that
do not really differ, about n / 20 seem to differ by chance.
"""

import itertools
import json
import math
import random
import statistics
from pathlib import Path

from harness.figures import cases_of, number, samples

RESAMPLES = 2000
LEAST = 4  # the fewest rounds on each side that can show a difference


def read(names):
    """Returns the documents of comma-separated paths: each is a results.json or a folder that contains one."""
    paths = [Path(name) for name in names.split(',')]
    return [json.loads((path / 'results.json' if path.is_dir() else path).read_text()) for path in paths]


def interval(before, after, seed=1):
    """Returns the 95 % interval of the ratio of medians, after to before, by percentile bootstrap over the rounds."""
    generator = random.Random(seed)
    ratios = sorted(
        statistics.median(generator.choices(after, k=len(after)))
        / statistics.median(generator.choices(before, k=len(before)))
        for _ in range(RESAMPLES)
    )
    return ratios[int(0.025 * RESAMPLES)], ratios[int(0.975 * RESAMPLES) - 1]


def mann_whitney(before, after):
    """Returns the two-sided p of the exact permutation test of u, to which each tie adds a half."""
    n, m = len(before), len(after)
    doubled_u = sum(2 * (b > a) + (a == b) for a in before for b in after)
    # counts[i] maps each doubled u to the number of ways to take i of the values so far as samples before. Of a group
    # of equal values, `k` are samples before; the others lie above the `i` lower samples before and tie with the `k`.
    counts = {0: {0: 1}}
    taken = 0
    for _, group in itertools.groupby(sorted([*before, *after])):
        size = sum(1 for _ in group)
        sums = {}
        for i, ways in counts.items():
            for k in range(max(0, taken - i + size - m), min(size, n - i) + 1):
                added, choices = (size - k) * (2 * i + k), math.comb(size, k)
                into = sums.setdefault(i + k, {})
                for value, count in ways.items():
                    into[value + added] = into.get(value + added, 0) + count * choices
        counts, taken = sums, taken + size
    distance = abs(doubled_u - n * m)
    extreme = sum(count for value, count in counts[n].items() if abs(value - n * m) >= distance)
    return extreme / math.comb(n + m, n)


def _figures(documents):
    """Returns one number for each round of all documents, by (case, program, figure, statistic)."""
    values_of = {}
    for document in documents:
        for name, case in cases_of(document).items():
            for program, runs in case['results'].items():
                for figure in {entry['name'] for run in runs for entry in run['figures']}:
                    example = next(entry for run in runs for entry in run['figures'] if entry['name'] == figure)
                    for statistic in ('value',) if 'value' in example else ('p50', 'p99'):
                        values = samples(case, program, figure, statistic)
                        values_of.setdefault((name, program, figure, statistic), []).extend(values)
    return values_of


def compare(before, after):
    """Returns one row for each figure that both sides have, the clearest differences first."""
    old, new, rows = _figures(before), _figures(after), []
    for key in sorted(old.keys() & new.keys()):
        old_values, new_values = old[key], new[key]
        if not old_values or not new_values or min(old_values) <= 0 or min(new_values) <= 0:
            continue
        row = dict(
            zip(('case', 'program', 'figure', 'statistic'), key, strict=False),
            before=statistics.median(old_values),
            after=statistics.median(new_values),
        )
        row['ratio'] = row['after'] / row['before']
        row['rounds'] = (len(old_values), len(new_values))
        row['differs'] = None
        if min(row['rounds']) >= LEAST:
            row['interval'] = interval(old_values, new_values)
            row['p'] = mann_whitney(old_values, new_values)
            low, high = row['interval']
            row['differs'] = not low <= 1 <= high and row['p'] <= 0.05
        rows.append(row)
    return sorted(rows, key=lambda row: (row['differs'] is not True, row.get('p', 2)))


def text(rows, everything=False):
    """Returns the rows that differ, or all with `everything`, as an aligned table and a summary."""
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
    output_lines = [
        '  '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)).rstrip() for line in lines
    ]
    tested_count = sum(row['differs'] is not None for row in rows)
    differing_count = sum(row['differs'] is True for row in rows)
    output_lines.append(
        f'{differing_count} of {tested_count} figures differ; {tested_count / 20:.0f} would by chance. '
        f'{len(rows) - tested_count} have less than {LEAST} rounds on a side and are not judged: run again, '
        'and name both results.'
    )
    return '\n'.join(output_lines)
