# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A talker and a listener on a simulated small computer: one core and 256 MB for both."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import OURS, PEER

SMALL = '/usr/bin/python3 {source}/benchmarks/small_computer.py --seconds 2 '
CPP = SMALL + '{build}/benchmarks/small_pair'
PYTHON = SMALL + '{python} {source}/python/benchmark/small_pair.py'
CASES = (
    Case('C++, one core', (Program(OURS, CPP, seconds=7), Program(PEER, CPP, 'ros2', seconds=7)), rounds=2),
    Case('Python, one core', (Program(OURS, PYTHON, seconds=8),), rounds=2),
)
NAMES = tuple(case.name for case in CASES)

SUITE = Suite(
    'small',
    'Small computers',
    CASES,
    plots=(
        Plot(
            'small_memory',
            'Resident memory of a talker and a listener together, in MB',
            'A Raspberry Pi Zero 2 has 512 MB; the limit here is 256 MB.',
            NAMES,
            Figure('memory'),
            'MB',
            log_y=False,
        ),
        Plot(
            'small_cpu',
            'CPU time of a talker and a listener at 1 kHz, in % of one core',
            'Both processes share the core.',
            NAMES,
            Figure('cpu'),
            '%',
            log_y=False,
        ),
    ),
    tables=(
        Table(
            'small_computer',
            'A talker and a listener at 1 kHz on one core with 256 MB',
            'The first message is measured from the start of both processes. The results say what limited the memory.',
            NAMES,
            (
                Column('first message ms', Figure('first_message')),
                Column('talker MB', Figure('talker_memory')),
                Column('listener MB', Figure('listener_memory')),
                Column('talker CPU %', Figure('talker_cpu')),
                Column('listener CPU %', Figure('listener_cpu')),
                Column('Hz', Figure('rate')),
            ),
        ),
    ),
)
