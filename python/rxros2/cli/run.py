# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 run: replaces this process by a program of a package, which so gets signals and sets the exit code itself."""

from __future__ import annotations

import argparse
import os
import shlex
import sys

from ..interpreters import interpreter_of
from .frame import CommandError, existing
from .packages import executables


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the package, the program with its arguments, and a command to start it with."""
    parser.add_argument('--prefix', default='', help="command to start the program with: 'gdb -ex run --args'")
    parser.add_argument('package')
    parser.add_argument('executable')
    parser.add_argument('argv', nargs=argparse.REMAINDER, metavar='...', help='arguments of the program')


def main(args: argparse.Namespace) -> int:
    """Replaces this process by the program, so it does not return.

    Raises CommandError if the program does not exist or cannot be started.
    """
    programs = executables(args.package)
    matches = [program for program in programs if program.name == args.executable]
    if not matches:
        raise CommandError(
            existing(f'executable {args.executable} in package', args.package, [program.name for program in programs])
        )
    if len(matches) > 1:
        raise CommandError(f'several {args.executable} in {args.package}: {", ".join(map(str, matches))}')
    program = str(matches[0])
    command = [*shlex.split(args.prefix), *interpreter_of(program), program, *args.argv]
    sys.stdout.flush()
    try:
        os.execvp(command[0], command)
    except OSError as error:
        raise CommandError(f'{command[0]} cannot be started: {error.strerror}') from None
