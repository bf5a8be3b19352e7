# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Helpers of the harness's tests: its path, and small documents and suites."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / 'tools/test_support')]

from harness.model import Case, Column, Figure, Line, Plot, Program, Suite, Table


def figures(**values):
    """One-value figures in µs, or distributions given as dict."""
    return [
        {'name': name, 'unit': 'us', **(value if isinstance(value, dict) else {'value': value})}
        for name, value in values.items()
    ]


def result(turn, **values):
    """A round of a program."""
    return {'round': turn, 'settings': {}, 'figures': figures(**values), 'seconds': 1.0}


def case(name, parameters=None, failed=None, **results):
    """A case of a document; results: program → list of dicts of figures, one a round."""
    return {
        'name': name,
        'parameters': parameters or {},
        'failed': failed or {},
        'skipped': {},
        'results': {
            program: [result(i + 1, **values) for i, values in enumerate(rounds)] for program, rounds in results.items()
        },
    }


def document(*cases, suite='speed'):
    """A document of one suite."""
    return {
        'format': 2,
        'began': '2026-01-01T00:00:00+00:00',
        'commit': 'abc1234',
        'peer': None,
        'settings': {},
        'seconds': 60.0,
        'machine': {'cpu': 'a CPU', 'cores': 2, 'memory_mib': 4000, 'kernel': '6', 'os': 'Debian', 'load': 0.1},
        'versions': {'g++': '12'},
        'suites': [{'name': suite, 'seconds': 60.0, 'cases': list(cases)}],
    }


def sized(*sizes):
    """A suite with a case a size, a plot over sizes, one over names, and a table."""
    cases = tuple(
        Case(f'{size} B', (Program('ours', 'true'), Program('peer', 'true')), {'bytes': size}) for size in sizes
    )
    names = tuple(case.name for case in cases)
    floor = Line('floor', 'floor', 'machine', Figure('hop'))
    return Suite(
        'speed',
        'Speed: a suite',
        cases,
        plots=(
            Plot(
                'by_size',
                'Age by size',
                'Look at the slope.',
                names,
                Figure('age'),
                'µs',
                Figure('age', 'p99'),
                'bytes',
                'bytes',
                log_x=True,
                lines=(floor,),
                slope=True,
            ),
            Plot('by_name', 'Age by name', 'Look at the names.', names, Figure('age'), 'µs'),
        ),
        tables=(
            Table(
                'ages', 'Ages', 'All of them.', names, (Column('p50', Figure('age')), Column('lost', Figure('lost')))
            ),
        ),
    )


def measured_document():
    """A document of sized(10, 1000), whose peer fails in the second case."""

    def age(p50):
        return {'age': {'count': 50, 'p50': p50, 'p99': 2 * p50}}

    return document(
        case('10 B', {'bytes': 10}, ours=[age(1), age(3), age(2)], peer=[age(4)]),
        case('1000 B', {'bytes': 1000}, {'peer': 'exit status 3: <broken>'}, ours=[age(20), age(20)]),
        case('floor', machine=[{'hop': 0.5}]),
    )
