# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security create_keystore: creates a keystore."""

from __future__ import annotations

import argparse

from . import add_root_argument, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the folder of the keystore."""
    add_root_argument(parser)
    parser.epilog = 'The keystore is for the domain of ROS_DOMAIN_ID. Existing files are kept.'


def main(args: argparse.Namespace) -> int:
    """Creates the keystore for the domain of ROS_DOMAIN_ID; existing files are kept."""
    from ...security.keystore import Keystore, domain_id

    with reported():
        existed, domain = Keystore.exists(args.root), domain_id()
        keystore = Keystore.create(args.root, domain)
        warning = keystore.other_domain(domain)
    if warning:
        print(f'{args.root} {"exists already" if existed else "is complete"}; {warning}')
    elif existed:
        print(f'{args.root} exists already, for domain {domain}')
    else:
        print(f'{args.root}: created a keystore for domain {domain}, from ROS_DOMAIN_ID')
    return 0
