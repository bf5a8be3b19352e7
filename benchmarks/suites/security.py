# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Security: what a keystore costs a message and the first node, beside Cyclone DDS's own ddsperf under the same one."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, OURS

SECURED = '{python} {source}/benchmarks/secured.py '
DDSPERF = '{python} {source}/benchmarks/ddsperf.py '
MESSAGES = 'echo --bytes 100 --rate 500 --count 1500'
ECHO, START = 'secured, 100 B', 'secured, start'
PLAIN = f'{OURS}, not secured'
CASES = (
    Case(
        ECHO,
        (
            Program(OURS, SECURED + BENCH + MESSAGES, needs=('openssl',), seconds=5),
            Program(
                'ddsperf',
                f'{SECURED}--cyclone {DDSPERF}--domain 229 --bytes 100 --rate 500 --seconds 4',
                loopback=True,
                needs=('ddsperf', 'openssl'),
                seconds=6,
            ),
            Program(PLAIN, BENCH + MESSAGES, seconds=4),
        ),
    ),
    Case(
        START,
        (
            Program(OURS, f'{SECURED}{BENCH}node_creation', needs=('openssl',), seconds=1.5),
            Program(PLAIN, f'{BENCH}node_creation', seconds=0.5),
        ),
        rounds=2,
    ),
)

SUITE = Suite(
    'security',
    'Under a keystore',
    CASES,
    plots=(
        Plot(
            'secured_echo',
            'Half of a round trip of 100 B between two processes, encrypted and signed',
            'Compare with ddsperf, which has the same certificates and permissions.',
            (ECHO,),
            Figure('one_way'),
            'µs',
            Figure('one_way', 'p99'),
        ),
    ),
    tables=(
        Table(
            'secured_echo',
            'Half of a round trip of 100 B between two processes',
            'The governance of ros2 security: discovery, topics and their data encrypted, RTPS signed.',
            (ECHO,),
            (
                Column('p50 µs', Figure('one_way')),
                Column('p99 µs', Figure('one_way', 'p99')),
                Column('samples', Figure('one_way', 'count'), 6),
                Column('lost', Figure('lost')),
            ),
        ),
        Table(
            'secured_start',
            'The first node of a process, and each further one',
            'The first one makes the participant: it reads the keystore, and verifies what it finds.',
            (START,),
            (Column('first node, ms', Figure('first_node')), Column('further node, ms', Figure('further_node'))),
        ),
    ),
)
