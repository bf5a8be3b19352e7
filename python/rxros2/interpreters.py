# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The interpreter of Python programs of packages.

A build tool of the system writes `#!/usr/bin/python3` into the scripts that it installs, also if rxros2 is installed in
a virtual environment. Such a script would fail at `import rxros2`, so it is started by the interpreter that has rxros2.
"""

from __future__ import annotations

import functools
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from .packages import prefixes

_PYTHON = re.compile(r'python(3(\.\d+)?)?')
_HAS_ROS = 'import importlib.util as u, sys; sys.exit(not (u.find_spec("rxros2") or u.find_spec("rclpy")))'
_PATIENCE = 10.0
"""Seconds that an interpreter may take to answer."""


def interpreter_of(program: str) -> list[str]:
    """Returns [sys.executable] if this interpreter must start a program of a package, else [].

    It must if the program is a Python script in lib or bin of a sourced prefix, and the interpreter in its first line
    has neither rxros2 nor rclpy or does not exist.
    """
    path = pathlib.Path(program)
    if not any(prefix / folder in path.parents for prefix in prefixes() for folder in ('lib', 'bin')):
        return []
    words = _first_line(path)
    if words and pathlib.Path(words[0]).name == 'env':
        words = [word for word in words[1:] if not word.startswith('-')]
    if not words or not _PYTHON.fullmatch(pathlib.Path(words[0]).name) or _has_ros(words[0]):
        return []
    return [sys.executable]


def _first_line(path: pathlib.Path) -> list[str]:
    """Returns the words behind '#!' of a script; empty for another file."""
    try:
        with path.open('rb') as file:
            line = file.readline(256)
        return shlex.split(line[2:].decode()) if line.startswith(b'#!') else []
    except (OSError, ValueError):
        return []


@functools.lru_cache
def _has_ros(interpreter: str) -> bool:
    full = shutil.which(interpreter)
    if full is None:
        return False
    if full == sys.executable:
        return True
    try:
        # Not in the current folder, which '-c' would search: it may contain a folder rxros2.
        command = [full, '-c', _HAS_ROS]
        return subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False, cwd='/').returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
