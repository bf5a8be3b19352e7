# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Rights that the running nodes need, in the terms of a security policy."""

from __future__ import annotations

import contextlib

from ..security.names import KINDS
from .graph import CommandNode, is_hidden

_SERVICE, _RESULT = '/_action/send_goal', '/_action/'


def nodes_and_rights(node: CommandNode) -> dict[tuple[str, str, str], list[tuple[str, str]]]:
    """Returns the rights that each node needs, by enclave, namespace and name, without hidden nodes.

    A right is a pair such as ('publish', '/scan').
    """
    rights = {}
    for name, namespace, enclave in sorted(node.ros_node._core.nodes_with_enclaves()):
        path = f'{namespace.rstrip("/")}/{name}'
        if not is_hidden(path):
            with contextlib.suppress(
                RuntimeError, ValueError
            ):  # the node has ended, or its name is one that ROS 2 forbids
                rights[(enclave or '/', namespace, name)] = _rights(node, path)
    return rights


def _rights(node: CommandNode, node_name: str) -> list[tuple[str, str]]:
    """Returns the rights of a node. The services and topics of an action count as one right on the action."""
    used_names = {
        'publish': node.ros_node.publishers_of(node_name),
        'subscribe': node.ros_node.subscriptions_of(node_name),
        'reply': node.ros_node.services_of(node_name),
        'request': node.ros_node.clients_of(node_name),
    }
    actions = {
        'execute': [service.removesuffix(_SERVICE) for service in used_names['reply'] if service.endswith(_SERVICE)],
        'call': [service.removesuffix(_SERVICE) for service in used_names['request'] if service.endswith(_SERVICE)],
    }
    action_prefixes = {f'{action}{_RESULT}' for names in actions.values() for action in names}
    rights = [(right, name) for right, names in actions.items() for name in names]
    for right, names in used_names.items():
        rights += [(right, name) for name in names if not any(name.startswith(prefix) for prefix in action_prefixes)]
    order = [right for rights_ in KINDS.values() for right in rights_]
    return sorted(set(rights), key=lambda pair: (order.index(pair[0]), pair[1]))
