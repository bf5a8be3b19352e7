# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Fixtures: `rxros2(...)` runs a command, `launched(...)` a launch file; `robot` is a node with topics and a service in
another process."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest
from launch_files import PYTHON

from rxros2.cli import frame

COMMAND = [sys.executable, '-m', 'rxros2.cli']


@dataclass
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def run_here(capsys):
    """Runs a command in this process, for commands that create no node."""

    def run(*words):
        try:
            code = frame.run(words)
        except SystemExit as error:  # from --help
            code = error.code
        result = capsys.readouterr()
        return Result(code, result.out, result.err)

    return run


@pytest.fixture(scope='session')
def forks():
    """The process of fork_server.py."""
    env = {name: value for name, value in os.environ.items() if name != 'COVERAGE_PROCESS_CONFIG'}
    command = [sys.executable, pathlib.Path(__file__).parent / 'fork_server.py']
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as process:
        yield process


@pytest.fixture
def rxros2(forks, tmp_path_factory):
    """Runs a command in its own process, and sends Ctrl-C after it has printed `interrupt`, or all texts of a list.

    Repeats it until it prints `until`, or all texts of a list, because on a busy machine a command may end before it
    discovers the robot.
    """
    folder = tmp_path_factory.mktemp('output')

    def run(*words, until='', interrupt=None, env=None, cwd=None):
        if words[:2] == ('topic', 'echo'):
            words += ('--no-lost-messages',)  # on a busy machine it may report some
        deadline = time.monotonic() + 60
        env = os.environ | {'RXROS2_SPIN_TIME': '30'} | (env or {})
        once = forked if interrupt is None else interrupted
        expected = [until] if isinstance(until, str) else until
        while True:
            result = once([str(word) for word in words], env, str(cwd or pathlib.Path.cwd()), interrupt)
            assert 'Traceback' not in result.err, result.err
            if all(text in result.out + result.err for text in expected) or time.monotonic() > deadline:
                return result

    def forked(words, env, cwd, _):
        files = [folder / name for name in ('out', 'err')]
        for file in files:
            file.write_text('')
        request = {'words': words, 'env': env, 'cwd': cwd, 'out': str(files[0]), 'err': str(files[1]), 'seconds': 60}
        print(json.dumps(request), file=forks.stdin, flush=True)
        return Result(int(forks.stdout.readline()), *(file.read_text() for file in files))

    def interrupted(words, env, cwd, interrupt):
        env.pop('COVERAGE_PROCESS_CONFIG', None)  # an interrupted coverage would keep its lock for ever
        streams = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE}
        process = subprocess.Popen([*COMMAND, *words], **streams, text=True, env=env, cwd=cwd)
        try:
            out = ''
            expected = [interrupt] if isinstance(interrupt, str) else interrupt
            while not all(text in out for text in expected):
                out += (more := process.stdout.readline())
                assert more, f'ended without {interrupt!r}: {out}{process.stderr.read()}'
            process.send_signal(signal.SIGINT)
            rest, err = process.communicate(timeout=60)
            return Result(process.returncode, out + rest, err)
        finally:
            process.kill()
            process.communicate()

    return run


@contextlib.contextmanager
def running(name):
    program = pathlib.Path(__file__).parent / name
    process = subprocess.Popen([sys.executable, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == 'ready\n'
        yield process
        process.stdin.close()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def started():
    """Runs a program of this folder inside a `with` block."""
    return running


@pytest.fixture(scope='session')
def robot():
    with running('robot.py'):
        yield


@pytest.fixture
def greenhouse(tmp_path, monkeypatch):
    """Creates the package greenhouse and returns its share folder.

    The program `words` prints its arguments and parameter files; `fails` exits with 3.
    """
    prefix = tmp_path / 'install'
    for folder in ('share/ament_index/resource_index/packages', 'lib/greenhouse', 'share/greenhouse/launch'):
        (prefix / folder).mkdir(parents=True)
    (prefix / 'share/ament_index/resource_index/packages/greenhouse').touch()
    tests = pathlib.Path(__file__).parent
    programs = {
        'words': 'echo "$*" | sed "s:--params-file [^ ]*/:--params-file :g"\n'
        'while [ $# -gt 0 ]; do [ "$1" = --params-file ] && cat "$2"; shift; done',
        'fails': 'sleep 0.1; exit 3',
        'waits': 'echo waits; exec sleep 60',
        'box': f'exec {sys.executable} {tests / "stub_container.py"} "$@"',
        'driver': f'exec {sys.executable} {tests / "broken_driver.py"} "$@"',
        'valve': f'exec {sys.executable} {tests / "lifecycle_node.py"} "$@"',
    }
    for name, text in programs.items():
        program = prefix / 'lib/greenhouse' / name
        program.write_text(f'#!/bin/sh\n{text}\n')
        program.chmod(0o755)
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(prefix))
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path / 'log'))
    monkeypatch.delenv('NO_COLOR', raising=False)
    return prefix / 'share/greenhouse'


@pytest.fixture
def launched(rxros2, greenhouse):
    """Runs a launch file with this text; `.py` has the entities only. The lines without times."""

    def run(text, *words, suffix='.py', **options):
        file = greenhouse / f'launch/it.launch.{suffix.lstrip(".")}'
        file.write_text(f'{PYTHON}{text}\n])\n' if suffix == '.py' else text)
        result = rxros2('launch', file, *words, **options)
        result.out = result.out.replace(str(greenhouse), 'SHARE')
        result.err = result.err.replace(str(file), 'FILE')
        result.lines = result.out.splitlines()
        return result

    return run
