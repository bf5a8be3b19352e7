# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The suite of services, actions and components: round trips in one executor and between two processes."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, OURS, PEER, UDP, pair

CALLS = (
    Case('service call, one executor', pair(BENCH + 'service_call --processes 1', 0.4)),
    Case('service call, two processes', pair(BENCH + 'service_call --processes 2 --count 5000', 1.2)),
)
GOALS = (
    Case(
        'goal, one executor',
        (
            Program(OURS, BENCH + 'action_goal --processes 1 --count 30000', seconds=2),
            Program(PEER, BENCH + 'action_goal --processes 1 --count 3000', 'ros2', seconds=1),
        ),
        rounds=2,
    ),
    Case(
        'goal, two processes',
        (
            Program(OURS, BENCH + 'action_goal --processes 2 --count 3000 --calls 100', seconds=3),
            Program(PEER, BENCH + 'action_goal --processes 2 --count 1000 --calls 100', 'ros2', seconds=4),
        ),
        rounds=2,
    ),
)
COMPONENTS = (Case('components', pair(BENCH + 'components', 5), rounds=1),)


def names(cases):
    return tuple(case.name for case in cases)


SUITE = Suite(
    'actions_services',
    'Services, actions, components',
    CALLS + GOALS + COMPONENTS,
    plots=(
        Plot(
            'service_call',
            'Round trip of a service call',
            'Between processes compare with two datagrams, each with its wake-up.',
            names(CALLS),
            Figure('round_trip'),
            'µs',
            Figure('round_trip', 'p99'),
            lines=(UDP,),
        ),
        Plot(
            'goal',
            'Time from a goal to its result',
            'Compare with service calls, above.',
            names(GOALS),
            Figure('result'),
            'µs',
            Figure('result', 'p99'),
            lines=(UDP,),
        ),
    ),
    tables=(
        Table(
            'calls',
            'Service calls',
            'One after the other.',
            names(CALLS),
            (
                Column('p50 µs', Figure('round_trip')),
                Column('p99 µs', Figure('round_trip', 'p99')),
                Column('samples', Figure('round_trip', 'count'), 6),
            ),
        ),
        Table(
            'goals',
            'Goals',
            'Accepted and result are counted from the goal on.',
            names(GOALS),
            (
                Column('accepted p50 µs', Figure('accepted')),
                Column('result p50 µs', Figure('result')),
                Column('result p99 µs', Figure('result', 'p99')),
                Column('a call in turn p50 µs', Figure('service_call')),
                Column('allocations', Figure('allocations_per_goal')),
                Column('growth KiB', Figure('growth')),
            ),
        ),
        Table(
            'components',
            'Components',
            'Loading, and an image of 1 MB through five of them.',
            ('components',),
            (
                Column('load, first 50 ms', Figure('load_first_half')),
                Column('second 50 ms', Figure('load_second_half')),
                Column('image age µs', Figure('image_age')),
            ),
        ),
    ),
)
