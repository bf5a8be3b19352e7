# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security explain: shows which rule allows or denies an enclave a topic, service or action."""

from __future__ import annotations

import argparse
import dataclasses

from ...security.names import KIND_OF, KINDS
from ..output import add_format_arguments, print_json, print_rows
from . import add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the enclave, the name of the topic, service or action, and one option for each right."""
    parser.add_argument('enclave', metavar='ENCLAVE', help='path of the enclave')
    parser.add_argument('name', metavar='NAME', help='a topic, service or action')
    add_root_option(parser)
    for right, kind in KIND_OF.items():
        parser.add_argument(
            f'--{right}',
            dest='rights',
            action='append_const',
            const=right,
            help=f'may the enclave {right} {"to " * (right == "subscribe")}this {kind}?',
        )
    parser.add_argument('--domain', type=int, help='default: ROS_DOMAIN_ID')
    add_format_arguments(parser)
    parser.epilog = 'Without such an option all rights are shown. The exit code is 1 if a chosen right is not allowed.'


def main(args: argparse.Namespace) -> int:
    """Prints the rule that decides about each right; returns 1 if a chosen right is denied."""
    from ...security import explain
    from ...security.enclave import Enclave
    from ...security.keystore import domain_id, root_of

    name = args.name if args.name.startswith('/') else f'/{args.name}'
    with reported():
        domain = domain_id() if args.domain is None else args.domain
        enclave = Enclave(root_of(args.root), args.enclave)
        rights = args.rights or [right for rights in KINDS.values() for right in rights]
        verdicts = [explain.explain(enclave, right, name, domain) for right in rights]
    if args.json:
        print_json([dataclasses.asdict(verdict) for verdict in verdicts])
    elif args.csv:
        print_rows(
            args, ('right', 'allowed', 'reason', 'advice'), [dataclasses.astuple(verdict) for verdict in verdicts]
        )
    else:
        for verdict in verdicts:
            may = 'may' if verdict.allowed else 'may not'
            print(f'{enclave.name} {may} {_words(verdict.right)} {name}: {verdict.reason}')
            if args.rights and verdict.advice:
                print(f'  -> {verdict.advice}')
    return 1 if args.rights and not all(verdict.allowed for verdict in verdicts) else 0


def _words(right: str) -> str:
    kind = KIND_OF[right]
    verb = {'subscribe': 'subscribe to', 'reply': 'serve', 'request': 'call'}.get(right, right)
    return f'{verb} {"the " + kind}'
