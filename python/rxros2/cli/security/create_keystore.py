# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security create_keystore"""

from __future__ import annotations

import argparse

from . import add_root_argument, reported


def configure(parser: argparse.ArgumentParser) -> None:
    add_root_argument(parser)
    parser.epilog = 'It is for the domain that ROS_DOMAIN_ID says now. What is there already stays.'


def main(args: argparse.Namespace) -> int:
    from ...security.keystore import Keystore, domain_id

    with reported():
        there, domain = Keystore.exists(args.root), domain_id()
        keystore = Keystore.create(args.root, domain)
        warning = keystore.other_domain(domain)
    if warning:
        print(f'{args.root} {"is there already" if there else "is complete"}; {warning}')
    elif there:
        print(f'{args.root} is there already, for domain {domain}')
    else:
        print(f'{args.root}: a keystore for domain {domain}, which is what ROS_DOMAIN_ID says')
    return 0
