# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What all commands share: which there are, how they are found and called, how they end.

A command is a module: configure(parser) declares its arguments, main(args) does it and returns the exit code. It is 0
if all is well, 1 if something could not be done, 2 if the command was wrong, 130 if Ctrl-C came before the end.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, TextIO, cast

from ..names import existing as existing
from ..printable import PrintableStream

COMMANDS: dict[str, str | dict[str, str]] = {
    'run': 'start a program of a package',
    'launch': 'start what a launch file describes',
    'pkg': {
        'list': 'names of all packages',
        'executables': 'programs of packages',
        'prefix': 'where a package is installed',
    },
    'topic': {
        'list': 'topics that are known now',
        'info': 'type, publishers and subscriptions of a topic',
        'type': 'type of a topic',
        'find': 'topics of a type',
        'echo': 'print the messages of a topic',
        'hz': 'how often messages come',
        'bw': 'how many bytes come',
        'delay': 'how old messages are, by the stamp in their header',
        'pub': 'publish messages',
    },
    'node': {
        'list': 'nodes that are known now',
        'info': 'topics, services and actions of a node',
    },
    'service': {
        'list': 'services that are known now',
        'type': 'type of a service',
        'find': 'services of a type',
        'call': 'call a service',
    },
    'action': {
        'list': 'actions that are known now',
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
        'types': 'components that packages have',
        'list': 'containers, and what they have loaded',
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
    },
    'interface': {
        'show': 'definition of a message, service or action',
        'list': 'all definitions',
        'packages': 'packages that have definitions',
        'package': 'definitions of a package',
        'proto': 'a message with its defaults, to be filled in',
    },
    'bag': {
        'record': 'record topics to a file',
        'play': 'publish what was recorded',
        'info': 'what is in a recording',
        'diff': 'what differs between two recordings',
    },
    'view': 'show the running system, live, in a browser',
    'security': {
        'create_keystore': 'make a keystore, with a certificate authority of its own',
        'create_enclave': 'make key, certificate and permissions of an enclave',
        'create_permission': 'give an enclave the permissions of a policy',
        'generate_artifacts': 'make a keystore and enclaves, by names and policies',
        'generate_policy': 'write a policy of what the nodes do that are there',
        'list_enclaves': 'enclaves of a keystore',
        'explain': 'may an enclave use a topic, service or action, and by which rule',
        'check': 'look for what is wrong with a keystore',
        'renew': 'give enclaves new certificates',
        'revoke': 'put certificates of enclaves on the list of revoked ones',
    },
    'doctor': 'look for what keeps ROS 2 from working here',
    'stubs': 'make type stubs of message classes, for mypy and editors',
    'completion': 'print the completion script of a shell',
}


class CommandError(Exception):
    """Something that the user is told in one line; the command ends with `code`."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


class Command(Protocol):
    """What the module of a command has."""

    def configure(self, parser: argparse.ArgumentParser) -> None: ...
    def main(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """Reports as CommandError."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f'{message}\n{self.format_usage().strip()}', 2)


def main() -> int:
    """The program: runs the command in sys.argv, and returns its exit code."""
    for each in (signal.SIGTERM, signal.SIGINT):  # a recording is closed; and a shell's & had SIGINT ignored
        signal.signal(each, signal.default_int_handler)
    if sys.stdout is None:  # it is closed; nor is anything else to become descriptor 1
        sys.stdout = open(os.devnull, 'w')  # noqa: SIM115
    sys.stdout = cast(TextIO, PrintableStream(sys.stdout))
    if sys.stderr is not None:
        sys.stderr = cast(TextIO, PrintableStream(sys.stderr))
    try:
        try:
            return run(sys.argv[1:])
        finally:
            for each in (signal.SIGTERM, signal.SIGINT):
                signal.signal(each, signal.SIG_IGN)  # a second Ctrl-C does not meet the end of Python
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # of `| head`
        _drop_output()
        return 0
    except OSError as error:
        if error.filename is not None or error.errno not in _NOT_WRITTEN:
            raise
        _drop_output()
        print(f'rxros2: standard output cannot be written: {error.strerror}', file=sys.stderr)
        return 1


_NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.ENXIO)


def _drop_output() -> None:
    """What is still to be printed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(words: Sequence[str]) -> int:
    """Runs ['topic', 'list'], tells the user of its errors, and returns its exit code."""
    try:
        return _call(list(words))
    except ImportError as error:
        if (error.name or '').rpartition('.')[2] != '_core':  # it is not there, or its libraries are not
            raise
        print(f'rxros2: the package is not installed completely: {error}', file=sys.stderr)
        return 1
    except CommandError as error:
        sys.stdout.flush()
        print(f'rxros2: {error}', file=sys.stderr)
        return error.code


def _call(words: list[str]) -> int:
    name, rest = words[:1], words[1:]
    if name in ([], ['-h'], ['--help']):
        print(_help('rxros2', COMMANDS))
        return 0
    if name == ['--version']:
        print(version())
        return 0
    entry = COMMANDS.get(name[0])
    if entry is None:
        raise CommandError(existing('command', name[0], COMMANDS), 2)
    if isinstance(entry, dict):
        if rest[:1] in ([], ['-h'], ['--help']):
            print(_help(f'rxros2 {name[0]}', entry))
            return 0
        if rest[0] not in entry:
            raise CommandError(existing(f'command rxros2 {name[0]}', rest[0], entry), 2)
        name, rest = [name[0], rest[0]], rest[1:]
    module, parser = command(name)
    return module.main(parser.parse_args(rest))


def command(name: list[str]) -> tuple[Command, Parser]:
    """The module of ['topic', 'list'], and a parser of its arguments."""
    entry = COMMANDS[name[0]]
    summary = entry[name[1]] if isinstance(entry, dict) else entry
    module = cast(Command, importlib.import_module(f'{__package__}.{".".join(name)}'))
    parser = Parser(prog=f'rxros2 {" ".join(name)}', description=f'{summary[0].upper()}{summary[1:]}.')
    module.configure(parser)
    return module, parser


def _help(prog: str, commands: dict[str, str] | dict[str, str | dict[str, str]]) -> str:
    width = max(map(len, commands))
    lines = [f'usage: {prog} {"COMMAND" if prog == "rxros2" else "SUBCOMMAND"} ...', '']
    for name, summary in commands.items():
        lines.append(f'  {name:<{width}}  {summary if isinstance(summary, str) else ", ".join(summary)}')
    return '\n'.join([*lines, '', f'{prog} {"COMMAND" if prog == "rxros2" else "SUBCOMMAND"} --help tells more.'])


def version() -> str:
    from importlib import metadata

    try:
        return metadata.version('rxros2')
    except metadata.PackageNotFoundError:
        return 'run from its sources'
