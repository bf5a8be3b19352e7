# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security generate_policy"""

from __future__ import annotations

import argparse
import pathlib
import sys

from ..frame import CommandError
from ..graph import add_graph_arguments, command_node
from . import reported


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        'policy', metavar='POLICY_FILE_PATH', type=pathlib.Path, help='what is there already is kept, and added to'
    )
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    from ...security import files, policy
    from ...security.errors import SecurityError
    from ...security.names import check_enclave
    from ..enclaves_in_graph import nodes_and_rights

    with reported():
        made = policy.load(args.policy) if args.policy.exists() else policy.Policy()
    with command_node(args) as there:
        there.settle()
        nodes = nodes_and_rights(there)
    if not nodes:
        raise CommandError('there are no nodes, and no policy was written')
    for (enclave, namespace, node), rights in nodes.items():
        try:
            check_enclave(enclave)
        except SecurityError as error:  # what its participant says; it would spoil the policy of the others
            print(f'warning: {namespace.rstrip("/")}/{node} is left out: {error}', file=sys.stderr)
            continue
        profile = made.profile(enclave, namespace, node)
        for right, name in rights:
            profile.allow(right, name)
    with reported():
        files.write(args.policy, policy.dump(made).encode())
    nodes = {each: rights for each, rights in nodes.items() if each[0] in made.enclaves}
    count = len({enclave for enclave, _, _ in nodes})
    print(f'{args.policy}: {len(nodes)} nodes in {count} enclave{"s" * (count > 1)}')
    return 0
