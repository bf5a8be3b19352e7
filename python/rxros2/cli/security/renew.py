# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security renew: renews certificates."""

from __future__ import annotations

import argparse

from ..frame import CommandError
from . import add_days_argument, add_root_option, days, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the enclaves or a time limit, and options for new keys and the authority."""
    parser.add_argument('names', nargs='*', metavar='NAME', help='enclaves (default: all that --ending-within selects)')
    add_root_option(parser)
    parser.add_argument(
        '--ending-within', type=days, metavar='DAYS', help='only enclaves whose certificates end within this time'
    )
    add_days_argument(parser)
    parser.add_argument('--new-key', action='store_true', help='also create new keys, as after a theft')
    parser.add_argument(
        '--authority', action='store_true', help='renew the certificates of the CAs and sign all permissions again'
    )
    parser.epilog = (
        'Running nodes use the new certificates after a restart. '
        'Other robots need nothing, except the new public/ca.cert.pem after --authority.'
    )


def main(args: argparse.Namespace) -> int:
    """Renews the certificates and prints the ends of their validity."""
    from datetime import timedelta

    from ...security import certificates
    from ...security.enclave import Enclave
    from ...security.keystore import Keystore, root_of

    if not args.names and args.ending_within is None and not args.authority:
        raise CommandError('nothing to renew; expected NAME, --ending-within or --authority', 2)
    with reported():
        keystore = Keystore(root_of(args.root))
        names = args.names or ([] if args.ending_within is None else keystore.enclaves())
        if args.authority:
            print(f'the CA is valid until {keystore.renew_authority(args.days):%F}')
        if args.ending_within is not None:
            last = certificates.now() + timedelta(days=args.ending_within)
            names = [name for name in names if Enclave(keystore.root, name).certificate().not_valid_after_utc <= last]
        for name in names:
            print(f'{name} is valid until {keystore.renew(name, args.days, args.new_key):%F}')
    if not names and not args.authority:
        print(f'no certificate ends within {args.ending_within} days')
    return 0
