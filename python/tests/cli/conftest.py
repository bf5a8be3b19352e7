# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""`rxros2(...)` runs a command; `robot` is a node in another process, with topics and a service."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from rxros2.cli import frame

COMMAND = [sys.executable, '-m', 'rxros2.cli']


@dataclass
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def here(capsys):
    """Runs a command in this process: for those that make no node."""

    def run(*words):
        try:
            code = frame.run(words)
        except SystemExit as error:  # of --help
            code = error.code
        found = capsys.readouterr()
        return Result(code, found.out, found.err)

    return run


@pytest.fixture
def rxros2():
    """Runs a command as users do; after `interrupt` seconds, or once it prints that line, it gets Ctrl-C.

    Again until it prints `until`: on a busy machine a command may end before it has met the robot.
    """

    def run(*words, until='', **options):
        deadline = time.monotonic() + 60
        while until not in (result := once(*words, **options)).out + result.err and time.monotonic() < deadline:
            pass
        return result

    def once(*words, interrupt=None, timeout=60, env=None, cwd=None):
        env = os.environ | {'RXROS2_SPIN_TIME': '30'} | (env or {})
        if interrupt is not None:  # coverage keeps its lock for ever if Ctrl-C meets it there
            env.pop('COVERAGE_PROCESS_CONFIG', None)
        process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
            cwd=cwd,
        )
        try:
            out = ''
            if isinstance(interrupt, str):
                while interrupt not in (line := process.stdout.readline()):
                    assert line, f'ended without {interrupt!r}: {out}{process.stderr.read()}'
                    out += line
                out += line
            elif interrupt is not None:
                time.sleep(interrupt)
            if interrupt is not None:
                process.send_signal(signal.SIGINT)
            rest, err = process.communicate(timeout=timeout)
            assert 'Traceback' not in err, err
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
        yield
        process.stdin.close()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def started():
    """Runs a program of this folder, within `with`."""
    return running


@pytest.fixture(scope='session')
def robot():
    with running('robot.py'):
        yield
