# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The suite of the codec: encoding and decoding in C++ compared with memcpy, in Python compared with rosbags."""

from harness.model import Case, Column, Figure, Plot, Program, Suite, Table
from suites.common import OURS, PYTHON, line

MESSAGES = ('String_20B', 'Twist', 'JointState_9', 'Everything', 'Doubles_1MiB', 'Blob_1MiB')
CPP = Case(
    'C++',
    (Program(OURS, '{build}/cdr/cdr_codec_benchmark --benchmark_min_time=0.05', google=True, seconds=3),),
    rounds=4,
)
PY = Case(
    'Python',
    (
        Program(OURS, PYTHON + 'messages.py', seconds=4),
        Program('rosbags', PYTHON + 'messages.py --with rosbags', seconds=5),
    ),
    rounds=2,
)
KINDS = ('string', 'joint_state', 'image')

SUITE = Suite(
    'codec',
    'The codec: bytes and messages',
    (CPP, PY),
    tables=(
        Table(
            'cpp_codec',
            'C++, ns',
            'CPU time, into memory that is reused as nodes reuse it.',
            ('C++',),
            (
                *(
                    Column(f'{name}, {operation}', Figure(f'{name}/{operation}'))
                    for name in MESSAGES
                    for operation in ('encode', 'decode')
                ),
                Column('memcpy 1 MiB', Figure('Blob_1MiB/memcpy')),
            ),
            upright=True,
        ),
        Table(
            'python_codec',
            'Python, µs',
            'The codec is C++; rosbags’ is generated Python.',
            ('Python',),
            tuple(
                Column(f'{kind} {operation}', Figure(f'{kind}_{operation}'))
                for kind in KINDS
                for operation in ('encode', 'decode')
            ),
            upright=True,
        ),
    ),
    plots=(
        Plot(
            'cpp_codec',
            'C++: encoding and decoding',
            'Compare a mebibyte with its memcpy.',
            ('C++',),
            None,
            'ns',
            figures=tuple(
                (f'{name}, {operation}', Figure(f'{name}/{operation}'))
                for name in MESSAGES
                for operation in ('encode', 'decode')
            ),
            lines=(line('memcpy 1 MiB', 'memcpy_1MiB', factor=1000),),
        ),
        Plot(
            'python_codec',
            'Python: encoding and decoding',
            'Compare with rosbags, and an Image with memcpy of a mebibyte.',
            ('Python',),
            None,
            'µs',
            figures=tuple(
                (f'{kind}, {operation}', Figure(f'{kind}_{operation}'))
                for kind in KINDS
                for operation in ('encode', 'decode')
            ),
            lines=(line('memcpy 1 MiB', 'memcpy_1MiB'),),
        ),
    ),
)
