# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 doctor hello: exchanges messages and datagrams with other machines, and counts them."""

from __future__ import annotations

import argparse
import contextlib
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable

from ..._core import Subscription
from ...messages import interface
from ...messages.codec import CdrError, announced, codec_of, encode
from ...printable import one_line
from ...qos import qos_profile_default
from ..frame import CommandError
from ..graph import absolute, add_graph_arguments, command_node
from ..multicast import GROUP, PORT

_MOST_DATAGRAMS = 1000
"""The most datagrams that are handled at once, because peers may send them faster than they can be counted."""
_MOST_HOSTS = 1000
"""The most hosts that are counted, because a peer may send any name."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the topic, the periods, and options of the datagrams."""
    parser.epilog = 'Start it on each machine. Ctrl-C ends it.'
    parser.add_argument('-t', '--topic', default='/canyouhearme', help='topic of the messages (default: /canyouhearme)')
    for short, name, default, meaning in (
        ('-ep', '--emit-period', 0.1, 'between two messages'),
        ('-pp', '--print-period', 1.0, 'between two summaries'),
    ):
        parser.add_argument(
            short, name, type=float, default=default, metavar='SECONDS', help=f'time {meaning} (default: {default:g})'
        )
    parser.add_argument('--ttl', type=int, metavar='N', help='most routers that a datagram may pass (default: 1)')
    parser.add_argument('-1', '--once', action='store_true', help='send one message, print a summary and end')
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Sends and counts messages until Ctrl-C, and prints a summary in each period. Returns 0."""
    for name in ('emit_period', 'print_period'):
        if not 0 < getattr(args, name) < float('inf'):
            raise CommandError(f'{name.replace("_", "-")} is {getattr(args, name):g}; expected more than 0', 2)
    if args.ttl is not None and not 0 < args.ttl <= 255:
        raise CommandError(f'ttl is {args.ttl}; expected 1 to 255', 2)
    topic = absolute(args.topic)
    type_ = interface('std_msgs/msg/String')
    codec = codec_of(type_)
    received, sent = Counter[str](), Counter[str]()
    host = socket.gethostname()
    text = f"hello, it's me {host}"

    def drain(subscription: Subscription) -> None:
        for sample in subscription.take(None, 64):
            with contextlib.suppress(CdrError):
                _count(received, codec.decode(sample).data, host)

    with command_node(args) as node, _Datagrams(args.ttl) as datagrams, contextlib.suppress(KeyboardInterrupt):
        node.subscribe(topic, announced(type_), qos_profile_default, drain)
        publisher = node.publisher(topic, announced(type_), qos_profile_default)
        summary = time.monotonic() + args.print_period
        while True:
            publisher.publish_bytes(encode(type_(data=text)))
            sent['messages'] += 1
            sent['datagrams'] += datagrams.send(text)
            node.wait(args.emit_period)
            datagrams.receive(lambda datagram: _count(datagrams.received, datagram, host))
            if args.once or time.monotonic() >= summary:
                print('MULTIMACHINE COMMUNICATION SUMMARY')
                _print(f'topic {topic}: {sent["messages"]} messages published', received)
                _print(f'multicast {GROUP}:{PORT}: {sent["datagrams"]} datagrams sent', datagrams.received)
                print(datagrams.fault or '', flush=True)
                for counter in (received, sent, datagrams.received):
                    counter.clear()
                summary += args.print_period
            if args.once:
                break
    return 0


def _count(hosts: Counter[str], text: str, own: str) -> None:
    """Counts a message by the name of the host at its end, unless this is the own host."""
    host = text.rpartition(' ')[2]
    if host != own and (host in hosts or len(hosts) < _MOST_HOSTS):
        hosts[host] += 1


def _print(line: str, hosts: Counter[str]) -> None:
    print(line)
    for host, count in sorted(hosts.items()):
        print(f'  {count} received from {one_line(host)}')
    if not hosts:
        print('  none received from other machines')


class _Datagrams:
    """Sends and receives datagrams of UDP multicast. Without a network it counts none."""

    def __init__(self, ttl: int | None) -> None:
        self._ttl = ttl
        self.received: Counter[str] = Counter()
        self.fault = ''
        """Why the last datagram was not sent, or none is received; empty if nothing failed."""
        self._deaf = ''

    def __enter__(self) -> _Datagrams:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_UDP)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            self._socket.setblocking(False)
            if self._ttl is not None:
                self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, struct.pack('B', self._ttl))
            self._socket.bind(('', PORT))
            group = socket.inet_aton(GROUP) + socket.inet_aton('0.0.0.0')
            self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
        except OSError as error:
            self.fault = self._deaf = f'warning: no datagram can be received: {error.strerror}'
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, text: str) -> bool:
        """Sends a datagram and returns whether the network took it."""
        try:
            self._socket.sendto(text.encode(), (GROUP, PORT))
        except OSError as error:
            self.fault = f'warning: no datagram can be sent: {error.strerror}'
            return False
        self.fault = self._deaf
        return True

    def receive(self, handle: Callable[[str], None]) -> None:
        """Calls `handle` with the text of each datagram that has arrived, up to _MOST_DATAGRAMS."""
        with contextlib.suppress(OSError):
            for _ in range(_MOST_DATAGRAMS):
                handle(self._socket.recv(4096).decode(errors='replace'))
