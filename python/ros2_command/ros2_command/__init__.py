# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The program `ros2`: the command line of rxros2, or that of a sourced ROS 2, which is never shadowed."""

from __future__ import annotations

import errno
import os
import sys

_HANDED_OVER = 'RXROS2_COMMAND_HANDED_OVER'
"""The environment variable with the id of a process that was handed over, and the programs that it was before.

A program of another prefix may be this one too, which keeps the id: it must not hand over to those again.
"""


def sourced_ros2() -> str:
    """Returns the program ros2 of the first sourced prefix that has another one than this process has been; or ''."""
    earlier = [*_earlier(), os.path.realpath(sys.argv[0])]
    for prefix in os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep):
        program = os.path.join(prefix, 'bin', 'ros2')
        if prefix and os.access(program, os.X_OK) and os.path.realpath(program) not in earlier:
            return program
    return ''


def _earlier() -> list[str]:
    """Returns the programs that have handed this process over."""
    process, *programs = os.environ.get(_HANDED_OVER, '').split(os.pathsep)
    return programs if process == str(os.getpid()) else []


def main() -> int:
    """Runs the command in sys.argv and returns its exit code. Replaces this process where a ROS 2 is sourced."""
    program = sourced_ros2()
    if program:
        from rxros2.interpreters import interpreter_of

        command = [*interpreter_of(program), program, *sys.argv[1:]]
        earlier = [str(os.getpid()), *_earlier(), os.path.realpath(sys.argv[0])]
        os.environ[_HANDED_OVER] = os.pathsep.join(earlier)
        try:
            os.execv(command[0], command)
        except OSError as error:
            reason = "it has no line '#!'" if error.errno == errno.ENOEXEC else error.strerror
            print(f'ros2: {program} of the sourced ROS 2 cannot be started: {reason}', file=sys.stderr)
            return 1
    from rxros2.cli import main as rxros2

    return rxros2()
