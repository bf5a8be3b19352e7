# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ROS 2's rules for names. Each function returns the reason why a name is not allowed and its index; None if it is."""

from __future__ import annotations

import re

_WORD = r'[A-Za-z_][A-Za-z0-9_]*'
_LONGEST_NODE_NAME = 255
_LONGEST_NAMESPACE = 245
_LONGEST_TOPIC_NAME = 247
_SUBSTITUTION = re.compile(r'\{([^{}]*)\}')
_OF_NODES = ('node', 'ns', 'namespace')

Fault = tuple[str, int] | None


def _forbidden(kind: str, name: str, further: str) -> Fault:
    """Looks for characters that are not letters, digits, '_' or in `further`."""
    match = re.search(rf'[^A-Za-z0-9_{re.escape(further)}]', name)
    if match is None:
        return None
    allowed = ', '.join(('letters', 'digits', "'_'", *(f"'{character}'" for character in further)))
    return f'a {kind} must not contain characters other than {allowed}', match.start()


def _digit(kind: str, name: str) -> Fault:
    """Looks for a digit behind a slash."""
    match = re.search(r'/[0-9]', name)
    return None if match is None else (f'a word in a {kind} must not start with a number', match.start() + 1)


def _too_long(kind: str, name: str, longest: int) -> Fault:
    return (f'a {kind} must not have more than {longest} characters', longest) if len(name) > longest else None


def node_name_fault(name: str) -> Fault:
    """Checks the name of a node, without its namespace."""
    if not name:
        return 'a node name must not be empty', 0
    fault = _forbidden('node name', name, '')
    if fault is None and name[0].isdigit():
        fault = 'a node name must not start with a number', 0
    return fault or _too_long('node name', name, _LONGEST_NODE_NAME)


def _absolute_fault(kind: str, name: str) -> Fault:
    """Checks a name without substitutions that must start with a slash."""
    if not name:
        return f'a {kind} must not be empty', 0
    if name[0] != '/':
        return f"a {kind} must be absolute: it must start with '/'", 0
    if name[-1] == '/':
        return f"a {kind} must not end with '/'", len(name) - 1
    fault = _forbidden(kind, name, '/')
    if fault is None and '//' in name:
        fault = f"a {kind} must not contain '/' twice in a row", name.index('//') + 1
    return fault or _digit(kind, name)


def namespace_fault(name: str) -> Fault:
    """Checks the absolute namespace of a node."""
    fault = None if name == '/' else _absolute_fault('namespace', name)
    return fault or _too_long('namespace', name, _LONGEST_NAMESPACE)


def full_topic_name_fault(name: str) -> Fault:
    """Checks the expanded name of a topic or service."""
    return _absolute_fault('topic name', name) or _too_long('topic name', name, _LONGEST_TOPIC_NAME)


def topic_name_fault(name: str) -> Fault:
    """Checks the name of a topic or service that may be relative and contain '~' and substitutions like '{node}'."""
    if not name:
        return 'a topic name must not be empty', 0
    if name[0].isdigit():
        return 'a topic name must not start with a number', 0
    if name[-1] == '/':
        return "a topic name must not end with '/'", len(name) - 1
    # A blank of the same length keeps the indices behind a substitution.
    without = _SUBSTITUTION.sub(lambda match: '_' * len(match[0]), name)
    brace = re.search(r'[{}]', without)
    if brace is not None:
        return "each '{' of a topic name must have its '}'", brace.start()
    for match in _SUBSTITUTION.finditer(name):
        if re.fullmatch(_WORD, match[1]) is None:
            return f"the substitution '{match[0]}' of a topic name must contain one word", match.start()
    fault = _forbidden('topic name', without, '/~{}')
    tilde = without.find('~', 1)
    if fault is None and tilde > 0:
        fault = "a topic name must not contain '~' except at its start", tilde
    if fault is None and name[0] == '~' and name[1:2] not in ('', '/'):
        fault = "'~' must be followed by '/' in a topic name", 1
    return fault or _digit('topic name', without)


def expand(name: str, node_name: str, namespace: str) -> str:
    """Returns the full name of a topic. Raises ValueError for an invalid name and for an unknown substitution."""
    for kind, given, fault in (
        ('topic name', name, topic_name_fault(name)),
        ('node name', node_name, node_name_fault(node_name)),
        ('namespace', namespace, namespace_fault(namespace)),
    ):
        if fault is not None:
            raise ValueError(f"{kind} '{given}': {fault[0]}, found at index {fault[1]}")
    prefix = namespace.rstrip('/')
    if name[0] == '~':
        name = f'{prefix}/{node_name}{name[1:]}'
    for match in _SUBSTITUTION.finditer(name):
        if match[1] not in _OF_NODES:
            known = ', '.join(f'{{{word}}}' for word in _OF_NODES)
            raise ValueError(f"topic name '{name}': unknown substitution '{match[0]}'; expected {known}")
    name = _SUBSTITUTION.sub(lambda match: node_name if match[1] == 'node' else namespace, name)
    return name if name[0] == '/' else f'{prefix}/{name}'
