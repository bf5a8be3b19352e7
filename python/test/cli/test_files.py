# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Commands that read only files: run, pkg, interface, stubs, completion."""

import json
import os
import re
import subprocess
import sys

import pytest

COMMAND = [sys.executable, '-m', 'rxros2.cli']


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A prefix as colcon makes it, with one package."""
    prefix = tmp_path / 'install'
    (prefix / 'share/ament_index/resource_index/packages').mkdir(parents=True)
    (prefix / 'share/ament_index/resource_index/packages/my_robot').touch()
    (prefix / 'lib/my_robot').mkdir(parents=True)
    (prefix / 'share/my_robot/msg').mkdir(parents=True)
    (prefix / 'share/my_robot/msg/Leg.msg').write_text(
        '# A leg.\nuint8 LEFT=1\nbyte ODD=3\nstd_msgs/Header header # when\nfloat64[] angles\nbool[2] touches\nbyte b\n'
        'string<=5 name "hip"\nLeg_ignored int\n'.replace('Leg_ignored int\n', 'geometry_msgs/Point[<=3] int\n')
    )
    program = prefix / 'lib/my_robot/walk'
    program.write_text('#!/bin/sh\necho "walks $*"\nexit 7\n')
    program.chmod(0o755)
    (prefix / 'lib/my_robot/libwalk.so').write_text('')
    (prefix / 'lib/my_robot/libwalk.so').chmod(0o755)
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(prefix))
    return prefix


def test_packages(run_here, workspace):
    assert 'my_robot' in run_here('pkg', 'list').out.split()
    assert {'package': 'my_robot', 'prefix': str(workspace)} in json.loads(run_here('pkg', 'list', '--json').out)
    assert run_here('pkg', 'prefix', 'my_robot').out == f'{workspace}\n'
    assert run_here('pkg', 'prefix', '--share', 'my_robot').out == f'{workspace}/share/my_robot\n'
    assert run_here('pkg', 'executables').out == 'my_robot walk\n'
    assert run_here('pkg', 'executables', 'my_robot', '--full-path').out == f'{workspace}/lib/my_robot/walk\n'
    assert (
        run_here('pkg', 'executables', '--csv').out
        == f'package,executable,path\nmy_robot,walk,{workspace}/lib/my_robot/walk\n'
    )
    result = run_here('pkg', 'prefix', 'my_robt')
    assert (
        (result.code, result.out) == (1, '') and 'no package my_robt; there' in result.err and 'my_robot' in result.err
    )


def test_run(rxros2, workspace):
    result = rxros2('run', 'my_robot', 'walk', '--fast', '--ros-args', '-r', 'a:=b')
    assert (result.code, result.out) == (7, 'walks --fast --ros-args -r a:=b\n')
    assert rxros2('run', '--prefix', 'sh -c "echo $0"', 'my_robot', 'walk').out == f'{workspace}/lib/my_robot/walk\n'
    result = rxros2('run', 'my_robot', 'wlk')
    assert result.code == 1 and result.err == 'rxros2: no executable wlk in package my_robot; there is walk\n'
    assert 'nothere cannot be started: No such file' in rxros2('run', '--prefix', 'nothere', 'my_robot', 'walk').err


def test_interface_show(run_here, workspace):
    assert run_here('interface', 'show', 'my_robot/msg/Leg').out.splitlines()[:8] == [
        '# A leg.',
        'uint8 LEFT=1',
        'byte ODD=3',
        'std_msgs/Header header # when',
        '\tbuiltin_interfaces/Time stamp',
        '\t\tint32 sec',
        '\t\tuint32 nanosec',
        '\tstring frame_id',
    ]
    assert (
        run_here('interface', 'show', 'std_srvs/srv/SetBool', '--no-comments').out
        == 'bool data\n---\nbool success\nstring message\n'
    )
    assert '#' in run_here('interface', 'show', 'geometry_msgs/msg/PointStamped', '--all-comments').out
    assert run_here('interface', 'show', 'std_srvs/Setbool').code == 1
    result = run_here('interface', 'show', 'std_msgs/msg/Strin')
    assert result.code == 1 and 'no definition std_msgs/msg/Strin; there are std_msgs/msg/String, ' in result.err
    assert 'no package nothing' in run_here('interface', 'show', 'nothing/msg/At').err


def test_interface_lists(run_here, workspace):
    assert run_here('interface', 'package', 'my_robot').out == 'my_robot/msg/Leg\n'
    assert 'my_robot' in run_here('interface', 'packages', '-m').out.split()
    assert 'my_robot' not in run_here('interface', 'packages', '-s').out.split()
    text = run_here('interface', 'list').out
    assert (
        text.index('Messages:')
        < text.index('    my_robot/msg/Leg\n')
        < text.index('Services:')
        < text.index('Actions:')
    )
    assert 'Messages:' not in run_here('interface', 'list', '-s').out
    assert {'package': 'std_srvs', 'kind': 'srv', 'name': 'Empty', 'interface': 'std_srvs/srv/Empty'} in json.loads(
        run_here('interface', 'list', '--json').out
    )


def test_interface_proto(run_here):
    assert (
        run_here('interface', 'proto', 'std_msgs/msg/Header').out
        == '"stamp:\n  sec: 0\n  nanosec: 0\nframe_id: \'\'\n"\n'
    )
    assert run_here('interface', 'proto', '--no-quotes', 'std_srvs/srv/SetBool').out == 'data: false\n\n'
    assert run_here('interface', 'proto', '--no-quotes', 'example_interfaces/action/Fibonacci').out == 'order: 0\n\n'


USER = """
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.my_robot.msg import Leg
from rxros2.interfaces.std_srvs.srv import SetBool

leg = Leg(angles=[0.5], int=(), name='knee')
leg.angles = [1, 2]
reveal_type(leg.angles)
reveal_type(leg.header.stamp.sec)
reveal_type(leg.int[0].x)
reveal_type(Leg.LEFT)
reveal_type(SetBool.Request().data)
reveal_type(Fibonacci.Goal().order)
request: SetBool.Request = SetBool.Request(data=True)
Leg(angels=[])
leg.heder
SetBool.Response(success='yes')
"""


def test_mypy_checks_fields_with_stubs(run_here, workspace, tmp_path):
    """mypy also finds no error in the stubs of all packages."""
    pytest.importorskip('mypy')
    assert run_here('stubs', '-o', str(tmp_path)).code == 0
    (tmp_path / 'user.py').write_text(USER)
    packages = [path.parent.name for path in (tmp_path / 'rxros2/interfaces').glob('*/__init__.pyi')]
    assert {'my_robot', 'sensor_msgs'} < set(packages)
    options = [f'-prxros2.interfaces.{package}' for package in packages]
    result = subprocess.run(
        [
            sys.executable,
            '-m',
            'mypy',
            '--strict',
            '--no-error-summary',
            '--cache-dir',
            '/dev/null',
            '-muser',
            *options,
        ],
        cwd=tmp_path,
        env={**os.environ, 'MYPYPATH': str(tmp_path)},
        capture_output=True,
        text=True,
    )
    revealed = re.findall(r'Revealed type is "(.*)"', result.stdout)
    assert revealed[0].endswith('numpy.dtype[numpy.float64]]')
    assert revealed[1:] == ['int', 'float', 'Literal[1]?', 'bool', 'int']
    errors = re.findall(r'^(.*):(\d+): error: .*?(angels|heder|success|$)', result.stdout, re.MULTILINE)
    assert errors == [('user.py', '15', 'angels'), ('user.py', '16', 'heder'), ('user.py', '17', 'success')], (
        result.stdout
    )


def test_stubs_errors(run_here, tmp_path):
    assert (
        'no package with definitions std_msg; there are std_msgs'
        in run_here('stubs', 'std_msg', '-o', str(tmp_path)).err
    )
    (tmp_path / 'file').touch()
    assert 'cannot be written' in run_here('stubs', 'std_msgs', '-o', str(tmp_path / 'file')).err


def test_stubs_of_an_incomplete_package(run_here, tmp_path, monkeypatch):
    """Definitions that cannot be used are left out, and the others are written."""
    folder = tmp_path / 'share/incomplete_msgs/msg'
    folder.mkdir(parents=True)
    for name, text in (('Bad', 'nowhere_msgs/Foo x'), ('Broken', 'int32 [ x'), ('Good', 'int32 x')):
        (folder / f'{name}.msg').write_text(text)
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path))
    result = run_here('stubs', 'incomplete_msgs', '-o', str(tmp_path / 'stubs'))
    assert result.code == 1 and result.err.count('it is left out') == 2
    assert 'warning: incomplete_msgs/msg/Bad: ' in result.err
    assert 'class Good(' in (tmp_path / 'stubs/rxros2/interfaces/incomplete_msgs/msg.pyi').read_text()
    assert run_here('stubs', 'std_srvs', 'std_msgs', '-o', str(tmp_path / 'stubs')).code == 0


def complete(shell_line):
    """Returns the completions that bash offers for a command line."""
    script = f'''
eval "$("{sys.executable}" -m rxros2.cli completion bash)"
rxros2() {{ "{sys.executable}" -m rxros2.cli "$@"; }}
COMP_LINE={shell_line!r}; COMP_POINT=${{#COMP_LINE}}
_rxros2
printf '%s\n' "${{COMPREPLY[@]}}"
'''
    return subprocess.run(['bash', '-c', script], capture_output=True, text=True, timeout=60, check=True).stdout.split()


def test_completion_of_bash(workspace):
    assert complete('rxros2 to') == ['topic']
    assert complete('rxros2 topic ec') == ['echo']
    assert complete('rxros2 pkg list --j') == ['--json']
    assert complete('rxros2 run my_rob') == ['my_robot']
    assert complete('rxros2 run my_robot ') == ['walk']
    assert complete('rxros2 interface show my_robot/') == ['my_robot/msg/Leg']
    assert complete('rxros2 topic echo /x --qos-reliability bes') == ['best_effort', 'best_available']
    assert complete('rxros2 nothing ') == []
    assert complete('rxros2 --eng') == ['--engine']
    assert complete('rxros2 --engine z') == ['zenoh']
    assert complete('rxros2 --engine=') == ['dds', 'zenoh']  # behind '=': bash replaces only that
    assert complete('rxros2 --engine=zenoh to') == ['topic']


def test_completion_of_zsh(run_here):
    assert run_here('completion', 'zsh').out.startswith('#compdef rxros2')


@pytest.mark.parametrize('words', [['interface', 'list'], ['interface', 'show', 'std_msgs/msg/String'], ['--help']])
def test_output_that_cannot_be_written(words):
    with open('/dev/full', 'w') as full:
        done = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (
        1,
        'rxros2: standard output cannot be written: No space left on device\n',
    )
    closed = ['sh', '-c', 'exec "$@" >&-', 'sh', *COMMAND, *words]
    done = subprocess.run(closed, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, '')
