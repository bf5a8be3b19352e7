# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security create_enclave: creates an enclave in a keystore."""

from __future__ import annotations

import argparse

from . import add_days_argument, add_root_argument, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the keystore, the path of the enclave and the validity of its certificate."""
    add_root_argument(parser)
    parser.add_argument('name', metavar='NAME', help='path of the enclave, e.g. /robot/camera')
    add_days_argument(parser)
    parser.epilog = 'Its nodes may do everything until create_permission restricts them.'


def main(args: argparse.Namespace) -> int:
    """Creates the enclave; an existing one stays unchanged."""
    from ...security.keystore import Keystore, domain_id

    with reported():
        keystore, domain = Keystore(args.root), domain_id()
        created = keystore.create_enclave(args.name, domain, days=args.days)
        warning = keystore.other_domain(domain)
    if not created:
        print(f'{args.name} exists already and keeps its key, certificate and permissions')
    elif warning:
        print(f'{args.name}: {warning}')
    return 0
