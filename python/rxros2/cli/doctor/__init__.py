# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 doctor: checks this machine and the running nodes for problems."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from ...printable import one_line
from ..checks import LEVELS, Finding
from ..frame import CommandError, existing
from ..graph import command_node
from ..output import add_format_arguments, print_csv, print_json, print_rows, terminal

_CHECKS = ('versions', 'environment', 'security', 'network', 'middleware', 'graph', 'streams', 'running')
_WATCHED = ('graph', 'streams', 'running')
_WATCH_PERIOD = 1.0
"""Seconds between the looks of --watch."""
_PATIENCE = 10.0
"""Seconds after which --watch reports a lifecycle node that is not active; launch files need some to start it."""
_COLUMNS = ('event', 'check', 'level', 'text', 'advice')
_STYLES = {'ok': 'green', 'note': 'cyan', 'warning': 'yellow', 'error': 'bold red'}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the names of the checks to run, and the arguments of show()."""
    parser.add_argument('checks', nargs='*', metavar='check', help=f'run only these checks, of {", ".join(_CHECKS)}')
    parser.add_argument(
        '-w', '--watch', action='store_true', help='observe the running nodes until Ctrl-C, and print what changes'
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument('-r', '--report', action='store_true', help='print facts about this machine')
    group.add_argument(
        '-rf',
        '--report-failed',
        action='store_true',
        help='print failed checks only, with the facts that they concern',
    )
    parser.add_argument('-ep', '--exclude-packages', action='store_true', help='leave out the versions of packages')
    parser.epilog = "'rxros2 doctor hello' exchanges messages with other machines."
    add_arguments(parser)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of show()."""
    parser.add_argument('-iw', '--include-warnings', action='store_true', help='exit with 1 also for warnings')
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Runs the checks and prints their findings; returns 1 after an error, with -iw also after a warning.

    With --watch these are the errors and warnings that are there at Ctrl-C.
    """
    known = _WATCHED if args.watch else _CHECKS
    for name in args.checks:
        if name not in known:
            raise CommandError(existing('check of --watch' if args.watch else 'check', name, known), 2)
    names = [name for name in args.checks or known if not (args.exclude_packages and name == 'versions')]
    if args.watch:
        return _watch(args, names)
    if args.report:
        from .report import print_report

        print_report(args, names)
        return 0
    return show(args, ((name, importlib.import_module(f'..checks.{name}', __package__).check()) for name in names))


def show(args: argparse.Namespace, checks: Iterable[tuple[str, Iterable[Finding]]]) -> int:
    """Prints each finding as soon as its check yields it, and returns the exit code."""
    console = None if args.json or args.csv else terminal()
    results: list[tuple[str, Finding]] = []
    failed_only = getattr(args, 'report_failed', False)
    failed_levels = ('error', 'warning') if args.include_warnings else ('error',)
    for name, findings in checks:
        if failed_only:
            findings = [finding for finding in findings if finding.level in failed_levels]
        if not (args.json or args.csv) and findings:
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
    if failed_only and results and not (args.json or args.csv):
        from .report import print_report

        print_report(args, list(dict.fromkeys(name for name, _ in results)))
    return _conclude(args, [finding for _, finding in results])


def _conclude(args: argparse.Namespace, findings: Collection[Finding]) -> int:
    """Prints the numbers of faults and returns the exit code."""
    counts = {level: sum(finding.level == level for finding in findings) for level in LEVELS}
    if not (args.json or args.csv):
        print(', '.join(f'{counts[level]} {level}{"s" * (counts[level] != 1)}' for level in ('error', 'warning')))
    return 1 if counts['error'] or (args.include_warnings and counts['warning']) else 0


def _watch(args: argparse.Namespace, names: Sequence[str]) -> int:
    """Prints each finding when it comes and when it is solved, until Ctrl-C; returns the exit code of the last ones."""
    from ..checks import graph, running, streams

    console = None if args.json or args.csv else terminal()
    changes = Changes()
    if args.csv:
        print_csv(_COLUMNS)
    try:
        with command_node() as node:
            node.settle()
            system = running.RunningSystem(node, patience=_PATIENCE)
            looks: dict[str, Callable[[], Iterable[Finding]]] = {
                'graph': lambda: graph.look(node),
                'streams': lambda: streams.look(node),
                'running': system.look,
            }
            if not (args.json or args.csv):
                print(f'{len(node.node_names())} nodes are running; Ctrl-C ends', flush=True)
            while True:
                findings = [(name, finding) for name in names for finding in looks[name]() if finding.level != 'ok']
                for change in changes.update(findings):
                    _print_change(args, *change, console)
                node.wait(_WATCH_PERIOD)
    except KeyboardInterrupt:
        return _conclude(args, [finding for _, finding in changes.present])


class Changes:
    """Compares the findings of one look with those of the looks before."""

    def __init__(self) -> None:
        self.present: dict[tuple[str, Finding], None] = {}
        """The findings that are there now, each with its check."""
        self._last: set[tuple[str, Finding]] = set()

    def update(self, findings: Iterable[tuple[str, Finding]]) -> Iterator[tuple[str, str, Finding]]:
        """Yields ('new' or 'solved', check, finding) for each change.

        A change counts if two looks show it, because discovery and restarting nodes take a moment.
        """
        now = dict.fromkeys(findings)
        for entry in now:
            if entry not in self.present and entry in self._last:
                self.present[entry] = None
                yield 'new', *entry
        for entry in [entry for entry in self.present if entry not in now and entry not in self._last]:
            del self.present[entry]
            yield 'solved', *entry
        self._last = set(now)


def _print_change(args: argparse.Namespace, event: str, name: str, finding: Finding, console: Any) -> None:
    if args.json:
        print_json({'event': event, 'check': name, **dataclasses.asdict(finding)})
    elif args.csv:
        print_csv((event, name, *dataclasses.astuple(finding)))
    elif event == 'solved':
        _print(dataclasses.replace(finding, level='ok', text=f'solved: {finding.text}', advice=''), console)
    else:
        _print(finding, console)
    sys.stdout.flush()


def _print(finding: Finding, console: Any) -> None:
    text, advice = one_line(finding.text), one_line(finding.advice)
    if console is None:
        print(f'  {finding.level:<8} {text}')
    else:
        from rich.text import Text

        console.print(Text.assemble('  ', (f'{finding.level:<8}', _STYLES[finding.level]), f' {text}'), soft_wrap=True)
    if advice:
        print(f'           -> {advice}')
