# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 doctor: checks this machine and the running nodes for problems."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
from collections.abc import Iterable
from typing import Any

from ..printable import one_line
from .checks import LEVELS, Finding
from .frame import CommandError, existing
from .output import add_format_arguments, print_json, print_rows, terminal

_CHECKS = ('versions', 'environment', 'security', 'network', 'middleware', 'graph', 'streams')
_STYLES = {'ok': 'green', 'note': 'cyan', 'warning': 'yellow', 'error': 'bold red'}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the names of the checks to run, and the arguments of show()."""
    parser.add_argument('checks', nargs='*', metavar='check', help=f'run only these checks, of {", ".join(_CHECKS)}')
    add_arguments(parser)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of show()."""
    parser.add_argument('-iw', '--include-warnings', action='store_true', help='exit with 1 also for warnings')
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Runs the checks and prints their findings; returns 1 after an error, with -iw also after a warning."""
    for name in args.checks:
        if name not in _CHECKS:
            raise CommandError(existing('check', name, _CHECKS), 2)
    names = args.checks or _CHECKS
    return show(args, ((name, importlib.import_module(f'{__package__}.checks.{name}').check()) for name in names))


def show(args: argparse.Namespace, checks: Iterable[tuple[str, Iterable[Finding]]]) -> int:
    """Prints each finding as soon as its check yields it, and returns the exit code."""
    console = None if args.json or args.csv else terminal()
    results: list[tuple[str, Finding]] = []
    for name, findings in checks:
        if not (args.json or args.csv):
            print(name, flush=True)
        for finding in findings:
            results.append((name, finding))
            if not (args.json or args.csv):
                _print(finding, console)
    if args.json:
        print_json([{'check': name, **dataclasses.asdict(finding)} for name, finding in results])
    elif args.csv:
        rows = [(name, *dataclasses.astuple(finding)) for name, finding in results]
        print_rows(args, ('check', 'level', 'text', 'advice'), rows)
    counts = {level: sum(finding.level == level for _, finding in results) for level in LEVELS}
    if not (args.json or args.csv):
        print(', '.join(f'{counts[level]} {level}{"s" * (counts[level] != 1)}' for level in ('error', 'warning')))
    return 1 if counts['error'] or (args.include_warnings and counts['warning']) else 0


def _print(finding: Finding, console: Any) -> None:
    text, advice = one_line(finding.text), one_line(finding.advice)
    if console is None:
        print(f'  {finding.level:<8} {text}')
    else:
        from rich.text import Text

        console.print(Text.assemble('  ', (f'{finding.level:<8}', _STYLES[finding.level]), f' {text}'), soft_wrap=True)
    if advice:
        print(f'           -> {advice}')
