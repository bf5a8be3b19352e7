# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 multicast receive: waits for one datagram of UDP multicast."""

from __future__ import annotations

import argparse
import socket

from ...printable import printable_repr
from ..frame import CommandError
from . import GROUP, PORT


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds --timeout."""
    parser.add_argument(
        '--timeout', type=float, metavar='SECONDS', help='fail after this time (default: wait until Ctrl-C)'
    )


def main(args: argparse.Namespace) -> int:
    """Prints the sender and the text of the first datagram. Raises CommandError if none arrives in time."""
    if args.timeout is not None and not 0 < args.timeout < float('inf'):
        raise CommandError(f'timeout is {args.timeout:g}; expected more than 0, and not infinite', 2)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_UDP) as receiver:
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        receiver.settimeout(args.timeout)
        try:
            receiver.bind(('', PORT))
            group = socket.inet_aton(GROUP) + socket.inet_aton('0.0.0.0')
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            print('Waiting for UDP multicast datagram...', flush=True)
            data, (host, port) = receiver.recvfrom(4096)
        except TimeoutError:
            raise CommandError(f'no datagram within {args.timeout:g} s') from None
        except OSError as error:
            raise CommandError(f'no datagram can be received from {GROUP}:{PORT}: {error.strerror}') from None
    print(f'Received from {host}:{port}: {printable_repr(data.decode(errors="replace"))}')
    return 0
