# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security generate_zenoh: writes the settings with which secured nodes and routers run over Zenoh."""

from __future__ import annotations

import argparse

from . import add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the keystore and the enclaves of routers."""
    add_root_option(parser)
    parser.add_argument(
        '--router',
        dest='routers',
        action='append',
        metavar='NAME',
        help='an enclave of routers, which is created if it does not exist; may be repeated (default: /zenohd, or '
        'those that have settings already)',
    )
    parser.epilog = (
        'Run it again after each change of enclaves or permissions, and copy the enclaves to the robots again.'
    )


def main(args: argparse.Namespace) -> int:
    """Writes the files of all enclaves from the permissions that the keystore has signed."""
    from ...security import names
    from ...security.keystore import Keystore, domain_id, root_of

    with reported():
        keystore, domain = Keystore(root_of(args.root)), domain_id()
        for name in args.routers or ():
            names.check_enclave(name)
        for warning in keystore.write_zenoh(domain, args.routers):
            print(warning)
        if warning := keystore.other_domain(domain):
            print(warning)
    return 0
