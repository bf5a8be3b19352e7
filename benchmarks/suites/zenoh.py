# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages between two processes over Zenoh, beside the crate alone."""

from harness.model import Case, Column, Figure, Program, Suite, Table
from suites.common import BENCH

BARE = '{build}/rmw/bare_pair'  # `make bench` builds it where Zenoh is built
SIZES = {'100 B': (100, 500, 1000), '1 MiB': (1 << 20, 50, 100)}


def case(name):
    """Returns a case that measures one way; the crate delivers in its own thread, or by a channel to another."""
    size, rate, count = SIZES[name]
    arguments = f'--bytes {size} --rate {rate} --count {count}'
    seconds = count / rate + 1
    return Case(
        f'Zenoh {name}',
        (
            Program(
                'RxROS2',
                f'env RMW_IMPLEMENTATION=rmw_zenoh_cpp {BENCH}two_processes {arguments} --shared 0',
                needs=(BARE,),
                seconds=seconds,
            ),
            Program('crate, to a channel', f'{BARE} {arguments} --channel 1', needs=(BARE,), seconds=seconds),
            Program('crate, to a callback', f'{BARE} {arguments}', needs=(BARE,), seconds=seconds),
        ),
        {'bytes': size},
    )


CASES = tuple(case(name) for name in SIZES)

SUITE = Suite(
    'zenoh',
    'Between processes, over Zenoh',
    CASES,
    tables=(
        Table(
            'zenoh',
            'One way, beside the crate alone',
            'A callback of the crate runs in the thread that reads from the network. Executors hand over to another '
            'thread, as the channel does.',
            tuple(case.name for case in CASES),
            (
                Column('one way µs', Figure('one_way')),
                Column('p99 µs', Figure('one_way', 'p99')),
                Column('CPU of the receiver µs', Figure('cpu_receiver')),
                Column('CPU of the sender µs', Figure('cpu_sender')),
            ),
        ),
    ),
)
