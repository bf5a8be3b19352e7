# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Environment variables by which ROS 2 is set up."""

from __future__ import annotations

import os
import pathlib
import re
import socket
from collections.abc import Iterator
from xml.etree import ElementTree

from . import Finding, sourced

_RANGES = ('SUBNET', 'LOCALHOST', 'OFF', 'SYSTEM_DEFAULT')


def check() -> Iterator[Finding]:
    yield from _domain(os.environ.get('ROS_DOMAIN_ID', ''))
    yield from _discovery()
    for peer in filter(None, re.split('[;,]', os.environ.get('ROS_STATIC_PEERS', ''))):
        yield _peer(peer)
    rmw = os.environ.get('RMW_IMPLEMENTATION', '')
    if rmw and rmw != 'rmw_cyclonedds_cpp':
        yield Finding(
            'note', f'RMW_IMPLEMENTATION={rmw} is not looked at: rxros2 always has Cyclone DDS, which talks to it'
        )
    yield from _cyclone(os.environ.get('CYCLONEDDS_URI', ''))
    yield from sourced.check()


def _domain(text: str) -> Iterator[Finding]:
    if not text:
        yield Finding('ok', 'ROS_DOMAIN_ID is not set: domain 0')
        return
    if not text.isdecimal() or int(text) > 232:
        yield Finding('error', f"ROS_DOMAIN_ID is '{text}'; expected a number from 0 to 232", 'export ROS_DOMAIN_ID=0')
        return
    first = 7400 + 250 * int(text)
    low, high = _ephemeral_ports()
    if first <= high and first + 249 >= low:
        yield Finding(
            'warning',
            f'ROS_DOMAIN_ID={text} has ports {first} to {first + 249}, some of which other programs may get',
            f'take a domain from 0 to {(low - 7400) // 250 - 1}',
        )
    else:
        yield Finding('ok', f'ROS_DOMAIN_ID={text}')


def _ephemeral_ports() -> tuple[int, int]:
    try:
        low, high = pathlib.Path('/proc/sys/net/ipv4/ip_local_port_range').read_text().split()
        return int(low), int(high)
    except (OSError, ValueError):
        return 32768, 60999


def _discovery() -> Iterator[Finding]:
    range_ = os.environ.get('ROS_AUTOMATIC_DISCOVERY_RANGE', '')
    if range_ and range_ not in _RANGES:
        yield Finding('error', f"ROS_AUTOMATIC_DISCOVERY_RANGE is '{range_}'; expected one of {', '.join(_RANGES)}")
    elif range_ in ('LOCALHOST', 'OFF'):
        whom = 'no other machine is' if range_ == 'LOCALHOST' else 'nobody is, but ROS_STATIC_PEERS'
        yield Finding(
            'note',
            f'ROS_AUTOMATIC_DISCOVERY_RANGE={range_}: {whom} found',
            'for all: unset ROS_AUTOMATIC_DISCOVERY_RANGE',
        )
    if os.environ.get('ROS_LOCALHOST_ONLY') == '1':
        yield Finding(
            'note',
            'ROS_LOCALHOST_ONLY=1, which newer ROS 2 has given up: no other machine is found',
            'for all: unset ROS_LOCALHOST_ONLY; else: export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST',
        )


def _peer(peer: str) -> Finding:
    try:
        socket.getaddrinfo(peer.strip(), None)
    except OSError as error:
        return Finding('error', f'{peer} of ROS_STATIC_PEERS is no known host: {error.strerror}', 'correct its name')
    return Finding('ok', f'{peer} of ROS_STATIC_PEERS is a known host')


def _cyclone(uri: str) -> Iterator[Finding]:
    """XML, or files with XML, between commas."""
    parts = [uri] if uri.lstrip().startswith('<') else [each for each in uri.split(',') if each]
    for part in parts:
        try:
            text = part if part.lstrip().startswith('<') else pathlib.Path(part.removeprefix('file://')).read_text()
            ElementTree.fromstring(f'<all>{re.sub("<[?].*?[?]>", "", text)}</all>')
        except (OSError, ElementTree.ParseError) as error:
            yield Finding('error', f'CYCLONEDDS_URI: {part:.60} is no XML that can be read: {error}')
        else:
            yield Finding('note', f'CYCLONEDDS_URI: {part:.60} is in force', 'if something is odd, try without it')
