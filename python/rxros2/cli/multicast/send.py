# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 multicast send: sends one datagram by UDP multicast."""

from __future__ import annotations

import argparse
import socket
import struct

from ..frame import CommandError
from . import GROUP, PORT


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds --ttl."""
    parser.add_argument('--ttl', type=int, metavar='N', help='most routers that the datagram may pass (default: 1)')


def main(args: argparse.Namespace) -> int:
    """Sends the datagram. Raises CommandError if the network refuses it."""
    if args.ttl is not None and not 0 <= args.ttl <= 255:
        raise CommandError(f'ttl is {args.ttl}; expected 0 to 255', 2)
    print('Sending one UDP multicast datagram...')
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_UDP) as sender:
        if args.ttl is not None:
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, struct.pack('B', args.ttl))
        try:
            sender.sendto(b'Hello World!', (GROUP, PORT))
        except OSError as error:
            raise CommandError(f'no datagram could be sent to {GROUP}:{PORT}: {error.strerror}') from None
    return 0
