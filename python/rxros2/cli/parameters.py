# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of other nodes, through their services."""

from __future__ import annotations

from typing import Any

from ..messages import interface
from ..parameter_yaml import PlainText
from ..parameters import ParameterType, from_message, named
from .calling import Caller
from .frame import CommandError, existing
from .graph import CommandNode
from .yaml_text import load_parameters


class RemoteParameters:
    """Those of one node. CommandError, which tells what there is, for a node or a parameter that is not there."""

    def __init__(self, there: CommandNode, node: str, timeout: float) -> None:
        there.find(lambda: f'{node}/list_parameters' in there.node.services())
        if f'{node}/list_parameters' not in there.node.services():
            known = [name.removesuffix('/list_parameters') for name in there.node.services()]
            if node in there.node.nodes():
                raise CommandError(f'node {node} has no parameter services')
            raise CommandError(existing('node', node, set(known) & set(there.node_names())))
        self._there = there
        self._node = node
        self._timeout = timeout

    def _call(self, service: str, type_: str, **fields: Any) -> Any:
        cls = interface(f'rcl_interfaces/srv/{type_}')
        caller = Caller(self._there, cls, f'{self._node}/{service}')
        caller.wait_for_server(self._timeout)
        return caller.call(cls.Request(**fields), self._timeout)

    def names(self, prefixes: list[str] | None = None) -> list[str]:
        return sorted(self._call('list_parameters', 'ListParameters', prefixes=prefixes or []).result.names)

    def values(self, names: list[str]) -> dict[str, Any]:
        """None for one that has no value."""
        found = self._call('get_parameters', 'GetParameters', names=names).values
        if len(found) != len(names):  # a node that does not know one of them tells of none
            known = self.names()
            missing = next((name for name in names if name not in known), names[0])
            raise CommandError(existing(f'parameter of {self._node}', missing, known))
        try:
            return {name: from_message(value) for name, value in zip(names, found, strict=True)}
        except ValueError as error:
            raise CommandError(f'the answer of {self._node}/get_parameters: {error}') from None

    def descriptors(self, names: list[str]) -> list[Any]:
        """rcl_interfaces/msg/ParameterDescriptor of each."""
        known = self.names()
        for name in names:
            if name not in known:
                raise CommandError(existing(f'parameter of {self._node}', name, known))
        found: list[Any] = self._call('describe_parameters', 'DescribeParameters', names=names).descriptors
        return found

    def set(self, values: dict[str, Any]) -> list[tuple[str, bool, str]]:
        """Name, whether it was set, and the reason if not, of each."""
        types = self._call('get_parameter_types', 'GetParameterTypes', names=list(values)).types
        likes = [int(each) or None for each in types] if len(types) == len(values) else [None] * len(values)
        try:
            messages = [
                named(name, as_kind(value, like), like)
                for (name, value), like in zip(values.items(), likes, strict=True)
            ]
        except (TypeError, ValueError) as error:
            raise CommandError(str(error), 2) from None
        results = self._call('set_parameters', 'SetParameters', parameters=messages).results
        if len(results) != len(values):
            raise CommandError(f'{self._node} answered for {len(results)} parameters; expected {len(values)}')
        return [(name, each.successful, each.reason) for name, each in zip(values, results, strict=True)]


def as_kind(value: Any, kind: int | None) -> Any:
    """What was written plainly, as the text that it is for a parameter that is a text, else as a node reads it."""
    if isinstance(value, list):
        if kind == ParameterType.BYTE_ARRAY and all(isinstance(each, int) and 0 <= each < 256 for each in value):
            return bytes(value)
        single = None if kind is None else kind - ParameterType.BYTE_ARRAY  # BOOL of BOOL_ARRAY
        return [as_kind(each, single) for each in value]
    if isinstance(value, PlainText):
        return str(value) if kind == ParameterType.STRING else value.value
    return value


def from_argument(text: str) -> Any:
    """The value of '1.5', '[1, 2]' or 'text', in YAML. CommandError for what is no YAML."""
    value = load_parameters(text, 'the value')
    return text if value is None else value


def nested(values: dict[str, Any]) -> dict[str, Any]:
    """{'a.b': 1} is {'a': {'b': 1}}, where that says the same."""
    tree: dict[str, Any] = {}
    for name, value in values.items():
        *path, last = name.split('.')
        at: Any = tree
        for step in path:
            at = at.setdefault(step, {}) if isinstance(at, dict) else None
        if not isinstance(at, dict) or last in at:
            return dict(values)
        at[last] = value
    return tree
