# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks the environment variables that configure ROS 2."""

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
    """Yields findings about environment variables."""
    yield from _domain(os.environ.get('ROS_DOMAIN_ID', ''))
    yield from _discovery()
    for peer in filter(None, re.split('[;,]', os.environ.get('ROS_STATIC_PEERS', ''))):
        yield _peer(peer)
    rmw = os.environ.get('RMW_IMPLEMENTATION', '')
    if rmw == 'rmw_zenoh_cpp':
        yield from _zenoh()
    else:
        if rmw and rmw != 'rmw_cyclonedds_cpp':
            yield Finding(
                'note', f'RMW_IMPLEMENTATION={rmw} is ignored: rxros2 uses Cyclone DDS then, which can talk to it'
            )
        yield from _shared_memory()
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
            f'ROS_DOMAIN_ID={text} uses ports {first} to {first + 249}; other programs may occupy some of them',
            f'use a domain from 0 to {(low - 7400) // 250 - 1}',
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
        scope = 'no other machine is' if range_ == 'LOCALHOST' else 'only ROS_STATIC_PEERS are'
        yield Finding(
            'note',
            f'ROS_AUTOMATIC_DISCOVERY_RANGE={range_}: {scope} found',
            'to find all machines: unset ROS_AUTOMATIC_DISCOVERY_RANGE',
        )
    if os.environ.get('ROS_LOCALHOST_ONLY') == '1':
        yield Finding(
            'note',
            'ROS_LOCALHOST_ONLY=1, which newer ROS 2 has given up: no other machine is found',
            'to find all machines: unset ROS_LOCALHOST_ONLY; else: export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST',
        )


def _shared_memory() -> Iterator[Finding]:
    value = os.environ.get('RXROS2_SHARED_MEMORY', '')
    if value not in ('', 'on', 'off'):
        yield Finding('error', f"RXROS2_SHARED_MEMORY is '{value}'; expected on or off")
    elif value == 'off':
        yield Finding(
            'note',
            'RXROS2_SHARED_MEMORY=off: large messages between processes of this host travel over the network',
            'to make them several times faster: unset RXROS2_SHARED_MEMORY',
        )


def _zenoh() -> Iterator[Finding]:
    from ..._core import zenoh_version

    try:
        version = zenoh_version()
    except RuntimeError as error:
        yield Finding('error', f'RMW_IMPLEMENTATION=rmw_zenoh_cpp: {error}', 'unset RMW_IMPLEMENTATION, or install it')
        return
    yield Finding('ok', f'RMW_IMPLEMENTATION=rmw_zenoh_cpp: nodes talk by {version}, not by DDS')
    file = os.environ.get('ZENOH_SESSION_CONFIG_URI', '')
    if file and not pathlib.Path(file.removeprefix('file://')).is_file():
        yield Finding('error', f'ZENOH_SESSION_CONFIG_URI: there is no file {file}', 'correct its name')


def _peer(peer: str) -> Finding:
    try:
        socket.getaddrinfo(peer.strip(), None)
    except OSError as error:
        return Finding('error', f'{peer} of ROS_STATIC_PEERS is not a known host: {error.strerror}', 'correct its name')
    return Finding('ok', f'{peer} of ROS_STATIC_PEERS is a known host')


def _cyclone(uri: str) -> Iterator[Finding]:
    """Checks CYCLONEDDS_URI: XML, or files with XML, separated by commas."""
    parts = [uri] if uri.lstrip().startswith('<') else [item for item in uri.split(',') if item]
    for part in parts:
        try:
            text = part if part.lstrip().startswith('<') else pathlib.Path(part.removeprefix('file://')).read_text()
            ElementTree.fromstring(f'<all>{re.sub("<[?].*?[?]>", "", text)}</all>')
        except (OSError, ElementTree.ParseError) as error:
            yield Finding('error', f'CYCLONEDDS_URI: {part:.60} is not readable XML: {error}')
        else:
            yield Finding(
                'note', f'CYCLONEDDS_URI: {part:.60} is in effect', 'if something behaves oddly, try without it'
            )
