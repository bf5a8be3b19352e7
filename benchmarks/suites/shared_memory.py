# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Large messages between processes of one host: shared memory beside the network, one reader and ten."""

from harness.model import Case, Column, Figure, Program, Suite, Table
from suites.common import BENCH

SIZES = {'64 KiB': (1 << 16, 100, 100), '1 MiB': (1 << 20, 50, 100), '16 MiB': (16 << 20, 4, 12)}


def case(name, readers, foreign=0):
    """One way with shared memory, copied into it and written in place, and without, in the same run."""
    size, rate, count = SIZES[name]
    arguments = (
        f'two_processes --bytes {size} --rate {rate} --count {count} --readers {readers} --foreign {foreign} --shared '
    )
    seconds = count / rate + 2
    programs = [
        Program('shared memory', BENCH + arguments + '1', seconds=seconds),
        Program('network', BENCH + arguments + '0', seconds=seconds),
    ]
    if not foreign:
        programs += [
            Program('shared memory, in place', BENCH + arguments + '1 --in_place 1', seconds=seconds),
            Program('ROS 2', BENCH + arguments + '1', 'ros2', seconds=seconds),
        ]
    return Case(
        f'{name} to {readers}' + (' beside a foreign one' if foreign else ''),
        tuple(programs),
        {'bytes': size, 'readers': readers, 'foreign': foreign},
    )


CASES = (*(case(name, readers) for readers in (1, 10) for name in SIZES), case('1 MiB', 1, foreign=1))

SUITE = Suite(
    'shared_memory',
    'Large messages between processes of one host',
    CASES,
    tables=(
        Table(
            'shared_memory',
            'One way, by size and number of reader processes',
            'One of the readers is measured; with ten of them the two cores of a small machine are shared. '
            'A foreign reader cannot read shared memory.',
            tuple(case.name for case in CASES),
            (
                Column('one way µs', Figure('one_way')),
                Column('p99 µs', Figure('one_way', 'p99')),
                Column('CPU of a reader µs', Figure('cpu_receiver')),
                Column('CPU of the publisher µs', Figure('cpu_sender')),
            ),
        ),
    ),
)
