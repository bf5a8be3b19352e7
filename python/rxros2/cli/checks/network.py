# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks network interfaces, multicast and the sizes of socket buffers."""

from __future__ import annotations

import errno
import fcntl
import os
import pathlib
import socket
import struct
from collections.abc import Iterator

from . import Finding

_UP, _LOOPBACK, _MULTICAST = 0x1, 0x8, 0x1000
_GET_ADDRESS = 0x8915  # SIOCGIFADDR
_GROUP = '239.255.0.1'  # the default group of RTPS
_BUFFER = 4 * 1024 * 1024
_NOT_OFFERED = (errno.ENOPROTOOPT, errno.EOPNOTSUPP, errno.ENOSYS)


def check() -> Iterator[Finding]:
    """Yields findings about network interfaces and buffers."""
    has_network = False
    for name, flags, address in interfaces():
        if not flags & _UP or address is None:
            continue
        if flags & _LOOPBACK:
            continue
        has_network = True
        if not flags & _MULTICAST:
            yield Finding(
                'warning',
                f'{name} ({address}) has multicast off: discovery finds no machine over it',
                f'sudo ip link set {name} multicast on; or name the other machines in ROS_STATIC_PEERS',
            )
        else:
            yield _multicast(name, address)
    if not has_network:
        yield Finding('warning', 'no network: only this machine is reachable', 'connect it if there are other machines')
    yield from _buffers()


def interfaces() -> Iterator[tuple[str, int, str | None]]:
    """Yields the name, flags and IPv4 address of each network interface."""
    for _, name in socket.if_nameindex():
        try:
            flags = int(pathlib.Path(f'/sys/class/net/{name}/flags').read_text(), 16)
        except (OSError, ValueError):
            continue
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_:
            try:
                answer = fcntl.ioctl(any_, _GET_ADDRESS, struct.pack('256s', name.encode()[:15]))
                address = socket.inet_ntoa(answer[20:24])
            except OSError:
                address = None
        yield name, flags, address


def _multicast(name: str, address: str) -> Finding:
    """Checks that a multicast datagram of this machine reaches this machine."""
    try:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver,
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender,
        ):
            receiver.bind(('', 0))
            receiver.settimeout(1.0)
            membership = socket.inet_aton(_GROUP) + socket.inet_aton(address)
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            sender.sendto(b'rxros2 doctor', (_GROUP, receiver.getsockname()[1]))
            receiver.recv(100)
    except OSError as error:
        return _no_multicast(name, address, error)
    return Finding('ok', f'{name} ({address}): multicast works on this machine; the network must forward it to others')


def _no_multicast(name: str, address: str, error: OSError) -> Finding:
    """Says why multicast failed: an emulator or sandbox that lacks a socket option, or else probably a firewall."""
    range_ = os.environ.get('ROS_AUTOMATIC_DISCOVERY_RANGE', '')
    unused = range_ in ('LOCALHOST', 'OFF') or os.environ.get('ROS_LOCALHOST_ONLY') == '1'
    level, end = ('note', '; discovery does not use it here') if unused else ('error', '')
    if error.errno in _NOT_OFFERED:
        return Finding(
            level,
            f'this system offers no multicast on {name} ({address}): {error.strerror}{end}',
            'no firewall is to blame: emulators such as qemu-user and some sandboxes lack options of sockets; '
            'export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST, and name other machines in ROS_STATIC_PEERS',
        )
    return Finding(
        level,
        f'multicast on {name} ({address}) does not arrive: {error}{end}',
        'let the firewall pass UDP ports from 7400 and 224.0.0.0/4, e.g. sudo ufw allow in proto udp to '
        '224.0.0.0/4; or name the other machines in ROS_STATIC_PEERS',
    )


def _buffers() -> Iterator[Finding]:
    try:
        size = int(pathlib.Path('/proc/sys/net/core/rmem_max').read_text())
    except (OSError, ValueError):
        return
    if size < _BUFFER:
        yield Finding(
            'warning',
            f'the largest receive buffer is {size // 1024} KiB: some large messages (images) may be lost',
            'sudo sysctl -w net.core.rmem_max=2147483647',
        )
    else:
        yield Finding('ok', f'the largest receive buffer is {size // 1024} KiB')
