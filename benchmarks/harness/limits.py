# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks a document of results against limits.json: each limit that the documentation claims, and its page."""

import json
from pathlib import Path

from harness.figures import cases_of, measured
from harness.model import Figure

FILE = Path(__file__).resolve().parent.parent / 'limits.json'


def read(path=FILE):
    """Returns the list of limits in the file."""
    return json.loads(Path(path).read_text())


def _measured(selection, cases, default):
    """Returns the figure that `selection` names, with missing keys taken from `default`; None if not measured."""
    case = cases.get(selection.get('case', default['case']))
    if case is None:
        return None
    figure = Figure(
        selection.get('figure', default['figure']), selection.get('statistic', default.get('statistic', 'p50'))
    )
    return measured(case, selection.get('program', default['program']), figure)


def check(limits, document):
    """Returns the limits, each with its measured value, its bound in this run, and 'met' (None: not measured)."""
    cases = cases_of(document)
    rows = []
    for limit in limits:
        measurement = _measured(limit, cases, limit)
        bound = limit.get('at_most', limit.get('at_least'))
        if measurement is not None and 'to' in limit:
            reference = _measured(limit['to'], cases, limit)
            bound = None if reference is None else bound * reference.value
        is_met = None
        if measurement is not None and bound is not None:
            is_met = measurement.value <= bound if 'at_most' in limit else measurement.value >= bound
        rows.append(
            {
                **limit,
                'value': measurement.value if measurement else None,
                'unit': measurement.unit if measurement else '',
                'bound': bound,
                'met': is_met,
            }
        )
    return rows


def describe(limit):
    """Returns the name of the limited figure, in one line."""
    statistic = limit.get('statistic', 'p50')
    return f'{limit["case"]}: {limit["program"]}: {limit["figure"]}' + ('' if statistic == 'p50' else f' {statistic}')


def bound(limit):
    """Returns the claimed limit as text, such as '≤ 1.25 × rclcpp'."""
    sign = '≤' if 'at_most' in limit else '≥'
    text = f'{sign} {limit.get("at_most", limit.get("at_least")):g}'
    if 'to' in limit:
        reference = limit['to']
        names = [reference[key] for key in ('program', 'figure') if key in reference]
        text += ' × ' + (' '.join(names) or reference['case'])
    return text
