# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names of enclaves, and the DDS topics of ROS 2's topics, services and actions, which permissions refer to."""

from __future__ import annotations

import re

from .errors import SecurityError

KINDS: dict[str, tuple[str, str]] = {
    'topic': ('publish', 'subscribe'),
    'service': ('reply', 'request'),
    'action': ('call', 'execute'),
}
"""The kinds of names in a policy, with the rights on them."""

KIND_OF = {right: kind for kind, rights in KINDS.items() for right in rights}

_ACTION_SERVICES = ('cancel_goal', 'get_result', 'send_goal')
_ACTION_TOPICS = ('feedback', 'status')
_ENCLAVE = re.compile(r'/|(/[A-Za-z_][A-Za-z0-9_]*)+')
_EXPRESSION = re.compile(r'(~?/|)[A-Za-z0-9_*?/\[\]!\-]+')


def check_enclave(name: str) -> None:
    """Raises SecurityError for an invalid path of an enclave."""
    if _ENCLAVE.fullmatch(name) is None or len(name) > 255:
        raise SecurityError(
            f"'{name}' is not an enclave; expected '/' or parts of letters, digits and '_' behind '/', none beginning "
            'with a digit, and at most 255 characters, e.g. /robot/camera'
        )


def check_expression(expression: str, place: str) -> None:
    """Raises SecurityError if a text is neither a name of a topic, service or action nor a pattern of names."""
    if _EXPRESSION.fullmatch(expression) is None or '//' in expression:
        raise SecurityError(
            f"{place}: '{expression}' is not a valid name; expected an absolute one ('/scan'), one relative to the "
            "profile's ns ('scan'), or one of the node's own ('~/scan'), with '*' and '?' for any characters"
        )


def absolute(expression: str, namespace: str, node: str) -> str:
    """Returns the absolute form of a name or pattern in the profile of a node."""
    if expression.startswith('/'):
        return expression
    prefix = namespace if namespace.endswith('/') else f'{namespace}/'
    return prefix + node + expression[1:] if expression.startswith('~') else prefix + expression


def relative(name: str, namespace: str, node: str) -> str:
    """Returns the shortest expression for an absolute name in the profile of a node."""
    prefix = namespace if namespace.endswith('/') else f'{namespace}/'
    if name.startswith(f'{prefix}{node}/'):
        return '~' + name[len(prefix) + len(node) :]
    return name[len(prefix) :] if name.startswith(prefix) and name != prefix else name


def dds_topics(right: str, name: str) -> tuple[list[str], list[str]]:
    """Returns the DDS topics that a right on an absolute name publishes, and those that it subscribes to."""
    match right:
        case 'publish':
            return [f'rt{name}'], []
        case 'subscribe':
            return [], [f'rt{name}']
        case 'request':
            return [f'rq{name}Request'], [f'rr{name}Reply']
        case 'reply':
            return [f'rr{name}Reply'], [f'rq{name}Request']
        case 'call' | 'execute':
            requests = [f'rq{name}/_action/{service}Request' for service in _ACTION_SERVICES]
            replies = [f'rr{name}/_action/{service}Reply' for service in _ACTION_SERVICES]
            replies += [f'rt{name}/_action/{topic}' for topic in _ACTION_TOPICS]
            return (requests, replies) if right == 'call' else (replies, requests)
    raise ValueError(f'{right} is not a right; expected one of {", ".join(KIND_OF)}')
