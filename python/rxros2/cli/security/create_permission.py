# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security create_permission: sets the permissions of an enclave from a policy."""

from __future__ import annotations

import argparse
import pathlib

from . import add_root_argument, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the keystore, the path of the enclave and the policy file."""
    add_root_argument(parser)
    parser.add_argument('name', metavar='NAME', help='path of the enclave')
    parser.add_argument('policy', metavar='POLICY_FILE_PATH', type=pathlib.Path, help='a policy with this enclave')


def main(args: argparse.Namespace) -> int:
    """Replaces the permissions of the enclave by those of the policy.

    Raises CommandError if the policy does not contain the enclave.
    """
    from ...security import policy
    from ...security.keystore import Keystore, domain_id

    with reported():
        keystore, domain = Keystore(args.root), domain_id()
        profiles = policy.load(args.policy).of(args.name, str(args.policy))
        keystore.create_permission(args.name, profiles, domain)
        if warning := keystore.other_domain(domain):
            print(f'{args.name}: {warning}')
        if keystore.has_zenoh():
            print(f'nodes on Zenoh keep the former permissions until: rxros2 security generate_zenoh -k {args.root}')
    return 0
