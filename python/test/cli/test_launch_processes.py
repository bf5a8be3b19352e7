# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Processes of a launch: Ctrl-C, ends, restarts and output."""

import os
import pathlib
import pty
import re
import signal
import subprocess
import sys

import pytest
from launch_files import COMMAND, PYTHON, lines_of


def processes_with(word):
    pids = []
    for path in pathlib.Path('/proc').glob('[0-9]*/environ'):
        try:
            if word in path.read_bytes():
                pids.append((path.parent / 'cmdline').read_bytes())
        except OSError:
            continue
    return pids


def test_ctrl_c_ends_all_processes(launched, monkeypatch):
    mark = f'GREENHOUSE_TEST={os.getpid()}'
    monkeypatch.setenv(*mark.split('='))
    result = launched(
        """
        SetLaunchConfiguration('sigterm_timeout', '0.3'), SetLaunchConfiguration('sigkill_timeout', '0.3'),
        Node(package='greenhouse', executable='waits', output='screen'),
        ExecuteProcess(cmd=['sleep 60 & sleep 61 & wait'], shell=True),
        ExecuteProcess(cmd=['sh', '-c', 'setsid sleep 62 & exec sleep 63']),
        ExecuteProcess(cmd=['sh', '-c', 'trap "" INT; echo up; sleep 64; sleep 64'], name='deaf', output='screen'),
        ExecuteProcess(cmd=['sh', '-c', 'trap "" INT TERM; echo up; sleep 65; sleep 65'], name='rock', output='screen'),
        ExecuteProcess(cmd=['sh', '-c', 'trap "" INT TERM; setsid sleep 66 & exec sleep 66'], respawn=True),
        TimerAction(period=0.5, actions=[LogInfo(msg='ready')]), TimerAction(period=60.0, actions=[]),
        """,
        interrupt=('ready', '[deaf-4] up', '[rock-5] up'),
    )
    assert not processes_with(mark.encode())
    assert '[INFO] [launch]: ends: Ctrl-C' in result.lines
    assert '[INFO] [deaf-4]: ended by SIGTERM' in result.lines, result.out
    assert '[ERROR] [rock-5]: ended by SIGKILL; its command: ' in result.out and result.code == 1


def test_a_second_ctrl_c_does_not_wait(greenhouse):
    file = greenhouse / 'launch/it.launch.py'
    file.write_text(f"""{PYTHON}
        ExecuteProcess(cmd=['sh', '-c', 'trap "echo hears" INT; echo begins; while :; do sleep 0.05; done'],
                       output='screen')])""")
    process = subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE, text=True)
    for line in ('begins', 'hears'):
        while line not in (text := process.stdout.readline()):
            assert text
        process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0].count('ended by SIGTERM') == 1 and process.returncode == 0


def test_required_process_ends_launch_and_reports_failure(launched):
    text = """
        Node(package='greenhouse', executable='waits'),
        Node(package='greenhouse', executable='fails', on_exit=[Shutdown(reason='it is needed')]),
        """
    result = launched(text)
    assert result.code == 1 and '[INFO] [launch]: ends: it is needed (fails-2 ended)' in result.lines
    assert '[ERROR] [fails-2]: exit code 3; its command: ' in result.out
    assert launched(text.replace('fails', 'words')).code == 0


def test_a_process_starts_again(launched):
    result = launched("Node(package='greenhouse', executable='fails', respawn=True, respawn_max_retries=2),")
    assert result.out.count('started, pid') == 3 and result.code == 1
    assert result.out.count('ended with 3; starts again in 0 s') == 2


def test_a_node_whose_stream_ends_by_an_error_starts_again(launched):
    result = launched(
        """
        <launch>
          <node pkg="greenhouse" exec="driver" output="screen" respawn="true" respawn_max_retries="1">
            <param name="rxros2.on_stream_error" value="shutdown"/>
          </node>
        </launch>
        """,
        suffix='.xml',
    )
    assert result.out.count('started, pid') == 2 and 'ended with 1; starts again in 0 s' in result.out
    assert result.out.count('IndexError: list index out of range') == 2


def test_output_targets(launched, tmp_path):
    result = launched(
        """
        *[ExecuteProcess(cmd=['sh', '-c', 'echo out; echo err >&2; printf rest'], name=each, output=each)
          for each in ('screen', 'log', 'own_log', 'full')],
        ExecuteProcess(cmd=['sh', '-c', 'echo out; echo err >&2'], name='m',
                       output={'stderr': 'screen', 'both': 'log'}),
        ExecuteProcess(cmd=['sh', '-c', 'test -t 1 && echo terminal'], name='tty', output='screen', emulate_tty=True),
        """
    )
    folder = next((tmp_path / 'log').iterdir())
    log = (folder / 'launch.log').read_text()
    assert sorted(lines_of(result, 'screen-1')) == ['err', 'out', 'rest'] and '[screen-1] out' not in log
    assert lines_of(result, 'log-2') == ['err'] and '[log-2] out' in log and '[log-2] err' in log
    assert lines_of(result, 'own_log-3') == [] and '[own_log-3] out' not in log
    assert (folder / 'own_log-3-stdout.log').read_text() == 'out\nrest\n'
    assert sorted((folder / 'own_log-3.log').read_text().split()) == ['err', 'out', 'rest']
    assert sorted(lines_of(result, 'full-4')) == ['err', 'out', 'rest'] and (folder / 'full-4-stderr.log').is_file()
    assert lines_of(result, 'm-5') == ['err'] and '[m-5] out' in log
    assert lines_of(result, 'tty-6') == ['terminal']


@pytest.mark.parametrize('no_colour', ['', '1'])
def test_colours_on_a_terminal_only(greenhouse, no_colour):
    file = greenhouse / 'launch/it.launch.xml'
    file.write_text(
        '<launch><executable cmd="echo a" output="screen"/><executable cmd="echo b" output="screen"/></launch>'
    )
    environment = os.environ | ({'NO_COLOR': '1'} if no_colour else {})
    piped = subprocess.run([*COMMAND, str(file)], capture_output=True, text=True, env=environment, check=True)
    assert '\033' not in piped.stdout and '[echo-1] a\n' in piped.stdout
    master, slave = pty.openpty()
    process = subprocess.Popen([*COMMAND, str(file)], stdout=slave, env=environment)
    os.close(slave)
    text = b''
    try:
        while data := os.read(master, 4096):
            text += data
    except OSError:  # its end
        pass
    os.close(master)
    assert process.wait() == 0
    colours = set(re.findall(rb'\033\[(\d+)m\[echo-\d\]', text))
    assert len(colours) == (0 if no_colour else 2), text


def test_closed_output_ends_launch(greenhouse):
    file = greenhouse / 'launch/it.launch.xml'
    file.write_text(
        '<launch><executable cmd="sh -c \'while :; do echo more; sleep 0.02; done\'" output="screen"/></launch>'
    )
    process = subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(60) == 0


def test_prefixes_all_output_and_a_pipe_as_standard_input(launched):
    text = "Node(package='greenhouse', executable='words'), ExecuteProcess(cmd=['echo', 'b'], name='words'), "
    assert not lines_of(launched(text), 'words-1')
    result = launched(text, '-a', '--launch-prefix', 'echo with', '--launch-prefix-filter', 'words')
    assert 'with /' in lines_of(result, 'words-1')[0] and lines_of(result, 'words-2') == ['b']
    result = launched(
        """ExecuteProcess(cmd=['sh', '-c', 'timeout 0.2 cat; echo $?'], name='reads', output='screen'),"""
    )
    assert lines_of(result, 'reads-1') == ['124']


def test_ctrl_c_during_launch_file(greenhouse):
    file = greenhouse / 'launch/it.launch.py'
    file.write_text(f"""{PYTHON}
        ExecuteProcess(cmd=['touch', '{greenhouse}/started']),
        OpaqueFunction(function=lambda _: print('busy', flush=True)),
        OpaqueFunction(function=lambda _: [None for _ in range(10**9)])])""")
    process = subprocess.Popen([*COMMAND, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == 'busy\n'
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ('', '')
    assert process.returncode == 130 and not (greenhouse / 'started').exists()


def test_other_children_survive(greenhouse):
    file = greenhouse / 'launch/it.launch.xml'
    file.write_text('<launch><executable cmd="sh -c \'setsid sleep 67 &amp; echo left $!\'" output="screen"/></launch>')
    command = f'sleep 68 & echo $!; exec {sys.executable} -m rxros2.cli launch {file}'
    process = subprocess.Popen(['sh', '-c', command], stdout=subprocess.PIPE, text=True)
    other = int(process.stdout.readline())
    remaining = next(int(line.split()[-1]) for line in process.stdout if 'left' in line)
    try:
        assert process.wait(60) == 0
        assert pathlib.Path(f'/proc/{other}').exists() and not pathlib.Path(f'/proc/{remaining}').exists()
    finally:
        os.kill(other, signal.SIGKILL)
        process.stdout.close()
