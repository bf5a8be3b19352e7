# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 launch: with the launch libraries of a sourced workspace if they are there, else with rxros2.launch."""

from __future__ import annotations

import argparse
import ctypes
import importlib
import os
import pathlib
import select
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from ..printable import raw
from .frame import CommandError, existing
from .packages import packages, prefix_of

_SUFFIXES = ('launch.py', 'launch.xml', 'launch.yaml', 'launch.yml')


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = '%(prog)s [options] PACKAGE FILE | PATH [NAME:=VALUE ...]'
    parser.add_argument('package', metavar='PACKAGE | PATH', help="a package, or a launch file's path")
    parser.add_argument(
        'words', nargs='*', metavar='FILE | NAME:=VALUE', help='a launch file of the package; arguments'
    )
    show = parser.add_mutually_exclusive_group()
    show.add_argument(
        '-s', '--show-args', '--show-arguments', action='store_true', help='print what arguments it takes'
    )
    show.add_argument('-p', '--print', '--print-description', action='store_true', help='print what it describes')
    parser.add_argument('-d', '--debug', action='store_true', help='tell more: messages, tracebacks')
    parser.add_argument(
        '-a', '--show-all-subprocesses-output', action='store_true', help='print all that programs print'
    )
    parser.add_argument('--launch-prefix', metavar='COMMAND', help="what to start programs with: 'gdb -ex run --args'")
    parser.add_argument('--launch-prefix-filter', metavar='PROGRAMS', help='only these')
    parser.add_argument('-n', '--noninteractive', action='store_true', help="taken for ROS 2's sake: nothing is asked")


def main(args: argparse.Namespace) -> int:
    sys.stdout, sys.stderr = raw(sys.stdout), raw(sys.stderr)  # programs that are started may colour what they print
    path, words = _file(args.package, args.words)
    arguments = _arguments(words)
    for name in ('launch-prefix', 'launch-prefix-filter'):
        value = getattr(args, name.replace('-', '_'))
        if value is not None:
            arguments.setdefault(name, value)
    if args.show_all_subprocesses_output:
        os.environ['OVERRIDE_LAUNCH_PROCESS_OUTPUT'] = 'both'
    launch, sources, own = _libraries()
    source = sources.AnyLaunchDescriptionSource(str(path))
    if args.show_args or args.print:
        with _told():
            description = source.get_launch_description(launch.LaunchContext(argv=sys.argv))
            if args.show_args:
                _show_arguments(description.get_launch_arguments())
            else:
                print(launch.LaunchIntrospector().format_launch_description(description))
        return 0
    include = importlib.import_module('launch.actions').IncludeLaunchDescription(
        source, launch_arguments=[*arguments.items()]
    )
    service = launch.LaunchService(argv=words, noninteractive=args.noninteractive, debug=args.debug)
    if own:
        _expect_arguments(source, launch.LaunchContext(argv=words), arguments)
        include.place = ''
    service.include_launch_description(launch.LaunchDescription([include]))
    others = _adopt_orphans()
    try:
        code = int(service.run(shutdown_when_idle=True))
    finally:
        _end_orphans(others)
    if own:
        if service.bad_input is not None:
            raise CommandError(str(service.bad_input), 2)
        for name in arguments.keys() - service.context.read_configurations:
            print(f"rxros2: nothing in the launch has used the argument '{name}'", file=sys.stderr)
    return code


# What is to be run.


def _file(package: str, words: Sequence[str]) -> tuple[pathlib.Path, list[str]]:
    """The launch file, and the words behind it. CommandError if it is not there."""
    direct = pathlib.Path(package)
    if _is_path(package):
        if not direct.is_file():
            raise CommandError(f'no launch file {package}' if not direct.exists() else f'{package} is no file', 2)
        return direct.resolve(), list(words)
    if not words or ':=' in words[0]:
        if package in packages():
            raise CommandError(f'no launch file of the package {package} is named; {_there(_files(package))}', 2)
        raise CommandError(f'no launch file {package}; expected the path of one, or a package and the name of one', 2)
    try:
        prefix_of(package)
    except CommandError as error:
        raise CommandError(str(error), 2) from None
    files = _files(package)
    found = [each for each in files if each.name == words[0] or str(each).endswith(f'{os.sep}{words[0]}')]
    if not found:
        raise CommandError(existing(f'launch file of {package}:', words[0], [each.name for each in files]), 2)
    if len(found) > 1:
        raise CommandError(f'several {words[0]} in {package}: {", ".join(map(str, found))}', 2)
    return found[0], list(words[1:])


def _there(files: Iterable[pathlib.Path]) -> str:
    names = ', '.join(each.name for each in files)
    return f'there are {names}' if names else 'it has none'


def _files(package: str) -> list[pathlib.Path]:
    """Launch files of a package, sorted."""
    share = prefix_of(package) / 'share' / package
    return sorted(each for each in share.rglob('*') if each.name.endswith(_SUFFIXES) and each.is_file())


def next_words(before: Sequence[str]) -> list[str]:
    """For shells: launch files of a package, or arguments of a launch file."""
    if not _is_path(before[0]) and len(before) == 1:
        return [each.name for each in _files(before[0])]
    path, _ = _file(before[0], before[1:])
    with _told():
        source = _libraries()[1].AnyLaunchDescriptionSource(str(path))
        context = importlib.import_module('launch').LaunchContext()
        return [f'{each.name}:=' for each in source.get_launch_description(context).get_launch_arguments()]


def _is_path(package: str) -> bool:
    return os.sep in package or package.endswith(_SUFFIXES) or pathlib.Path(package).is_file()


def _arguments(words: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in words:
        name, sign, value = each.partition(':=')
        if not sign or not name:
            raise CommandError(f"'{each}' is no argument of a launch file; expected NAME:=VALUE", 2)
        found[name] = value
    return found


def _libraries() -> tuple[Any, Any, bool]:
    """launch, its module of sources, and whether they are ours.

    Those of ROS 2 are there if a workspace has launch_ros too: others have a package that is called launch.
    """
    from ..launch import provide

    own = any(each is None or provide.is_ours(each) for each in map(find_spec, ('launch', 'launch_ros')))
    if not own:
        try:
            importlib.import_module('launch')
            importlib.import_module('launch_ros.actions')
        except ImportError as error:  # of a module that they need, or of another Python
            print(f"rxros2: not with the sourced launch libraries, but with rxros2's: {error}", file=sys.stderr)
            own = True
    if own:
        provide.install()
    return importlib.import_module('launch'), importlib.import_module('launch.launch_description_sources'), own


# Arguments.


class _told:
    """Errors of a launch file are the user's."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception):
            raise CommandError(' '.join(str(error).split()), 2) from error


def _expect_arguments(source: Any, context: Any, given: dict[str, str]) -> None:
    """CommandError if one is missing that has no default, as far as the files that are known by now tell."""
    with _told():
        context.launch_configurations.update(given)
        missing = [
            each
            for each, conditional in source.get_launch_description(context).declared_arguments(context, False)
            if each.name not in given and each.default_value is None and not conditional
            and each.name not in context.launch_configurations
        ]  # fmt: skip
    if missing:
        words = [f'{each.name}:=…{f" ({each.description})" if each.description else ""}' for each in missing]
        raise CommandError(f'{missing[0].place}: no value for {", ".join(words)}', 2)


def _show_arguments(arguments: Sequence[Any]) -> None:
    if not arguments:
        print('no arguments')
    for each in arguments:
        print(f'{each.name}: {each.description or "not described"}')
        if each.choices:
            print(f'    one of: {", ".join(each.choices)}')
        if each.default_value is None:
            print('    to be given')
        else:
            print(f'    default: {_text(each.default_value)}')


def _text(default: Any) -> str:
    if isinstance(default, str):
        return default
    try:
        parts = list(default)
    except TypeError:
        parts = [default]
    return ' + '.join(
        each if isinstance(each, str) else getattr(each, 'text', None) or each.describe() for each in parts
    )


# Processes that others have left behind.

_PR_SET_CHILD_SUBREAPER = 36
_GRACE = 2.0
"""Seconds between signals, for those that nobody waits for."""


def _adopt_orphans() -> set[int]:
    """Processes whose parents end are from now on children of this one. Returns those that are so already."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return set(_children())


def _children() -> list[int]:
    found = []
    for task in pathlib.Path('/proc/self/task').iterdir():
        try:
            found += [int(each) for each in (task / 'children').read_text().split()]
        except OSError:  # the thread has ended
            continue
    return found


def _end_orphans(others: set[int]) -> None:
    """What programs of the launch have started and left: it gets SIGTERM, then SIGKILL."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        until = time.monotonic() + _GRACE
        told: set[int] = set()
        while (children := _living(others)) and (left := until - time.monotonic()) > 0:
            for each in set(children) - told:
                os.kill(each, number)
                told.add(each)
            _wait_for_one(children, left)


def _wait_for_one(children: Sequence[int], seconds: float) -> None:
    """Returns when one has ended, or the time is over."""
    ends = select.poll()
    descriptors = [os.pidfd_open(each) for each in children]
    for each in descriptors:
        ends.register(each, select.POLLIN)
    ends.poll(seconds * 1e3)
    for each in descriptors:
        os.close(each)


def _living(others: set[int]) -> list[int]:
    """Children that have not ended, without `others`; those that have are forgotten."""
    living = []
    for each in set(_children()) - others:
        try:
            if os.waitpid(each, os.WNOHANG)[0] == 0:
                living.append(each)
        except ChildProcessError:
            continue
    return living
