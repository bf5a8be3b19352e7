# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Looks figures up in a document: the median over the rounds of a program, and how far the rounds lie apart."""

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    """A figure over the rounds of a program."""

    value: float  # median
    least: float
    most: float
    unit: str
    rounds: int
    count: int | None  # samples of all rounds, of a distribution


def of_figure(figure, statistic):
    """Returns the number to compare: the single value of a figure, or a statistic of its samples."""
    return figure['value'] if 'value' in figure else figure.get(statistic)


def samples(case, program, name, statistic):
    """Returns one number for each round."""
    numbers = (
        of_figure(figure, statistic)
        for result in case['results'].get(program, [])
        for figure in result['figures']
        if figure['name'] == name
    )
    return [value for value in numbers if value is not None]


def measured(case, program, figure):
    """A model.Figure of a program of this case of a document, or None if no round has it."""
    values = [value * figure.factor for value in samples(case, program, figure.name, figure.statistic)]
    if not values:
        return None
    same = [one for result in case['results'][program] for one in result['figures'] if one['name'] == figure.name]
    counts = [one['count'] for one in same if 'count' in one]
    return Measured(
        statistics.median(values),
        min(values),
        max(values),
        same[0]['unit'],
        len(values),
        sum(counts) if counts else None,
    )


def cases_of(document):
    """The document's cases by name."""
    return {case['name']: case for suite in document['suites'] for case in suite['cases']}


def number(value, digits=3):
    """Formats a number with `digits` significant digits."""
    if value is None:
        return '–'
    if value == 0:
        return '0'
    if abs(value) >= 10**digits:
        return f'{value:.0f}'
    if abs(value) < 1e-3:
        return f'{value:.1e}'
    text = f'{value:.{digits}g}'
    return text
