# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The command ros2 (python/ros2_command) is rxros2, and hands over to that of a sourced ROS 2."""

import os
import pathlib
import subprocess
import sys

import pytest
from eventually import PATIENCE

FOLDER = pathlib.Path(__file__).parents[2] / 'ros2_command'
TOML = (FOLDER / 'pyproject.toml').read_text()


@pytest.fixture
def ros2(tmp_path):
    """Runs the command, as the script of its package starts it, with some folders in AMENT_PREFIX_PATH."""
    program = tmp_path / 'venv/bin/ros2'
    program.parent.mkdir(parents=True)
    module, _, function = TOML.split('ros2 = "')[1].split('"')[0].partition(':')
    program.write_text(f'#!{sys.executable}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n')
    program.chmod(0o755)

    def run(*words, prefixes):
        path = os.pathsep.join([str(FOLDER), *os.environ.get('PYTHONPATH', '').split(os.pathsep)])
        env = os.environ | {'PYTHONPATH': path, 'AMENT_PREFIX_PATH': os.pathsep.join(map(str, prefixes))}
        return subprocess.run([program, *words], env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)

    return run


def install(prefix, first_line, text):
    (prefix / 'bin').mkdir(parents=True)
    (prefix / 'bin/ros2').write_text(f'{first_line}\n{text}\n')
    (prefix / 'bin/ros2').chmod(0o755)


def test_without_a_ros_2_it_is_rxros2(ros2, tmp_path):
    (tmp_path / 'workspace/bin').mkdir(parents=True)
    result = ros2('daemon', 'status', prefixes=[tmp_path / 'workspace', tmp_path / 'venv'])
    assert result.returncode == 0 and 'no daemon' in result.stdout, result
    assert ros2('daemn', prefixes=[]).returncode == 2


def test_a_sourced_ros_2_is_not_shadowed(ros2, tmp_path):
    install(tmp_path / 'jazzy', '#!/bin/sh', 'echo "jazzy: $*"; exit 3')
    result = ros2('topic', 'list', '-t', prefixes=[tmp_path / 'workspace', tmp_path / 'jazzy'])
    assert (result.returncode, result.stdout) == (3, 'jazzy: topic list -t\n'), result


def test_two_prefixes_with_this_command_do_not_hand_over_for_ever(ros2, tmp_path):
    program = (tmp_path / 'venv/bin/ros2').read_text().partition('\n')
    for prefix in 'first', 'second':
        install(tmp_path / prefix, program[0], program[2])
    prefixes = [tmp_path / 'first', tmp_path / 'second', tmp_path / 'venv']
    result = ros2('daemon', 'status', prefixes=prefixes)
    assert result.returncode == 0 and 'no daemon' in result.stdout, result
    install(tmp_path / 'jazzy', '#!/bin/sh', 'echo jazzy')
    assert ros2('daemon', 'status', prefixes=[*prefixes, tmp_path / 'jazzy']).stdout == 'jazzy\n'


@pytest.mark.parametrize(
    ('first_line', 'reason'), [('echo', "it has no line '#!'"), ('#!/nowhere/sh', 'No such file or directory')]
)
def test_a_ros_2_that_cannot_be_started_is_named(ros2, tmp_path, first_line, reason):
    install(tmp_path / 'jazzy', first_line, '')
    result = ros2('topic', 'list', prefixes=[tmp_path / 'jazzy'])
    error = f'ros2: {tmp_path}/jazzy/bin/ros2 of the sourced ROS 2 cannot be started: {reason}\n'
    assert (result.returncode, result.stderr) == (1, error), result


def test_ros2cli_of_a_workspace_is_started_by_an_interpreter_that_has_rxros2(ros2, tmp_path):
    install(tmp_path / 'workspace', '#!/nowhere/bin/python3', 'import sys; print(sys.executable, sys.argv[1:])')
    result = ros2('node', 'list', prefixes=[tmp_path / 'workspace'])
    assert result.stdout == f"{sys.executable} ['node', 'list']\n", result
