# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""pip's spinner shows the progress of the compiler: python/backend/build_progress.py."""

import os
import pathlib
import pty
import subprocess
import sys

import pytest

BACKEND = pathlib.Path(__file__).resolve().parents[2] / 'backend'
BUILD = """
import subprocess, sys
sys.path.insert(0, sys.argv[1])
import build_progress
print('before')
with build_progress.shown():
    print('of Python')
    subprocess.run(['sh', '-c', 'echo "[1/3] Building CXX object"; echo "[ 50%] Building"; echo "[3/3] Linking"'])
print('after')
"""
PRINTED = 'before\nof Python\n[1/3] Building CXX object\n[ 50%] Building\n[3/3] Linking\nafter\n'


def build(log, env, words):
    """Runs a build whose output is in the file; returns what a terminal showed."""
    child, terminal = pty.fork()
    if not child:
        # pip's words are those of the parent.
        command = f'"{sys.executable}" -u -c "$BUILD" "{BACKEND}" > "{log}" 2>&1; exit $?'
        os.execve('/bin/sh', ['sh', '-c', command, 'pip', *words], {**os.environ, **env, 'BUILD': BUILD})
    shown = b''
    try:
        while data := os.read(terminal, 65536):
            shown += data
    except OSError:  # the other side was closed
        pass
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, log.read_text()
    return shown.decode()


def test_the_terminal_shows_the_progress(tmp_path):
    shown = build(tmp_path / 'log', {'PIP_BUILD_TRACKER': 'x'}, ['install'])
    assert (tmp_path / 'log').read_text() == PRINTED
    lines = [line for line in shown.split('\r\x1b[K') if line]
    assert lines[0] == '  rxros2: compiling its C++, which takes minutes  '
    assert '  rxros2: 3 of 3 steps of compiling done, 0 s left  ' in lines
    assert lines[-1] == '  Building wheel for rxros2 (pyproject.toml) ...  '  # then pip says "done"


@pytest.mark.parametrize(
    ('env', 'words'), [({}, []), ({'PIP_BUILD_TRACKER': 'x'}, ['-q']), ({'PIP_BUILD_TRACKER': 'x'}, ['install', '-vv'])]
)
def test_it_is_silent_where_it_should_be(tmp_path, env, words):
    assert build(tmp_path / 'log', env, words) == ''
    assert (tmp_path / 'log').read_text() == PRINTED


def test_it_needs_no_terminal(tmp_path):
    done = subprocess.run(
        [sys.executable, '-u', '-c', BUILD, BACKEND],
        env={**os.environ, 'PIP_BUILD_TRACKER': 'x'},
        start_new_session=True,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr, done.returncode) == (PRINTED, '', 0)
