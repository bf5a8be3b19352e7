# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Large messages between two processes: how far from the limit of the machine, and from other libraries."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, OURS

SIZES = {'64 KiB': 1 << 16, '1 MiB': 1 << 20, '16 MiB': 16 << 20}
ICEORYX2 = '{build}/iceoryx2/release/libiceoryx2_pair.so'
FAST_DDS = BENCH + 'fastdds_pair'


def case(size, rate, count):
    """One way of messages that are copied once into shared memory, or written there."""
    messages = f'--bytes {SIZES[size]} --rate {rate} --count {count}'
    iceoryx2 = f'env ICEORYX2_PAIR_LIBRARY={ICEORYX2} {BENCH}iceoryx2_pair {messages}'
    commands = {
        OURS: f'{BENCH}two_processes {messages}',
        'iceoryx2': iceoryx2,
        'Fast DDS, 64 MiB': f'{FAST_DDS} {messages} --segment 64',
        'memcpy and two wake-ups': f'{BENCH}shared_floor {messages}',
        f'{OURS}, in place': f'{BENCH}two_processes {messages} --in_place 1',
        'iceoryx2, in place': f'{iceoryx2} --in_place 1',
        'two wake-ups': f'{BENCH}shared_floor {messages} --in_place 1',
    }
    needs = {'iceoryx2': (ICEORYX2,), 'iceoryx2, in place': (ICEORYX2,), 'Fast DDS, 64 MiB': (FAST_DDS,)}
    return Case(
        f'{size} at {rate} Hz',
        tuple(
            Program(name, command, needs=needs.get(name, ()), seconds=count / rate + 1)
            for name, command in commands.items()
        ),
        {'bytes': SIZES[size], 'rate': rate},
    )


CASES = (
    case('64 KiB', 50, 50),
    case('1 MiB', 50, 50),
    case('16 MiB', 50, 50),
    case('1 MiB', 500, 500),
    case('1 MiB', 2000, 2000),
)
SPARSE = tuple(case.name for case in CASES[:3])

SUITE = Suite(
    'large_messages',
    'Large messages beside other libraries',
    CASES,
    plots=(
        Plot(
            'large_messages',
            'One way of 50 messages a second, by size',
            'What is written in place does not depend on the size; what is copied follows memcpy.',
            SPARSE,
            Figure('one_way'),
            'µs',
            x='bytes',
            x_label='bytes',
            log_x=True,
        ),
    ),
    tables=(
        Table(
            'large_messages',
            'One way between two processes, by size and rate',
            'iceoryx2 wakes one thread of the reader, all others two, as each executor does. Between rare messages '
            "the code leaves the processor's caches, so that each of them takes longer.",
            tuple(case.name for case in CASES),
            (
                Column('one way µs', Figure('one_way')),
                Column('p99 µs', Figure('one_way', 'p99')),
                Column('CPU of the reader µs', Figure('cpu_receiver')),
                Column('CPU of the publisher µs', Figure('cpu_sender')),
            ),
        ),
    ),
)
