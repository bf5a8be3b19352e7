# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 run: the program takes this process's place, so its signals and its exit code are its own."""

from __future__ import annotations

import argparse
import os
import shlex
import sys

from .frame import CommandError, existing
from .packages import executables


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('--prefix', default='', help="what to start it with: 'gdb -ex run --args'")
    parser.add_argument('package')
    parser.add_argument('executable')
    parser.add_argument('argv', nargs=argparse.REMAINDER, metavar='...', help='arguments of the program')


def main(args: argparse.Namespace) -> int:
    programs = executables(args.package)
    found = [program for program in programs if program.name == args.executable]
    if not found:
        raise CommandError(
            existing(f'executable {args.executable} in package', args.package, [each.name for each in programs])
        )
    if len(found) > 1:
        raise CommandError(f'several {args.executable} in {args.package}: {", ".join(map(str, found))}')
    command = [*shlex.split(args.prefix), str(found[0]), *args.argv]
    sys.stdout.flush()
    try:
        os.execvp(command[0], command)
    except OSError as error:
        raise CommandError(f'{command[0]} cannot be started: {error.strerror}') from None
