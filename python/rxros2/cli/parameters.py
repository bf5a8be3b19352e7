# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Access to parameters of other nodes through their services."""

from __future__ import annotations

from typing import Any

from ..messages import interface
from ..parameter_yaml import PlainText
from ..parameters import ParameterType, from_message, named
from .frame import CommandError, existing
from .graph import CommandNode
from .service_call import Caller
from .yaml_text import load_parameters


class RemoteParameters:
    """Parameters of one node. CommandError, which lists known names, for an unknown node or parameter."""

    def __init__(self, node: CommandNode, node_name: str, timeout: float) -> None:
        node.find(lambda: f'{node_name}/list_parameters' in node.ros_node.services())
        if f'{node_name}/list_parameters' not in node.ros_node.services():
            known = [name.removesuffix('/list_parameters') for name in node.ros_node.services()]
            if node_name in node.ros_node.nodes():
                raise CommandError(f'node {node_name} has no parameter services')
            raise CommandError(existing('node', node_name, set(known) & set(node.node_names())))
        self._node = node
        self._node_name = node_name
        self._timeout = timeout

    def _call(self, service: str, type_: str, **fields: Any) -> Any:
        cls = interface(f'rcl_interfaces/srv/{type_}')
        caller = Caller(self._node, cls, f'{self._node_name}/{service}')
        caller.wait_for_server(self._timeout)
        return caller.call(cls.Request(**fields), self._timeout)

    def names(self, prefixes: list[str] | None = None) -> list[str]:
        """Returns the names of all parameters, or of those below the prefixes, sorted."""
        return sorted(self._call('list_parameters', 'ListParameters', prefixes=prefixes or []).result.names)

    def values(self, names: list[str]) -> dict[str, Any]:
        """Returns the values by name; the value of a parameter that is not set is None."""
        values = self._call('get_parameters', 'GetParameters', names=names).values
        if len(values) != len(names):  # a node returns no values at all if it does not know one name
            known = self.names()
            missing = next((name for name in names if name not in known), names[0])
            raise CommandError(existing(f'parameter of {self._node_name}', missing, known))
        try:
            return {name: from_message(value) for name, value in zip(names, values, strict=True)}
        except ValueError as error:
            raise CommandError(f'the answer of {self._node_name}/get_parameters: {error}') from None

    def descriptors(self, names: list[str]) -> list[Any]:
        """Returns the rcl_interfaces/msg/ParameterDescriptor of each parameter."""
        known = self.names()
        for name in names:
            if name not in known:
                raise CommandError(existing(f'parameter of {self._node_name}', name, known))
        descriptors: list[Any] = self._call('describe_parameters', 'DescribeParameters', names=names).descriptors
        return descriptors

    def set(self, values: dict[str, Any]) -> list[tuple[str, bool, str]]:
        """Sets parameters. Returns for each: its name, whether it was set, and the reason if not."""
        types = self._call('get_parameter_types', 'GetParameterTypes', names=list(values)).types
        kinds = [int(type_) or None for type_ in types] if len(types) == len(values) else [None] * len(values)
        try:
            messages = [
                named(name, as_kind(value, kind), kind)
                for (name, value), kind in zip(values.items(), kinds, strict=True)
            ]
        except (TypeError, ValueError) as error:
            raise CommandError(str(error), 2) from None
        results = self._call('set_parameters', 'SetParameters', parameters=messages).results
        if len(results) != len(values):
            raise CommandError(f'{self._node_name} answered for {len(results)} parameters; expected {len(values)}')
        return [(name, result.successful, result.reason) for name, result in zip(values, results, strict=True)]


def as_kind(value: Any, kind: int | None) -> Any:
    """Converts a YAML value to a parameter type, a member of ParameterType; None: as a node would read it.

    A PlainText, which YAML writes without quotes, stays a text only if the parameter is a string.
    """
    if isinstance(value, list):
        if kind == ParameterType.BYTE_ARRAY and all(isinstance(item, int) and 0 <= item < 256 for item in value):
            return bytes(value)
        single = None if kind is None else kind - ParameterType.BYTE_ARRAY  # BOOL of BOOL_ARRAY
        return [as_kind(item, single) for item in value]
    if isinstance(value, PlainText):
        return str(value) if kind == ParameterType.STRING else value.value
    return value


def from_argument(text: str) -> Any:
    """Returns the value of a YAML argument such as '1.5', '[1, 2]' or 'text'. CommandError for invalid YAML."""
    value = load_parameters(text, 'the value')
    return text if value is None else value


def nested(values: dict[str, Any]) -> dict[str, Any]:
    """Returns {'a': {'b': 1}} for {'a.b': 1}; unchanged if a name is also the prefix of another."""
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
