# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The RxROS2 benchmarks T1 and T2: two processes that send each other messages, plain and as streams."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import BENCH, DDSPERF_100B, ON_PEER, PYTHON, UDP, line

SIZES = (('100B', 100, 20), ('1K', 1024, 20), ('1M', 1 << 20, 20), ('16M', 16 << 20, 2))
CPP = ('C++ plain', 'C++ streams', 'ROS 2 C++ plain', 'ROS 2 C++ streams')


def programs(size, rate, seconds, python=True):
    arguments = f'--bytes {size} --rate {rate} --seconds {seconds}'
    takes = seconds + 1.5
    programs_ = [
        Program(
            f'{runtime}C++ {name}', f'{BENCH}t1_t2_benchmark --reactive {reactive} {arguments}', where, seconds=takes
        )
        for runtime, where in (('', 'own'), ('ROS 2 ', 'ros2'))
        for name, reactive in (('plain', 0), ('streams', 1))
    ]
    if python:
        programs_ += [
            Program(f'Python {api}', f'{PYTHON}t1_t2.py --what {api} {arguments}', seconds=takes + 1)
            for api in ('callbacks', 'asyncio', 'streams')
        ]
        programs_ += [
            Program('rclpy callbacks', f'{PYTHON}t1_t2.py --what callbacks {arguments}', 'ros2', seconds=takes + 1),
            Program('rclpy streams', f'{ON_PEER}t1_t2.py --what streams {arguments}', 'ros2', seconds=takes + 1),
        ]
    return tuple(programs_)


def case(name, size, rate, seconds, rounds, python=True):
    return Case(name, programs(size, rate, seconds, python), {'bytes': size, 'rate': rate}, rounds)


# The name of a case has the rate of both nodes together.
TABLE_ROWS = tuple(
    case(f'T1/T2 {name} {2 * rate}Hz', size, rate, 5 if rate == 20 else 10, 1) for name, size, rate in SIZES
)
MANY = (
    case('T1/T2 100B 2000Hz, many samples', 100, 1000, 6, 1),
    case('T1/T2 1K 2000Hz, many samples', 1024, 1000, 6, 1, python=False),
    case('T1/T2 1M 500Hz, many samples', 1 << 20, 250, 21, 1, python=False),
)
# The cost of streams is a ratio near one: it needs more rounds, and instructions, which do not depend on load.
PAIRS = (
    Case('T1/T2 100B, pairs', programs(100, 100, 3, False)[:2], {'bytes': 100}, rounds=6),
    Case(
        'T1/T2 100B, instructions',
        (
            Program(
                'streams and plain',
                '{python} {source}/benchmarks/instructions.py --build {build} --rounds 1',
                needs=('valgrind',),
                seconds=20,
            ),
        ),
        rounds=1,
    ),
)


def milliseconds(statistic):
    return Figure('age', statistic, 1e-3)


COLUMNS = (
    Column('CPU min %', Figure('cpu_percent', 'min')),
    Column('CPU max %', Figure('cpu_percent', 'max')),
    Column('MEM min %', Figure('memory_percent', 'min'), 2),
    Column('MEM max %', Figure('memory_percent', 'max'), 2),
    Column('THREADS', Figure('threads')),
    Column('LATENCY min ms', milliseconds('min')),
    Column('LATENCY max ms', milliseconds('max')),
    Column('LATENCY avg ms', milliseconds('mean')),
    Column('p50 ms', milliseconds('p50')),
    Column('p99 ms', milliseconds('p99')),
    Column('lost', Figure('lost')),
    Column('samples', Figure('age', 'count'), 6),
)


def names(cases):
    return tuple(case.name for case in cases)


LINES = (UDP, DDSPERF_100B, line('memcpy 16 MiB', 'memcpy_16MiB', factor=1))

SUITE = Suite(
    'rxros2',
    'RxROS2: T1 and T2',
    TABLE_ROWS + MANY + PAIRS,
    plots=(
        Plot(
            't1_t2_age',
            'Age of a message when it arrives, by its size',
            'Compare streams with plain, and each with its peer; from 1 MiB on compare with memcpy.',
            names(TABLE_ROWS),
            Figure('age'),
            'age, µs',
            Figure('age', 'p99'),
            'bytes',
            'bytes',
            log_x=True,
            lines=LINES,
        ),
        Plot(
            't1_t2_cpu',
            'CPU time of an item, both ways, by its size',
            'A rising line shows that bytes are copied; compare with memcpy.',
            names(TABLE_ROWS),
            Figure('cpu'),
            'CPU, µs an item',
            None,
            'bytes',
            'bytes',
            log_x=True,
            lines=(line('memcpy 16 MiB', 'memcpy_16MiB'),),
        ),
        Plot(
            't1_t2_many',
            'The same with many samples',
            'The dot is the median, the stroke ends at p99.',
            names(MANY),
            Figure('age'),
            'age, µs',
            Figure('age', 'p99'),
            lines=(UDP, DDSPERF_100B),
        ),
    ),
    tables=(
        Table(
            't1_t2',
            'The table of the RxROS2 benchmarks',
            'The columns of that table, then p50, p99, losses and samples; CPU is that of one node, in % of a core.',
            names(TABLE_ROWS),
            COLUMNS,
        ),
        Table(
            'many',
            'With at least 10 000 samples',
            'Higher rates, for enough samples in the tails.',
            names(MANY),
            COLUMNS,
        ),
        Table(
            'pairs',
            'Streams beside plain',
            'Overhead of a pipe over rclcpp: six rounds, in turn.',
            names(PAIRS),
            (
                Column('age p50 µs', Figure('age')),
                Column('CPU µs', Figure('cpu')),
                Column('threads', Figure('threads')),
                Column('RSS MiB', Figure('rss', factor=1 / 1024)),
                Column('instructions, plain', Figure('plain'), 5),
                Column('streams', Figure('streams'), 5),
                Column('ratio', Figure('streams_to_plain'), 4),
            ),
        ),
    ),
)
