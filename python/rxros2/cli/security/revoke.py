# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security revoke"""

from __future__ import annotations

import argparse

from . import add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('names', nargs='+', metavar='NAME', help='enclaves')
    add_root_option(parser)
    parser.epilog = (
        'The list of revoked certificates, crl.pem, is then in all enclaves; copy it to the other robots. A node looks '
        'at it when it starts: who has met the revoked one already goes on talking to it until it is started again.'
    )


def main(args: argparse.Namespace) -> int:
    from ...security.keystore import Keystore, root_of

    with reported():
        keystore = Keystore(root_of(args.root))
        for name in args.names:
            count = keystore.revoke(name)
            if count:
                print(f'{name}: {count} certificate{"s" * (count > 1)} revoked, by {keystore.crl}')
            else:
                print(f'{name}: its certificates are revoked already, by {keystore.crl}')
    return 0
