# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Holds a document against limits.json: every limit that the documentation claims, with the page that claims it."""

import json
from pathlib import Path

from harness.figures import cases_of, measured
from harness.model import Figure

FILE = Path(__file__).resolve().parent.parent / 'limits.json'


def read(path=FILE):
    """The limits as the file has them."""
    return json.loads(Path(path).read_text())


def _measured(place, cases, default):
    """The figure that `place` names, what it leaves out taken from `default`."""
    case = cases.get(place.get('case', default['case']))
    if case is None:
        return None
    figure = Figure(place.get('figure', default['figure']), place.get('statistic', default.get('statistic', 'p50')))
    return measured(case, place.get('program', default['program']), figure)


def check(limits, document):
    """A row a limit: its value, the bound it has in this run, and whether it is met (None: not measured)."""
    cases = cases_of(document)
    rows = []
    for limit in limits:
        measurement = _measured(limit, cases, limit)
        bound = limit.get('at_most', limit.get('at_least'))
        if measurement is not None and 'to' in limit:
            other = _measured(limit['to'], cases, limit)
            bound = None if other is None else bound * other.value
        met = None
        if measurement is not None and bound is not None:
            met = measurement.value <= bound if 'at_most' in limit else measurement.value >= bound
        rows.append(
            {
                **limit,
                'value': measurement.value if measurement else None,
                'unit': measurement.unit if measurement else '',
                'bound': bound,
                'met': met,
            }
        )
    return rows


def describe(limit):
    """Names the limited figure in one line."""
    statistic = limit.get('statistic', 'p50')
    return f'{limit["case"]}: {limit["program"]}: {limit["figure"]}' + ('' if statistic == 'p50' else f' {statistic}')


def bound(limit):
    """The limit as it is claimed."""
    sign = '≤' if 'at_most' in limit else '≥'
    text = f'{sign} {limit.get("at_most", limit.get("at_least")):g}'
    if 'to' in limit:
        to = limit['to']
        text += ' × ' + (to.get('program') or to.get('figure') or to['case'])
    return text
