# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security generate_policy: writes a policy that allows what the running nodes do."""

from __future__ import annotations

import argparse
import pathlib
import sys

from ..frame import CommandError
from ..graph import add_graph_arguments, command_node
from . import reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the policy file and the options of the ROS graph."""
    parser.add_argument(
        'policy', metavar='POLICY_FILE_PATH', type=pathlib.Path, help='an existing policy is kept and extended'
    )
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Adds the rights that the running nodes use to the policy file.

    Raises CommandError if no node is running.
    """
    from ...security import files, policy
    from ...security.errors import SecurityError
    from ...security.names import check_enclave
    from ..enclaves_in_graph import nodes_and_rights

    with reported():
        result = policy.load(args.policy) if args.policy.exists() else policy.Policy()
    with command_node(args) as node:
        node.settle()
        nodes = nodes_and_rights(node)
    if not nodes:
        raise CommandError('no nodes are running; no policy was written')
    for (enclave, namespace, node_name), rights in nodes.items():
        try:
            check_enclave(enclave)
        except SecurityError as error:  # a peer may send an invalid enclave, which would make the policy unusable
            print(f'warning: {namespace.rstrip("/")}/{node_name} is left out: {error}', file=sys.stderr)
            continue
        profile = result.profile(enclave, namespace, node_name)
        for right, name in rights:
            profile.allow(right, name)
    with reported():
        files.write(args.policy, policy.dump(result).encode())
    nodes = {key: rights for key, rights in nodes.items() if key[0] in result.enclaves}
    count = len({enclave for enclave, _, _ in nodes})
    print(f'{args.policy}: {len(nodes)} nodes in {count} enclave{"s" * (count > 1)}')
    return 0
