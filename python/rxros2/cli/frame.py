# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The frame of the command line: lists the commands, parses a command line, runs the command and sets the exit code.

Each command is a module. Its configure(parser) declares the arguments; its main(args) runs the command and returns the
exit code: 0 for success, 1 for a failure, 2 for wrong arguments, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, Protocol, TextIO, cast

from ..names import existing as existing
from ..printable import PrintableStream

COMMANDS: dict[str, str | dict[str, str]] = {
    'run': 'start a program of a package',
    'launch': 'start the programs of a launch file',
    'pkg': {
        'create': 'create a new package',
        'list': 'names of all packages',
        'executables': 'programs of packages',
        'prefix': 'where a package is installed',
        'xml': 'the package.xml of a package',
    },
    'topic': {
        'list': 'names of all topics',
        'info': 'type, publishers and subscriptions of a topic',
        'type': 'type of a topic',
        'find': 'topics of a type',
        'echo': 'print the messages of a topic',
        'hz': 'measure the rate of messages',
        'bw': 'measure the bandwidth of messages',
        'delay': 'measure the age of messages by the stamp in their header',
        'pub': 'publish messages',
    },
    'node': {
        'list': 'names of all nodes',
        'info': 'topics, services and actions of a node',
    },
    'service': {
        'list': 'names of all services',
        'type': 'type of a service',
        'find': 'services of a type',
        'call': 'call a service',
        'info': 'type, clients and servers of a service',
        'echo': 'print requests and responses of a service',
    },
    'action': {
        'list': 'names of all actions',
        'info': 'clients and servers of an action',
        'type': 'type of an action',
        'find': 'actions of a type',
        'send_goal': 'send a goal, and print its result',
        'echo': 'print goals, feedback, status and results of an action',
    },
    'lifecycle': {
        'nodes': 'nodes that have a lifecycle',
        'get': 'states of nodes',
        'set': 'trigger a transition of a node',
        'list': 'transitions of a node',
    },
    'component': {
        'types': 'components of packages',
        'list': 'containers and their loaded components',
        'load': 'load a component into a container',
        'unload': 'unload components of a container',
        'standalone': 'run a component in a container of its own',
    },
    'param': {
        'list': 'names of parameters',
        'get': 'values of parameters',
        'set': 'change a parameter',
        'describe': 'types, ranges and descriptions of parameters',
        'dump': 'all parameters of a node, as a parameter file',
        'load': 'set parameters from a parameter file',
        'delete': 'undeclare a parameter',
    },
    'interface': {
        'show': 'definition of a message, service or action',
        'list': 'all definitions',
        'packages': 'packages that have definitions',
        'package': 'definitions of a package',
        'proto': 'a message with its default values, to fill in',
    },
    'bag': {
        'record': 'record topics to a file',
        'play': 'publish the messages of a recording',
        'burst': 'publish the messages of a recording without waiting',
        'info': 'duration, topics and size of a recording',
        'convert': 'write recordings again: merged, filtered, compressed or split',
        'reindex': 'write the metadata.yaml of a recording again',
        'list': 'storages and compressions that are available',
        'diff': 'compare two recordings',
    },
    'view': 'show the running system live in a browser',
    'security': {
        'create_keystore': 'create a keystore with its own certificate authority',
        'create_enclave': 'create the key, certificate and permissions of an enclave',
        'create_permission': 'give an enclave the permissions of a policy',
        'generate_artifacts': 'create a keystore and enclaves from names and policies',
        'generate_policy': 'write a policy that allows what the running nodes do',
        'generate_zenoh': 'write the settings with which secured nodes and routers run over Zenoh',
        'list_enclaves': 'enclaves of a keystore',
        'explain': 'show whether an enclave may use a topic, service or action, and the rule that decides',
        'check': 'check a keystore for faults',
        'renew': 'give enclaves new certificates',
        'revoke': 'add the certificates of enclaves to the revocation list',
    },
    'multicast': {
        'send': 'send one datagram by UDP multicast',
        'receive': 'wait for one datagram of UDP multicast',
    },
    'daemon': {
        'start': 'does nothing: rxros2 needs no daemon',
        'stop': 'does nothing: rxros2 needs no daemon',
        'status': 'says that rxros2 needs no daemon',
    },
    'bridge': 'forward topics, services and actions between DDS and Zenoh, or between domains',
    'zenohd': 'run a router of Zenoh, which connects nodes on rmw_zenoh_cpp',
    'doctor': "check this machine for problems with ROS 2; also 'wtf'",
    'stubs': 'write type stubs of message classes for mypy and editors',
    'completion': 'print the completion script of a shell',
}


SUBCOMMANDS = {'doctor': {'hello': 'exchange messages with other machines, and count them'}}
"""Further commands below those that are commands by themselves."""
ALIASES = {'wtf': 'doctor'}
ENGINES = {'dds': 'rmw_cyclonedds_cpp', 'zenoh': 'rmw_zenoh_cpp'}
"""The values of --engine with those of RMW_IMPLEMENTATION."""


class CommandError(Exception):
    """An error that is printed as one line to the user; `code` is the exit code of the command."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


class Command(Protocol):
    """The functions that the module of a command defines."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments of the command to its parser."""

    def main(self, args: argparse.Namespace) -> int:
        """Runs the command and returns its exit code. Raises CommandError for errors that the user must read."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises CommandError for wrong arguments instead of exiting.

    An argument of type float is never NaN, which no comparison finds to be out of range.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.register('type', float, _number)

    def error(self, message: str) -> NoReturn:
        """Raises CommandError with the usage."""
        raise CommandError(f'{message}\n{self.format_usage().strip()}', 2)


def _number(text: str) -> float:
    value = float(text)
    if value != value:
        raise ValueError
    return value


def main() -> int:
    """The program `rxros2`: runs the command in sys.argv and returns its exit code."""
    try:
        return _main()
    except KeyboardInterrupt:
        return 130


def _main() -> int:
    # SIGTERM must close a recording as Ctrl-C does, and a shell starts background jobs with SIGINT ignored.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    if sys.stdout is None:  # standard output is closed; no other file may become descriptor 1
        sys.stdout = open(os.devnull, 'w')  # noqa: SIM115
    sys.stdout = cast(TextIO, PrintableStream(sys.stdout))
    if sys.stderr is not None:
        sys.stderr = cast(TextIO, PrintableStream(sys.stderr))
    try:
        try:
            return run(sys.argv[1:])
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not interrupt Python's shutdown
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has ended
        _drop_output()
        return 0
    except OSError as error:
        if error.filename is not None or error.errno not in _WRITE_ERRORS:
            raise
        _drop_output()
        print(f'rxros2: standard output cannot be written: {error.strerror}', file=sys.stderr)
        return 1


_WRITE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.ENXIO)


def _drop_output() -> None:
    """Discards all further output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(words: Sequence[str]) -> int:
    """Runs a command line such as ['topic', 'list'], prints its errors and returns its exit code."""
    try:
        return _call(list(words))
    except ImportError as error:
        if (error.name or '').rpartition('.')[2] != '_core':  # only the extension or its libraries may be missing
            raise
        print(f'rxros2: the package is not installed completely: {error}', file=sys.stderr)
        return 1
    except CommandError as error:
        sys.stdout.flush()
        print(f'rxros2: {error}', file=sys.stderr)
        return error.code


def _call(words: list[str]) -> int:
    words = _choose_engine(words)
    name, rest = words[:1], words[1:]
    if name in ([], ['-h'], ['--help']):
        print(_help('rxros2', COMMANDS))
        return 0
    if name == ['--version']:
        print(version())
        return 0
    if name[0] not in COMMANDS and name[0] not in ALIASES:
        raise CommandError(existing('command', name[0], COMMANDS), 2)
    name, rest = resolve(words)
    entry = COMMANDS[name[0]]
    if isinstance(entry, dict) and len(name) == 1:
        if rest[:1] in ([], ['-h'], ['--help']):
            print(_help(f'rxros2 {name[0]}', entry))
            return 0
        raise CommandError(existing(f'command rxros2 {name[0]}', rest[0], entry), 2)
    module, parser = command(name)
    return module.main(parser.parse_args(rest))


def _choose_engine(words: list[str]) -> list[str]:
    """Applies --engine in front of a command, also to programs that the command starts. Returns the words after it."""
    first, equals, engine = words[0].partition('=') if words else ('', '', '')
    if first != '--engine':
        return words
    rest = words[1:] if equals else words[2:]
    engine = engine if equals else ''.join(words[1:2])
    if engine not in ENGINES:
        raise CommandError(f"--engine is '{engine}'; expected {' or '.join(ENGINES)}", 2)
    os.environ['RMW_IMPLEMENTATION'] = ENGINES[engine]
    return rest


def resolve(words: list[str]) -> tuple[list[str], list[str]]:
    """Splits a command line that begins with a command or an alias into the name of the command and its arguments."""
    first = ALIASES.get(words[0], words[0])
    entry = COMMANDS[first]
    below = entry if isinstance(entry, dict) else SUBCOMMANDS.get(first, {})
    depth = 2 if len(words) > 1 and words[1] in below else 1
    return [first, *words[1:depth]], words[depth:]


def command(name: list[str]) -> tuple[Command, Parser]:
    """Returns the module of a command such as ['topic', 'list'] and a parser of its arguments."""
    entry = COMMANDS[name[0]]
    below = entry if isinstance(entry, dict) else SUBCOMMANDS.get(name[0], {})
    summary = below[name[1]] if len(name) > 1 else cast(str, entry)
    module = cast(Command, importlib.import_module(f'{__package__}.{".".join(name)}'))
    parser = Parser(prog=f'rxros2 {" ".join(name)}', description=f'{summary[0].upper()}{summary[1:]}.')
    module.configure(parser)
    return module, parser


def _help(prog: str, commands: dict[str, str] | dict[str, str | dict[str, str]]) -> str:
    width = max(map(len, commands))
    usage = f'{prog} [--engine {"|".join(ENGINES)}] COMMAND' if prog == 'rxros2' else f'{prog} SUBCOMMAND'
    lines = [f'usage: {usage} ...', '']
    for name, summary in commands.items():
        lines.append(f'  {name:<{width}}  {summary if isinstance(summary, str) else ", ".join(summary)}')
    return '\n'.join(
        [*lines, '', f'{prog} {"COMMAND" if prog == "rxros2" else "SUBCOMMAND"} --help shows the arguments.']
    )


def version() -> str:
    """Returns the version of the installed package."""
    from importlib import metadata

    try:
        return metadata.version('rxros2')
    except metadata.PackageNotFoundError:
        return 'run from its sources'
