# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Limits of the machine that no program can beat: the lines in the plots of the other suites."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, UDP, line

DDSPERF = '{python} {source}/benchmarks/ddsperf.py '
FLOOR = '{build}/rmw/benchmark/cyclone_floor '


def transport(name, size, rate, count, rounds=3):
    """One way between two processes through Cyclone DDS, beside one hand-over to another thread, and by rclcpp."""
    arguments = f'--bytes {size} --rate {rate} --count {count}'
    seconds = count / rate + 1.2
    return (
        Case(
            f'ddsperf {name}',
            (
                Program(
                    'ddsperf',
                    f'{DDSPERF}--bytes {size} --rate {rate} --seconds 3',
                    loopback=True,
                    needs=('ddsperf',),
                    seconds=3.6,
                ),
            ),
            {'bytes': size},
            rounds=2,
        ),
        Case(
            f'two processes {name}',
            (
                Program('RxROS2', f'{BENCH}two_processes {arguments}', seconds=seconds),
                Program('Cyclone DDS and a hand-over', FLOOR + arguments, loopback=True, seconds=seconds),
                Program('ROS 2', f'{BENCH}two_processes {arguments}', 'ros2', seconds=seconds),
            ),
            {'bytes': size},
            rounds=rounds,
        ),
    )


def row(title, figure):
    return Column(title, Figure(figure))


CASES = (
    Case('machine', (Program('machine_limits', BENCH + 'machine_limits', seconds=1.5),), rounds=3),
    # Where the threads run decides half of the latency, so that single rounds differ by as much.
    *transport('100 B', 100, 500, 500, rounds=9),
    *transport('1 MiB', 1 << 20, 50, 100),
    *transport('16 MiB', 16 << 20, 4, 12),
)

TRANSPORT = tuple(case.name for case in CASES if case.name != 'machine')

SUITE = Suite(
    'machine',
    'The machine: what physics and Cyclone DDS ask',
    CASES,
    plots=(
        Plot(
            'transport',
            'One way between two processes, by size',
            'The distance of RxROS2 from Cyclone DDS with one hand-over to a thread is what it adds.',
            TRANSPORT,
            Figure('one_way'),
            'µs',
            Figure('one_way', 'p99'),
            'bytes',
            'bytes',
            log_x=True,
            lines=(UDP, line('memcpy 16 MiB', 'memcpy_16MiB')),
        ),
    ),
    tables=(
        Table(
            'limits',
            'Limits of this machine, µs',
            'The least time to cross to another thread or process, and to copy memory.',
            ('machine',),
            (
                row('eventfd, same core', 'eventfd_same_core'),
                row('eventfd, other core', 'eventfd_other_core'),
                row('UDP 100 B', 'udp_100B'),
                row('UDP 60 kB', 'udp_60kB'),
                row('memcpy 1 KiB', 'memcpy_1KiB'),
                row('memcpy 1 MiB', 'memcpy_1MiB'),
                row('memcpy 16 MiB', 'memcpy_16MiB'),
            ),
            upright=True,
        ),
        Table(
            'transport',
            'One way between two processes',
            'RxROS2 beside Cyclone DDS with one hand-over to a thread.',
            TRANSPORT,
            (
                Column('p50 µs', Figure('one_way')),
                Column('p99 µs', Figure('one_way', 'p99')),
                Column('CPU receiver µs', Figure('cpu_receiver')),
                Column('context switches receiver', Figure('switches_receiver')),
                Column('lost', Figure('lost')),
            ),
        ),
    ),
)
