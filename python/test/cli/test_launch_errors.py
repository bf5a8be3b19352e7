# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Errors of launch files and of the command line, before anything starts."""

import pathlib
import re

import pytest

BAD_FILES = pathlib.Path(__file__).parent / 'bad_launch_files.txt'
BAD = re.findall(r'^== (.*)\n((?:.*\n)*?)-- (.*)$', BAD_FILES.read_text(encoding='utf-8'), re.M)


@pytest.mark.parametrize(('suffix', 'text', 'expected'), BAD, ids=[expected for *_, expected in BAD])
def test_bad_launch_files(launched, suffix, text, expected):
    result = launched(f'\n{text}' if suffix == '.py' else text, suffix=suffix)
    assert result.err.startswith(f'rxros2: {expected}') and result.err.count('\n') == 1, result.err
    assert (result.code, result.out) == (2, '')


def test_error_prevents_all_starts(launched, tmp_path):
    result = launched(f"""
        ExecuteProcess(cmd=['touch', '{tmp_path}/started']), Node(package='no', executable='e'),
        """)
    assert result.code == 2 and not (tmp_path / 'started').exists()


def test_command_line_errors(rxros2, greenhouse, tmp_path):
    (greenhouse / 'launch/a.launch.xml').write_text('<launch><log message="hello"/></launch>')
    (greenhouse / 'launch/b_launch.py').write_text('')
    assert rxros2('launch', 'greenhouse', 'a.launch.xml').out == '[INFO] [launch.user]: hello\n'
    cases = {
        ('greenhouse',): 'no launch file of the package greenhouse is named; there are a.launch.xml, b_launch.py',
        ('greenhouse', 'c.launch.xml'): 'no launch file of greenhouse: c.launch.xml; there are a.launch.xml, ',
        ('no', 'a.launch.xml'): 'no package no; there are ',
        ('no',): 'no launch file no; expected the path of one, or a package and the name of one',
        ('./no.launch.py',): 'no launch file ./no.launch.py',
        (str(tmp_path),): f'{tmp_path} is not a file',
        ('greenhouse', 'a.launch.xml', 'b=1'): "'b=1' is not an argument of a launch file; expected NAME:=VALUE",
    }
    for words, expected in cases.items():
        result = rxros2('launch', *words)
        assert (result.code, result.out) == (2, '') and result.err.startswith(f'rxros2: {expected}'), result.err
    unused = rxros2('launch', 'greenhouse', 'a.launch.xml', 'b:=1')
    assert unused.code == 0 and unused.err == "rxros2: nothing in the launch has used the argument 'b'\n"
