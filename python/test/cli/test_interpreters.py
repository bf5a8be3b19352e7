# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""run and launch start Python scripts of packages by an interpreter that has rxros2."""

import sys

import pytest

from rxros2.interpreters import interpreter_of


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Installs a script of the package 'arm' with a given first line, which may contain {folder}."""
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path))
    (tmp_path / 'share/ament_index/resource_index/packages').mkdir(parents=True)
    (tmp_path / 'share/ament_index/resource_index/packages/arm').touch()
    (tmp_path / 'lib/arm').mkdir(parents=True)
    for name, code in {'python3': 1, 'python3.9': 0}.items():  # answer whether they have rxros2
        (tmp_path / name).write_text(f'#!/bin/sh\n[ "$1" = -c ] || echo "started by {name}"\nexit {code}\n')
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv('PATH', str(tmp_path), prepend=':')

    def install(first_line):
        path = tmp_path / 'lib/arm/wave'
        path.write_text(
            f'{first_line.format(folder=tmp_path)}\nimport rxros2, sys\nprint(sys.executable, *sys.argv[1:])\n'
        )
        path.chmod(0o755)
        return str(path)

    return install


@pytest.mark.parametrize(
    'first_line',
    ['#!{folder}/python3', '#!/usr/bin/env python3', '#!/usr/bin/env -S python3 -u', '#!/nowhere/bin/python3.12'],
)
def test_an_interpreter_without_rxros2_is_replaced(script, first_line):
    assert interpreter_of(script(first_line)) == [sys.executable]


@pytest.mark.parametrize(
    'first_line', ['#!{folder}/python3.9', f'#!{sys.executable}', '#!/bin/sh', '', '#!"', '#!/usr/bin/env perl']
)
def test_other_programs_are_started_as_they_are(script, first_line):
    assert interpreter_of(script(first_line)) == []


def test_a_script_in_the_folder_of_programs(script, tmp_path):
    script('#!{folder}/python3')
    (tmp_path / 'bin').mkdir()
    (tmp_path / 'lib/arm/wave').rename(tmp_path / 'bin/wave')
    assert interpreter_of(str(tmp_path / 'bin/wave')) == [sys.executable]


def test_a_script_outside_of_packages_is_started_as_it_is(script, tmp_path):
    (tmp_path / 'wave').write_text('#!/nowhere/bin/python3\n')
    assert interpreter_of(str(tmp_path / 'wave')) == []


def test_run(script, rxros2):
    script('#!{folder}/python3')
    assert rxros2('run', 'arm', 'wave', '--fast').out == f'{sys.executable} --fast\n'
    script('#!{folder}/python3.9')
    assert rxros2('run', 'arm', 'wave').out == 'started by python3.9\n'


def test_launch(script, rxros2, tmp_path):
    script('#!{folder}/python3')
    file = tmp_path / 'wave.launch.xml'
    file.write_text('<launch><node pkg="arm" exec="wave" args="--fast" output="screen"/></launch>')
    result = rxros2('launch', file)
    assert result.code == 0 and f'{sys.executable} --fast' in result.out
