# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What the nodes that are there do, in the words of policies."""

from __future__ import annotations

import contextlib

from ..security.names import KINDS
from .graph import CommandNode, is_hidden

_SERVICE, _RESULT = '/_action/send_goal', '/_action/'


def nodes_and_rights(there: CommandNode) -> dict[tuple[str, str, str], list[tuple[str, str]]]:
    """By enclave, namespace and name of each node that is not hidden: the rights that it needs, and on what."""
    found = {}
    for name, namespace, enclave in sorted(there.node._core.nodes_with_enclaves()):
        path = f'{namespace.rstrip("/")}/{name}'
        if not is_hidden(path):
            with contextlib.suppress(RuntimeError, ValueError):  # it has gone, or has a name that ROS 2 forbids
                found[(enclave or '/', namespace, name)] = _rights(there, path)
    return found


def _rights(there: CommandNode, node: str) -> list[tuple[str, str]]:
    """Services and topics of an action are one right on it."""
    has = {
        'publish': there.node.publishers_of(node),
        'subscribe': there.node.subscriptions_of(node),
        'reply': there.node.services_of(node),
        'request': there.node.clients_of(node),
    }
    actions = {
        'execute': [each.removesuffix(_SERVICE) for each in has['reply'] if each.endswith(_SERVICE)],
        'call': [each.removesuffix(_SERVICE) for each in has['request'] if each.endswith(_SERVICE)],
    }
    known = {f'{each}{_RESULT}' for names in actions.values() for each in names}
    rights = [(right, name) for right, names in actions.items() for name in names]
    for right, names in has.items():
        rights += [(right, name) for name in names if not any(name.startswith(each) for each in known)]
    order = [right for rights_ in KINDS.values() for right in rights_]
    return sorted(set(rights), key=lambda each: (order.index(each[0]), each[1]))
