# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security revoke: revokes the certificates of enclaves."""

from __future__ import annotations

import argparse

from . import add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the enclaves and the keystore."""
    parser.add_argument('names', nargs='+', metavar='NAME', help='enclaves')
    add_root_option(parser)
    parser.epilog = (
        'All enclaves get the revocation list, crl.pem; copy it to the other robots. A node reads it when it starts: a '
        'running node that is connected to the revoked one stays connected until it is restarted.'
    )


def main(args: argparse.Namespace) -> int:
    """Adds the certificates of the enclaves to the revocation list, and prints how many are new."""
    from ...security.keystore import Keystore, root_of

    with reported():
        keystore = Keystore(root_of(args.root))
        for name in args.names:
            count = keystore.revoke(name)
            if count:
                print(f'{name}: {count} certificate{"s" * (count > 1)} revoked, by {keystore.crl}')
            else:
                print(f'{name}: its certificates are already revoked by {keystore.crl}')
        if keystore.has_zenoh():
            print(f'nodes on Zenoh accept them until: rxros2 security generate_zenoh -k {keystore.root}')
    return 0
