# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The suite of callback groups: a high-priority and a low-priority executor answer pings on the same core."""

from harness.model import Case, Column, Figure, Plot, Suite, Table
from suites.common import BENCH, pair

LOADS = (1, 3, 5, 7, 9)  # work of the high path in ms, of each period of 10 ms


def case(name, period, high, low, seconds, rounds):
    """Returns a case that sends a ping each `period` ms; the paths work `high` and `low` ms for each ping."""
    command = (
        f'{BENCH}callback_groups_benchmark --period_ms {period} --high_ms {high} --low_ms {low} --seconds {seconds}'
    )
    return Case(name, pair(command, seconds + 0.5), {'load': 100 * high / period}, rounds)


SWEEP = tuple(case(f'ping pong, high path {10 * load} %', 10, load, 2, 2.5, 1) for load in LOADS)
DEMO = (case('ping pong, defaults', 10, 10, 10, 6, 1), case('ping pong, period 33 ms, high 25 ms', 33, 25, 10, 6, 1))
PATHS = tuple(
    Column(title, Figure(name))
    for title, name in (
        ('pings', 'pings'),
        ('high received %', 'high_received'),
        ('high RTT ms', 'high_round_trip'),
        ('jitter ms', 'high_jitter'),
        ('longest ms', 'high_longest'),
        ('low received %', 'low_received'),
        ('low RTT ms', 'low_round_trip'),
        ('low longest ms', 'low_longest'),
    )
)

SUITE = Suite(
    'callback_groups',
    'Callback groups: two paths on one core',
    SWEEP + DEMO,
    plots=(
        Plot(
            'high_longest',
            'The longest round trip of the high path, by its load',
            'Time above that of the work itself is waiting, including RT throttling by the kernel.',
            tuple(case.name for case in SWEEP),
            Figure('high_longest'),
            'longest round trip, ms',
            None,
            'load',
            'work of the high path, % of its period',
            log_y=False,
        ),
        Plot(
            'low_received',
            'Messages that the low-priority path receives',
            'The low path should get the CPU time that the high path leaves.',
            tuple(case.name for case in SWEEP),
            Figure('low_received'),
            'pongs of the low path, %',
            None,
            'load',
            'work of the high path, % of its period',
            log_y=False,
        ),
    ),
    tables=(
        Table(
            'ping_pong',
            'Ping and pong',
            'The last two are the demo of the callback-group executor; times are of round trips.',
            tuple(case.name for case in SWEEP + DEMO),
            PATHS,
        ),
    ),
)
