# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security generate_artifacts: creates a keystore and enclaves from names and policies."""

from __future__ import annotations

import argparse
import pathlib

from . import add_days_argument, add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the keystore, enclaves and policies, and the validity of certificates."""
    add_root_option(parser)
    parser.add_argument(
        '-e', '--enclaves', nargs='*', default=[], metavar='NAME', help='enclaves to create if they do not exist'
    )
    parser.add_argument(
        '-p',
        '--policy-files',
        nargs='*',
        default=[],
        type=pathlib.Path,
        metavar='POLICY',
        help='policies; creates their enclaves and sets their permissions',
    )
    add_days_argument(parser)


def main(args: argparse.Namespace) -> int:
    """Creates a missing keystore and missing enclaves, and sets the permissions of the policies."""
    from ...security import names, policy
    from ...security.keystore import Keystore, domain_id, root_of

    with reported():
        root, domain = root_of(args.root), domain_id()
        policies = [policy.load(path) for path in args.policy_files]  # an error must come before anything is created
        for name in args.enclaves:
            names.check_enclave(name)
        if not Keystore.exists(root):
            Keystore.create(root, domain)
            print(f'{root}: created a keystore for domain {domain}, from ROS_DOMAIN_ID')
        keystore = Keystore(root)
        for name in args.enclaves:
            if keystore.create_enclave(name, domain, days=args.days):
                print(f'{name} is created')
        for loaded in policies:
            for name, profiles in loaded.enclaves.items():
                created = keystore.create_enclave(name, domain, profiles, args.days)
                print(f'{name} {"is created with" if created else "has new"} permissions of the policy')
        if warning := keystore.other_domain(domain):
            print(warning)
    return 0
