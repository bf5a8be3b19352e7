# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Recording: how fast to_bag and to_black_box write, to memory and to the disk, and what is lost."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, OURS

SIZES = ('100B', '10kB', '1MiB')
WAYS = (('to_bag', 'to_bag'), ('to_black_box', 'to_black_box'))
CASES = (Case('recording', (Program(OURS, BENCH + 'recording', seconds=6),), rounds=2),)


def speeds(place):
    """Columns of a place, the limit of the same run first."""
    return (
        Column(f'write(2) to {place}', Figure(f'{place}_write')),
        *(
            Column(f'{title} to {place}, {size}', Figure(f'{place}_{size}_{way}'))
            for title, way in WAYS
            for size in SIZES
        ),
    )


SUITE = Suite(
    'recording',
    'Recording',
    CASES,
    plots=(
        Plot(
            'recording_speed',
            'Recording, by the size of a message',
            'Compare memory with memcpy, and the disk with write(2) of whole mebibytes.',
            ('recording',),
            None,
            'MB/s',
            figures=tuple(
                (f'{size}, {title}, {place}', Figure(f'{place}_{size}_{way}'))
                for place in ('memory', 'disk')
                for title, way in WAYS
                for size in SIZES
            ),
        ),
    ),
    tables=(
        Table(
            'recording_speed',
            'Recording, MB/s',
            'In memory a file is in /dev/shm; on the disk it is complete when fsync has returned.',
            ('recording',),
            (
                *(Column(f'memcpy, {size}', Figure(f'memcpy_{size}')) for size in SIZES),
                *speeds('memory'),
                *speeds('disk'),
            ),
            upright=True,
        ),
        Table(
            'recording_topic',
            'A topic of another process, 10 000 messages a second',
            'Recorded by to_bag and to_black_box in one pipe, for 2 s.',
            ('recording',),
            (
                Column('lost by to_bag', Figure('lost_to_bag')),
                Column('lost by to_black_box', Figure('lost_to_black_box')),
                Column('CPU %', Figure('cpu')),
            ),
            upright=True,
        ),
    ),
)
