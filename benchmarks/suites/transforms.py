# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms between frames: insertion, lookup, a point into another frame, and listening to /tf, beside tf2."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, OURS, PEER

DEPTHS = (1, 3, 10)
AGES = (('the latest', 'latest'), ('1 ms ago', '1ms_ago'), ('5 s ago', '5s_ago'))
CASES = (
    Case(
        'transforms',
        (
            Program(OURS, BENCH + 'transforms', seconds=21),
            Program(PEER, BENCH + 'transforms_tf2', 'ros2', seconds=24),
        ),
        rounds=2,
    ),
)

SUITE = Suite(
    'transforms',
    'Transforms between frames',
    CASES,
    plots=(
        Plot(
            'lookup',
            'A lookup, by the number of frames between and by age',
            'The age of what is asked for should not matter.',
            ('transforms',),
            None,
            'ns',
            figures=tuple(
                (f'{depth}, {title}', Figure(f'lookup_{age}_{depth}')) for depth in DEPTHS for title, age in AGES
            ),
        ),
    ),
    tables=(
        Table(
            'transforms',
            'Listening to 100 frames at 1 kHz; one insertion, one point',
            'Compare listening with the empty callback: what is left is the buffer.',
            ('transforms',),
            (
                Column('CPU %', Figure('cpu')),
                Column('CPU %, empty callback', Figure('empty_callback_cpu')),
                Column('insertion ns', Figure('insert')),
                Column('a point over 3 frames ns', Figure('point')),
                *(
                    Column(f'lookup over {depth}, {title}, ns', Figure(f'lookup_{age}_{depth}'))
                    for depth in DEPTHS
                    for title, age in AGES
                ),
            ),
            upright=True,
        ),
    ),
)
