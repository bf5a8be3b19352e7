# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Executors: a callback beside idle entities, with threads, with many timers; what an idle node costs."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, EVENTFD, EVENTFD_SAME, OURS, PEER, pair

IDLE = (0, 10, 100, 500, 1000)
TIMERS = (1, 10, 100, 1000)


def idle(count):
    rounds = ((OURS, 'own', 20000), (PEER, 'ros2', 2000 if count > 100 else 10000))
    return Case(
        f'{count} idle',
        tuple(
            Program(
                f'{name}, {way}',
                f'{BENCH}one_executor --idle {count} --count {items} --intra_process {on}',
                where,
                seconds=1 + items * (0 if where == 'own' else count * 0.8e-6),
            )
            for name, where, items in rounds
            for way, on in (('DDS', 0), ('intra-process', 1))
        ),
        {'idle': count},
        rounds=2,
    )


IDLE_CASES = tuple(map(idle, IDLE))
TIMER_CASES = tuple(
    Case(f'{count} timers', pair(f'{BENCH}many_timers --timers {count}', 2.8), {'timers': count}, rounds=2)
    for count in TIMERS
)
PROCESS = '{python} {source}/benchmarks/process.py '
OTHERS = (
    Case('executors', (Program(OURS, '{build}/rclcpp/rclcpp_executors_benchmark', seconds=9),), rounds=2),
    Case(
        'process',
        (
            Program('talker', PROCESS + '--settle 1 --seconds 3 {build}/examples/talker_listener/talker', seconds=4.2),
            Program(
                'idle node', PROCESS + '--settle 1 --seconds 5 {build}/examples/nodes/node_by_create_node', seconds=6.2
            ),
        ),
        rounds=1,
    ),
    Case('node', pair(BENCH + 'node_creation', 1)),
)


def names(cases):
    return tuple(case.name for case in cases)


SUITE = Suite(
    'executors',
    'Executors: idle entities, threads, timers',
    IDLE_CASES + TIMER_CASES + OTHERS,
    plots=(
        Plot(
            'beside_idle',
            'publish → callback beside idle subscriptions',
            'A flat line means that what does nothing costs nothing.',
            names(IDLE_CASES),
            Figure('publish_to_callback'),
            'µs',
            None,
            'idle',
            'idle subscriptions',
            lines=(EVENTFD, EVENTFD_SAME),
        ),
        Plot(
            'timers_late',
            'Lateness of the timer calls of one node',
            'The dot is the median, the stroke ends at p99.',
            names(TIMER_CASES),
            Figure('late'),
            'late, µs',
            Figure('late', 'p99'),
            'timers',
            'timers of 20 ms',
            log_x=True,
            lines=(EVENTFD,),
        ),
        Plot(
            'timers_cpu',
            'CPU time of a timer’s call',
            'A falling line means that one wake-up serves several timers.',
            names(TIMER_CASES),
            Figure('cpu_call'),
            'CPU, µs a call',
            None,
            'timers',
            'timers of 20 ms',
            log_x=True,
            slope=True,
        ),
    ),
    tables=(
        Table(
            'idle',
            'Beside idle subscriptions',
            'Median and 99th percentile of publish → callback in one executor.',
            names(IDLE_CASES),
            (Column('p50 µs', Figure('publish_to_callback')), Column('p99 µs', Figure('publish_to_callback', 'p99'))),
        ),
        Table(
            'timers',
            'Timers',
            'Lateness beyond the phase of each timer’s first call.',
            names(TIMER_CASES),
            (
                Column('late p50 µs', Figure('late')),
                Column('p99 µs', Figure('late', 'p99')),
                Column('CPU µs a call', Figure('cpu_call')),
            ),
        ),
        Table(
            'threads',
            'An item in an executor, ns; a wake-up, µs',
            'Compare one thread with two, for empty callbacks and for 10 µs of work.',
            ('executors',),
            tuple(
                Column(title, Figure(name))
                for title, name in (
                    ('1 thread', 'item_1_thread'),
                    ('beside 500 idle', 'item_1_thread_500_idle'),
                    ('8 groups, 1 thread', 'item_1_thread_8_groups'),
                    ('8 groups, 2 threads', 'item_2_threads_8_groups'),
                    ('10 µs of work, 1 thread', 'item_1_thread_8_groups_10us'),
                    ('10 µs, 2 threads', 'item_2_threads_8_groups_10us'),
                    ('wake-up, same core', 'executor_hop_same_core'),
                    ('eventfd, same core', 'eventfd_hop_same_core'),
                    ('wake-up, other core', 'executor_hop_other_core'),
                    ('eventfd, other core', 'eventfd_hop_other_core'),
                    ('1 ms timer late', 'timer_lateness'),
                    ('idle CPU %, 4 threads', 'idle_cpu_4_threads'),
                )
            ),
            upright=True,
        ),
        Table(
            'processes',
            'Whole programs',
            'Memory and CPU time of an idle program, and of one that publishes.',
            ('process', 'node'),
            (
                Column('RSS MB', Figure('rss')),
                Column('CPU %', Figure('cpu')),
                Column('wake-ups a second', Figure('wakeups')),
                Column('threads', Figure('threads')),
                Column('first node ms', Figure('first_node')),
                Column('further node ms', Figure('further_node')),
            ),
        ),
    ),
)
