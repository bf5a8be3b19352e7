# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 launch: uses the launch libraries of a sourced workspace if it has them, else rxros2.launch."""

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
    """Adds the launch file and its arguments, and options for output and debugging."""
    parser.usage = '%(prog)s [options] PACKAGE FILE | PATH [NAME:=VALUE ...]'
    parser.add_argument('package', metavar='PACKAGE | PATH', help='a package, or the path of a launch file')
    parser.add_argument(
        'words',
        nargs='*',
        metavar='FILE | NAME:=VALUE',
        help='a launch file of the package; arguments of the launch file',
    )
    show = parser.add_mutually_exclusive_group()
    show.add_argument(
        '-s',
        '--show-args',
        '--show-arguments',
        action='store_true',
        help='print the arguments of the launch file and exit',
    )
    show.add_argument(
        '-p', '--print', '--print-description', action='store_true', help='print the launch description and exit'
    )
    parser.add_argument('-d', '--debug', action='store_true', help='print debug messages and tracebacks')
    parser.add_argument(
        '-a', '--show-all-subprocesses-output', action='store_true', help='print all output of the programs'
    )
    parser.add_argument(
        '--launch-prefix', metavar='COMMAND', help="command to start programs with: 'gdb -ex run --args'"
    )
    parser.add_argument(
        '--launch-prefix-filter', metavar='PROGRAMS', help='use --launch-prefix for these programs only'
    )
    parser.add_argument('-n', '--noninteractive', action='store_true', help='ignored, for compatibility with ROS 2')


def main(args: argparse.Namespace) -> int:
    """Runs the launch file, or prints its arguments or its contents; returns the exit code of the launch.

    It then ends processes that the programs have left behind. Raises CommandError for a wrong launch file or argument.
    """
    sys.stdout, sys.stderr = raw(sys.stdout), raw(sys.stderr)  # started programs may print colours
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
        with _user_errors():
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
    older_children = _adopt_orphans()
    try:
        code = int(service.run(shutdown_when_idle=True))
    finally:
        _end_orphans(older_children)
    if own:
        if service.bad_input is not None:
            raise CommandError(str(service.bad_input), 2)
        for name in arguments.keys() - service.context.read_configurations:
            print(f"rxros2: nothing in the launch has used the argument '{name}'", file=sys.stderr)
    return code


# The launch file.


def _file(package: str, words: Sequence[str]) -> tuple[pathlib.Path, list[str]]:
    """Returns the path of the launch file and the words after it. CommandError if it does not exist."""
    direct = pathlib.Path(package)
    if _is_path(package):
        if not direct.is_file():
            raise CommandError(f'no launch file {package}' if not direct.exists() else f'{package} is not a file', 2)
        return direct.resolve(), list(words)
    if not words or ':=' in words[0]:
        if package in packages():
            raise CommandError(f'no launch file of the package {package} is named; {_files_text(_files(package))}', 2)
        raise CommandError(f'no launch file {package}; expected the path of one, or a package and the name of one', 2)
    try:
        prefix_of(package)
    except CommandError as error:
        raise CommandError(str(error), 2) from None
    files = _files(package)
    matches = [file for file in files if file.name == words[0] or str(file).endswith(f'{os.sep}{words[0]}')]
    if not matches:
        raise CommandError(existing(f'launch file of {package}:', words[0], [file.name for file in files]), 2)
    if len(matches) > 1:
        raise CommandError(f'several {words[0]} in {package}: {", ".join(map(str, matches))}', 2)
    return matches[0], list(words[1:])


def _files_text(files: Iterable[pathlib.Path]) -> str:
    names = ', '.join(file.name for file in files)
    return f'there are {names}' if names else 'it has none'


def _files(package: str) -> list[pathlib.Path]:
    """Returns the launch files of a package, sorted."""
    share = prefix_of(package) / 'share' / package
    return sorted(file for file in share.rglob('*') if file.name.endswith(_SUFFIXES) and file.is_file())


def next_words(before: Sequence[str]) -> list[str]:
    """Returns completions for a shell: launch files of a package, or arguments of a launch file."""
    if not _is_path(before[0]) and len(before) == 1:
        return [file.name for file in _files(before[0])]
    path, _ = _file(before[0], before[1:])
    with _user_errors():
        source = _libraries()[1].AnyLaunchDescriptionSource(str(path))
        context = importlib.import_module('launch').LaunchContext()
        return [f'{argument.name}:=' for argument in source.get_launch_description(context).get_launch_arguments()]


def _is_path(package: str) -> bool:
    return os.sep in package or package.endswith(_SUFFIXES) or pathlib.Path(package).is_file()


def _arguments(words: Sequence[str]) -> dict[str, str]:
    arguments: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition(':=')
        if not sign or not name:
            raise CommandError(f"'{word}' is not an argument of a launch file; expected NAME:=VALUE", 2)
        arguments[name] = value
    return arguments


def _libraries() -> tuple[Any, Any, bool]:
    """Returns the module launch, its module of sources, and whether both are RxROS2's own.

    ROS 2's libraries count only if launch_ros is importable too, because other projects also have a package `launch`.
    """
    from ..launch import provide

    uses_ours = any(spec is None or provide.is_ours(spec) for spec in map(find_spec, ('launch', 'launch_ros')))
    if not uses_ours:
        try:
            importlib.import_module('launch')
            importlib.import_module('launch_ros.actions')
        except ImportError as error:  # a dependency is missing, or the libraries are of another Python
            print(f"rxros2: cannot use the sourced launch libraries, uses rxros2's: {error}", file=sys.stderr)
            uses_ours = True
    if uses_ours:
        provide.install()
    return importlib.import_module('launch'), importlib.import_module('launch.launch_description_sources'), uses_ours


# Arguments.


class _user_errors:
    """Turns exceptions of a launch file into CommandError."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception):
            raise CommandError(' '.join(str(error).split()), 2) from error


def _expect_arguments(source: Any, context: Any, given: dict[str, str]) -> None:
    """Raises CommandError if a declared argument has neither a value nor a default.

    Only the launch files that are known before the start are checked.
    """
    with _user_errors():
        context.launch_configurations.update(given)
        missing = [
            argument
            for argument, conditional in source.get_launch_description(context).declared_arguments(context, False)
            if argument.name not in given and argument.default_value is None and not conditional
            and argument.name not in context.launch_configurations
        ]  # fmt: skip
    if missing:
        words = [
            f'{argument.name}:=…{f" ({argument.description})" if argument.description else ""}' for argument in missing
        ]
        raise CommandError(f'{missing[0].place}: no value for {", ".join(words)}', 2)


def _show_arguments(arguments: Sequence[Any]) -> None:
    if not arguments:
        print('no arguments')
    for argument in arguments:
        print(f'{argument.name}: {argument.description or "not described"}')
        if argument.choices:
            print(f'    one of: {", ".join(argument.choices)}')
        if argument.default_value is None:
            print('    to be given')
        else:
            print(f'    default: {_text(argument.default_value)}')


def _text(default: Any) -> str:
    if isinstance(default, str):
        return default
    try:
        parts = list(default)
    except TypeError:
        parts = [default]
    texts = [part if isinstance(part, str) else getattr(part, 'text', None) for part in parts]
    return ' + '.join(part.describe() if text is None else text for part, text in zip(parts, texts, strict=True))


# Orphaned processes.

_PR_SET_CHILD_SUBREAPER = 36
_GRACE = 2.0
"""Seconds between SIGTERM and SIGKILL for orphaned processes."""


def _adopt_orphans() -> set[int]:
    """Makes this process the parent of orphaned descendants. Returns the children that exist already."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return set(_children())


def _children() -> list[int]:
    children = []
    for task in pathlib.Path('/proc/self/task').iterdir():
        try:
            children += [int(pid) for pid in (task / 'children').read_text().split()]
        except OSError:  # the thread has ended
            continue
    return children


def _end_orphans(older_children: set[int]) -> None:
    """Ends processes that programs of the launch have left behind, by SIGTERM, then by SIGKILL."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        until = time.monotonic() + _GRACE
        signaled: set[int] = set()
        while (children := _running_children(older_children)) and (seconds_left := until - time.monotonic()) > 0:
            for pid in set(children) - signaled:
                os.kill(pid, number)
                signaled.add(pid)
            _wait_for_one(children, seconds_left)


def _wait_for_one(children: Sequence[int], seconds: float) -> None:
    """Returns when a child has ended, or after `seconds`."""
    ends = select.poll()
    descriptors = [os.pidfd_open(pid) for pid in children]
    for descriptor in descriptors:
        ends.register(descriptor, select.POLLIN)
    ends.poll(seconds * 1e3)
    for descriptor in descriptors:
        os.close(descriptor)


def _running_children(older_children: set[int]) -> list[int]:
    """Returns the running children, without `older_children`, and reaps those that have ended."""
    running = []
    for pid in set(_children()) - older_children:
        try:
            if os.waitpid(pid, os.WNOHANG)[0] == 0:
                running.append(pid)
        except ChildProcessError:
            continue
    return running
