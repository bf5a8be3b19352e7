# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 zenohd: runs a router of Zenoh, as rmw_zenohd of ROS 2 does."""

from __future__ import annotations

import argparse
import os
import sys
import threading

from .frame import CommandError


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds --config and --connect."""
    parser.add_argument(
        '--config',
        metavar='FILE',
        default=os.environ.get('ZENOH_ROUTER_CONFIG_URI', ''),
        help='settings of Zenoh in JSON5 instead of those of rmw_zenohd (default: ZENOH_ROUTER_CONFIG_URI)',
    )
    parser.add_argument(
        '--connect',
        metavar='ENDPOINT',
        action='append',
        default=[],
        help='another router to connect with, such as tcp/robot7:7447; may be repeated',
    )
    parser.add_argument(
        '--enclave',
        metavar='NAME',
        default='/zenohd',
        help='enclave of the router in the keystore, if ROS_SECURITY_ENABLE is true (default: /zenohd)',
    )


def main(args: argparse.Namespace) -> int:
    """Runs the router until Ctrl-C. Raises CommandError if it cannot be opened."""
    from .._core import ZenohRouter, zenoh_version

    overrides = list(filter(None, [os.environ.get('ZENOH_CONFIG_OVERRIDE', '')]))
    for endpoint in args.connect:
        if any(c in endpoint for c in '";\\') or '/' not in endpoint:
            raise CommandError(f"--connect is '{endpoint}'; expected an endpoint such as tcp/robot7:7447", 2)
    if args.connect:
        listed = ','.join(f'"{endpoint}"' for endpoint in args.connect)
        overrides.append(f'connect/endpoints=[{listed}]')
    try:
        version = zenoh_version()
        router = ZenohRouter(args.config.removeprefix('file://'), ';'.join(overrides), args.enclave)
    except RuntimeError as error:
        raise CommandError(str(error)) from None
    try:
        for warning in router.warnings():
            print(f'warning: {warning}', file=sys.stderr)
        print(f'Router of {version} runs; Ctrl-C ends it', flush=True)
        threading.Event().wait()
    finally:
        router.close()
    return 0
