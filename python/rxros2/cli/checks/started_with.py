# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Compares the parameters of nodes with the files that their processes on this machine were started with."""

from __future__ import annotations

import itertools
import math
import os
import pathlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...near_names import near_names
from ...parameter_yaml import flattened, values_of_node
from ...parameters import ParameterType, from_message
from ..frame import CommandError
from ..parameters import as_kind
from ..yaml_text import load_parameters
from . import Finding

if TYPE_CHECKING:
    from .running import Calls

_PROCESSES = pathlib.Path('/proc')
_MOST_FINDINGS = 10
"""The most findings about one node."""


@dataclass
class StartedProcess:
    """The parameters on the command line of a process."""

    node: str = ''
    """The full name of its node, if the command line sets name and namespace; else ''."""
    files: list[tuple[str, Any]] = field(default_factory=list)
    """The names and contents of its parameter files, in the order of the command line."""
    overridden: set[str] = field(default_factory=set)
    """The names of parameters that -p sets."""

    def values(self, name: str) -> dict[str, tuple[str, Any]]:
        """Returns the values for a node by name, each with its file.

        Files are for all nodes of a process, which are not known: without the node's own name in the command line only
        the sections with its exact name count.
        """
        values: dict[str, tuple[str, Any]] = {}
        for file, tree in self.files:
            own = values_of_node(tree, name)
            if self.node != name:
                own = {key: value for key, value in own.items() if key in _exact(tree, name)}
            values |= {key: (file, value) for key, value in own.items() if key not in self.overridden}
        return values


def _exact(tree: Any, name: str) -> Mapping[str, Any]:
    """Returns the values of the section '/ns/name:' or of 'ns: name:'."""
    at = tree
    for part in name[1:].split('/'):
        at = at.get(part, at.get(f'/{part}')) if isinstance(at, Mapping) else None
    whole = tree.get(name) if isinstance(tree, Mapping) else None
    sections = [section for section in (at, whole) if isinstance(section, Mapping)]
    values_by_name: dict[str, Any] = {}
    for section in sections:
        values = section.get('ros__parameters')
        if isinstance(values, Mapping):
            values_by_name |= flattened(values)
    return values_by_name


def compare_parameters(nodes: Iterable[str], calls: Calls) -> Iterator[Finding]:
    """Yields the parameters of nodes that differ from the files of the processes on this machine."""
    processes = [process for process in map(_process, _process_folders()) if process is not None]
    for name in sorted(set(nodes)):
        expected: dict[str, tuple[str, Any]] = {}
        own = [process for process in processes if process.node == name]  # its command line is the one that counts
        for process in own or processes:
            expected |= process.values(name)
        if expected:
            try:
                yield from list(_differences(name, expected, calls))[:_MOST_FINDINGS]
            except CommandError:
                continue  # it has no parameter services, or does not answer


def _process_folders() -> Iterator[pathlib.Path]:
    try:
        yield from (entry for entry in _PROCESSES.iterdir() if entry.name.isdecimal())
    except OSError:
        return


def _process(folder: pathlib.Path) -> StartedProcess | None:
    """Returns the parameter files of a process of this domain; None if it has none or cannot be read."""
    try:
        words = (folder / 'cmdline').read_bytes().decode(errors='replace').split('\0')
        if '--ros-args' not in words or '--params-file' not in words:
            return None
        environment = (folder / 'environ').read_bytes().split(b'\0')
        domain = next((entry[14:].decode() for entry in environment if entry.startswith(b'ROS_DOMAIN_ID=')), '')
        if (domain or '0') != (os.environ.get('ROS_DOMAIN_ID') or '0'):
            return None
        return _parse(words, pathlib.Path(os.readlink(folder / 'cwd')))
    except (OSError, UnicodeDecodeError):
        return None  # it has ended, or is of another user


def _parse(words: Sequence[str], folder: pathlib.Path) -> StartedProcess:
    process, name, namespace = StartedProcess(), '', ''
    for option, value in itertools.pairwise(words):
        if option == '--params-file':
            try:
                text = (folder / value).read_text(encoding='utf-8')
                process.files.append((value, load_parameters(text, value)))
            except (OSError, UnicodeDecodeError, CommandError):
                continue  # a temporary file of a launch that has ended, or changed since
        elif option in ('-p', '--param'):
            process.overridden.add(value.partition(':=')[0].rpartition(':')[2])
        elif option in ('-r', '--remap'):
            name = value.removeprefix('__node:=') if value.startswith('__node:=') else name
            namespace = value.removeprefix('__ns:=') if value.startswith('__ns:=') else namespace
    if name:
        process.node = f'{namespace.rstrip("/")}/{name}'
    return process


def _differences(name: str, expected: dict[str, tuple[str, Any]], calls: Calls) -> Iterator[Finding]:
    listed = calls.call(f'{name}/list_parameters', 'rcl_interfaces/srv/ListParameters').result.names
    declared = sorted(expected.keys() & set(listed))
    values = calls.call(f'{name}/get_parameters', 'rcl_interfaces/srv/GetParameters', names=declared).values
    for parameter, value in zip(declared, values, strict=False):
        file, expected_value = expected[parameter]
        try:
            current = from_message(value)
        except ValueError:
            continue
        if not _same(current, as_kind(expected_value, ParameterType(value.type) if value.type else None)):
            yield Finding(
                'warning',
                f"parameter '{parameter}' of {name} is {current!r}; it was started with {expected_value!r} ({file})",
                'it was changed since, or another file or -p overrides it; rxros2 param load sets the values of a file',
            )
    for parameter in sorted(expected.keys() - set(listed)):
        near = near_names(parameter, listed)
        if near:
            yield Finding(
                'warning',
                f"{name} has no parameter '{parameter}', which it was started with ({expected[parameter][0]}); "
                f"it has '{near[0]}'",
                'correct the name in the file',
            )


def _same(current: Any, expected_value: Any) -> bool:
    if isinstance(expected_value, (list, tuple)) or (
        hasattr(current, '__len__') and not isinstance(current, (str, bytes))
    ):
        try:
            return len(current) == len(expected_value) and all(map(_same, current, expected_value))
        except TypeError:
            return False
    if isinstance(current, float) and isinstance(expected_value, float) and math.isnan(current):
        return math.isnan(expected_value)
    return bool(current == expected_value)
