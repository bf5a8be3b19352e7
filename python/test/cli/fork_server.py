# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs commands of rxros2, each in a fork of this process, which has already imported the modules that they need.

A fork is isolated like a new interpreter and starts much faster. Standard input has a line of JSON for each command:
words, env, cwd, files for its output (out, err), and seconds until it is killed. The response is its exit code.
"""

import json
import os
import signal
import sys

import numpy  # noqa: F401
import yaml  # noqa: F401

import rxros2._core  # noqa: F401
from rxros2.cli import frame

try:
    import coverage
except ModuleNotFoundError:
    coverage = None

for name, entry in frame.COMMANDS.items():
    for sub in entry if isinstance(entry, dict) else ('',):
        frame.command([name, sub] if sub else [name])


def run(words, env, cwd, out, err, seconds):
    signal.alarm(seconds)
    os.environ.clear()
    os.environ.update(env)
    if coverage is not None:
        coverage.process_startup()
    for number, file, flags in ((0, os.devnull, os.O_RDONLY), (1, out, os.O_WRONLY), (2, err, os.O_WRONLY)):
        os.dup2(os.open(file, flags), number)
    os.chdir(cwd)
    sys.argv = ['rxros2', *words]
    return frame.main()


for line in sys.stdin:
    child = os.fork()
    if not child:
        sys.exit(run(**json.loads(line)))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
