# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security generate_artifacts"""

from __future__ import annotations

import argparse
import pathlib

from . import add_days_argument, add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    add_root_option(parser)
    parser.add_argument(
        '-e', '--enclaves', nargs='*', default=[], metavar='NAME', help='enclaves that are made, if they are missing'
    )
    parser.add_argument(
        '-p',
        '--policy-files',
        nargs='*',
        default=[],
        type=pathlib.Path,
        metavar='POLICY',
        help='policies, whose enclaves are made and get their permissions',
    )
    add_days_argument(parser)


def main(args: argparse.Namespace) -> int:
    from ...security import names, policy
    from ...security.keystore import Keystore, domain_id, root_of

    with reported():
        root, domain = root_of(args.root), domain_id()
        policies = [policy.load(each) for each in args.policy_files]  # before anything is made
        for name in args.enclaves:
            names.check_enclave(name)
        if not Keystore.exists(root):
            Keystore.create(root, domain)
            print(f'{root}: a keystore for domain {domain}, which is what ROS_DOMAIN_ID says')
        keystore = Keystore(root)
        for name in args.enclaves:
            if keystore.create_enclave(name, domain, days=args.days):
                print(f'{name} is made')
        for each in policies:
            for name, profiles in each.enclaves.items():
                made = keystore.create_enclave(name, domain, profiles, args.days)
                print(f'{name} {"is made, with" if made else "has new"} permissions of the policy')
        if warning := keystore.other_domain(domain):
            print(warning)
    return 0
