# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security explain"""

from __future__ import annotations

import argparse
import dataclasses

from ...security.names import KIND_OF, KINDS
from ..output import add_format_arguments, print_json, print_rows
from . import add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('enclave', metavar='ENCLAVE', help='path of the enclave')
    parser.add_argument('name', metavar='NAME', help='a topic, service or action')
    add_root_option(parser)
    for right, kind in KIND_OF.items():
        parser.add_argument(
            f'--{right}',
            dest='rights',
            action='append_const',
            const=right,
            help=f'may it {right} {"to " * (right == "subscribe")}this {kind}?',
        )
    parser.add_argument('--domain', type=int, help='default: ROS_DOMAIN_ID')
    add_format_arguments(parser)
    parser.epilog = 'The exit code is 1 if something that was asked for is not allowed. Without such an option: all.'


def main(args: argparse.Namespace) -> int:
    from ...security import explain
    from ...security.enclave import Enclave
    from ...security.keystore import domain_id, root_of

    name = args.name if args.name.startswith('/') else f'/{args.name}'
    with reported():
        domain = domain_id() if args.domain is None else args.domain
        enclave = Enclave(root_of(args.root), args.enclave)
        rights = args.rights or [right for rights in KINDS.values() for right in rights]
        found = [explain.explain(enclave, right, name, domain) for right in rights]
    if args.json:
        print_json([dataclasses.asdict(each) for each in found])
    elif args.csv:
        print_rows(args, ('right', 'allowed', 'reason', 'advice'), [dataclasses.astuple(each) for each in found])
    else:
        for each in found:
            may = 'may' if each.allowed else 'may not'
            print(f'{enclave.name} {may} {_words(each.right)} {name}: {each.reason}')
            if args.rights and each.advice:
                print(f'  -> {each.advice}')
    return 1 if args.rights and not all(each.allowed for each in found) else 0


def _words(right: str) -> str:
    kind = KIND_OF[right]
    verb = {'subscribe': 'subscribe to', 'reply': 'serve', 'request': 'call'}.get(right, right)
    return f'{verb} {"the " + kind}'
