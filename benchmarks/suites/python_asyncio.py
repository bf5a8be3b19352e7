# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Python: transport × event loop × API, round trips between processes, and what receiving costs."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import ON_PEER, OURS, OWN_PYTHON, PYTHON, UDP, line

LOOPS = ('asyncio', 'uvloop')
AFOR = 'asyncio_for_robotics'


def program(name, command, runtime='own', seconds=1.8):
    return Program(name, PYTHON + command, runtime, seconds=seconds)


def echo(loop):
    """One process, two pairs: a hop from publish to the listener that publishes the next."""
    return Case(
        f'DDS, {loop}',
        (
            program(f'{OURS}, asyncio API', f'echo.py --seconds 1 --loop {loop}'),
            program('a bare eventfd and the loop', f'echo.py --with bare --seconds 1 --loop {loop}', seconds=2),
            program(f'{AFOR} on {OURS}', f'rclpy_echo.py --api afor --seconds 1 --loop {loop}'),
            Program(
                f'{AFOR} on rclpy',
                f'{OWN_PYTHON}rclpy_echo.py --api afor --seconds 1 --loop {loop}',
                'ros2',
                seconds=2.5,
            ),
        ),
        rounds=2,
    )


def case(name, programs, rounds=2):
    return Case(name, tuple(programs), rounds=rounds)


ECHO = (
    *map(echo, LOOPS),
    case(
        'DDS, streams',
        (
            program(f'{OURS}, streams', 'echo.py --with streams --seconds 1'),
            Program('streams on rclpy', f'{ON_PEER}echo.py --with streams --seconds 1', 'ros2', seconds=2.5),
        ),
    ),
    case(
        'DDS, callbacks',
        (
            program(f'{OURS}, rclpy API', 'rclpy_echo.py --seconds 1'),
            program('rclpy, SingleThreadedExecutor', 'rclpy_echo.py --seconds 1', 'ros2', 2.5),
            program('rclpy, MultiThreadedExecutor', 'rclpy_echo.py --executor multi --seconds 1', 'ros2', 2.5),
        ),
    ),
    *(
        case(
            f'Zenoh, {loop}',
            (
                program(f'{OURS}, asyncio API', f'zenoh_echo.py --seconds 1 --loop {loop}'),
                program(AFOR, f'zenoh_echo.py --with afor --seconds 1 --loop {loop}'),
            ),
        )
        for loop in LOOPS
    ),
)
HOP = tuple(
    case(
        f'own protocol, {loop}',
        (
            program(f'{OURS}, asyncio API', f'own_protocol.py --what hop --seconds 1 --loop {loop}'),
            program('a bare eventfd and the loop', f'own_protocol.py --what hop --with bare --seconds 1 --loop {loop}'),
            program(AFOR, f'own_protocol.py --what hop --with afor --seconds 1 --loop {loop}'),
        ),
    )
    for loop in LOOPS
)
BURST = tuple(
    case(
        f'own protocol in bursts, {loop}',
        (
            program(f'{OURS}, asyncio API', f'own_protocol.py --what burst --loop {loop}', seconds=1.5),
            program(AFOR, f'own_protocol.py --what burst --with afor --loop {loop}', seconds=2),
        ),
    )
    for loop in LOOPS
)
ROUND_TRIP = (
    case(
        'round trip between processes',
        (
            *(program(f'{OURS}, {loop}', f'two_processes.py --seconds 2 --loop {loop}', seconds=3.3) for loop in LOOPS),
            program(f'{OURS}, asyncio, busy_wait(0)', 'two_processes.py --awake never --seconds 2', seconds=3.3),
            program('bare datagrams, asyncio', 'two_processes.py --with bare --seconds 2', seconds=3.3),
            program('rclpy', 'rclpy_round_trip.py', 'ros2', 3),
        ),
        rounds=3,
    ),
    case(
        '1 kHz from another process',
        (
            *(
                program(f'{OURS}, {loop}', f'two_processes.py --what paced --seconds 3 --loop {loop}', seconds=4.5)
                for loop in LOOPS
            ),
            program('bare datagrams, asyncio', 'two_processes.py --what paced --with bare --seconds 3', seconds=4.5),
        ),
        rounds=1,
    ),
)
IMAGE = (
    case(
        'Image 640×480×3 from numpy',
        (
            program('to nobody', 'image.py', seconds=2.5),
            program('to a Sub here', 'image.py --to local', seconds=2.5),
            program('to another process', 'image.py --to remote', seconds=3),
            program('memcpy', 'image.py --with memcpy'),
        ),
        rounds=1,
    ),
    case(
        'import', (program(OURS, 'imports.py', seconds=1), program(AFOR, 'imports.py --with afor', seconds=1)), rounds=1
    ),
    case('flood', (program(OURS, 'flood.py --seconds 8', seconds=10),), rounds=1),
)


def names(cases):
    return tuple(case.name for case in cases)


SUITE = Suite(
    'asyncio',
    'Python: transport × loop × API',
    ECHO + HOP + BURST + ROUND_TRIP + IMAGE,
    plots=(
        Plot(
            'python_hop',
            'A hop from publish to the listener, in one process',
            'Compare with a bare wake-up of the same loop.',
            names(ECHO + HOP),
            Figure('hop'),
            'µs a hop',
            lines=(line('eventfd, other core', 'eventfd_other_core'),),
        ),
        Plot(
            'python_round_trip',
            'Round trip of a String between two processes',
            'With `busy_wait(0)` the loop sleeps between messages: what it takes more is the wake-up of cores.',
            ('round trip between processes',),
            Figure('round_trip'),
            'µs',
            Figure('round_trip', 'p99'),
            lines=(UDP,),
        ),
    ),
    tables=(
        Table(
            'python_hops',
            'A hop, µs',
            'asyncio_for_robotics’ own measurement: two pairs that echo.',
            names(ECHO + HOP),
            (Column('µs', Figure('hop')), Column('thousand a second', Figure('rate'))),
        ),
        Table(
            'python_bursts',
            'Items from a thread in bursts',
            'Cost of an item from thread to listener.',
            names(BURST),
            (Column('µs', Figure('item')), Column('CPU µs', Figure('cpu_item'))),
        ),
        Table(
            'python_processes',
            'Between processes',
            'Round trips, and receiving 1 kHz.',
            names(ROUND_TRIP),
            (
                Column('round trip p50 µs', Figure('round_trip')),
                Column('p99 µs', Figure('round_trip', 'p99')),
                Column('CPU µs', Figure('cpu_round_trip')),
                Column('CPU % at 1 kHz', Figure('cpu')),
                Column('CPU µs an item', Figure('cpu_item')),
                Column('Hz', Figure('rate')),
            ),
        ),
        Table(
            'python_images',
            'Images, imports, a flood',
            'Compare publishing with memcpy of the same bytes.',
            names(IMAGE),
            (
                Column('publish µs', Figure('publish')),
                Column('age µs', Figure('age')),
                Column('beyond asyncio ms', Figure('beyond_asyncio')),
                Column('growth MiB', Figure('growth')),
            ),
        ),
    ),
)
