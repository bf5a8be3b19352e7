# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Streams alone: what an item costs in a pipe, beside the hand-written loop; compile times."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import OURS

PIPES = (
    ('hand-written', 'hand_written'),
    ('map, filter, scan', 'subject_map_filter_scan'),
    ('10 × map', 'subject_10_maps'),
    ('merge', 'merge_2_subjects'),
    ('combine_latest', 'combine_latest_2_subjects'),
    ('10 observers', 'subject_10_observers'),
    ('assemble, subscribe, 1 item', 'assemble_subscribe_one'),
    ('hand-over', 'hand_over/real_time'),
    ('merge, 2 threads', 'merge_2_threads/real_time/threads:2'),
    ('combine_latest, 2 threads', 'combine_latest_2_threads/real_time/threads:2'),
    ('a mutex, 2 threads', 'mutex_2_threads/real_time/threads:2'),
    ('await a ready item', 'co_await_ready_item'),
    ('await the next item', 'co_await_next_item'),
    ('range in a loop', 'range_loop'),
    ('range in a pipe', 'range_pipe'),
)
TIMERS = (
    ('made and disposed beside 1,000', 'timer_beside/1000'),
    ('beside 100,000', 'timer_beside/100000'),
    ('disposed, of 1,000', 'timer_cancelled_of/1000'),
    ('of 100,000', 'timer_cancelled_of/100000'),
)
COMPILE = '{python} {source}/benchmarks/compile_time.py --build {build} --runs 1 '
CASES = (
    Case('rx', (Program(OURS, '{build}/rx/rx_benchmark --benchmark_min_time=0.05', google=True, seconds=2),), rounds=4),
    Case(
        'compile time',
        (
            Program('talker', COMPILE + 'examples/talker_listener/talker.cpp', seconds=4),
            Program('velocity_publisher', COMPILE + 'examples/teleop/velocity_publisher.cpp', seconds=6),
        ),
        rounds=1,
    ),
)

SUITE = Suite(
    'rx',
    'Streams: what an item costs',
    CASES,
    plots=(
        Plot(
            'rx_items',
            'Cost of an item in a pipe',
            'Compare pipes with the hand-written loop, and two threads with a mutex.',
            ('rx',),
            None,
            'ns an item',
            figures=tuple((title, Figure(name)) for title, name in PIPES),
        ),
        Plot(
            'rx_compile',
            'Compile time of one program',
            'One source file, as the release tree compiles it.',
            ('compile time',),
            Figure('compile'),
            'seconds',
            log_y=False,
        ),
    ),
    tables=(
        Table(
            'rx',
            'ns an item',
            'CPU time; by the clock where threads meet.',
            ('rx',),
            tuple(Column(title, Figure(name)) for title, name in PIPES),
            upright=True,
        ),
        Table(
            'rx_allocations',
            'Allocations an item',
            'Heap allocations by `new` in the steady state.',
            ('rx',),
            tuple(Column(title, Figure(f'{name}:allocations')) for title, name in PIPES[1:8]),
            upright=True,
        ),
        Table(
            'rx_timers',
            'ns a timer',
            'A timer is made and disposed beside others that wait; it costs the logarithm of their number.',
            ('rx',),
            tuple(Column(title, Figure(name)) for title, name in TIMERS),
            upright=True,
        ),
        Table(
            'compile',
            'Compile time, s',
            'Without ccache, with the flags of the release tree.',
            ('compile time',),
            (Column('s', Figure('compile', 'min')),),
        ),
    ),
)
