# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The facts of `doctor --report`: platform, environment, network, packages, topics and the QoS of their endpoints."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable, Collection, Iterator

from ...graph_checks import endpoints, mismatches, name_of
from ...packages import packages
from ...printable import one_line
from ..checks.network import interfaces
from ..frame import CommandError, version
from ..graph import CommandNode, command_node, is_hidden
from ..output import print_json, print_rows

_Fact = tuple[str, object]
_VARIABLES = ('ROS_', 'RMW_', 'CYCLONEDDS_', 'RXROS2_', 'AMENT_')


def print_report(args: argparse.Namespace, checks: Collection[str]) -> None:
    """Prints the sections that belong to these checks of doctor."""
    sections = [(title, list(facts())) for title, check, facts in _SECTIONS if check in checks]
    if 'versions' in checks:
        sections.append(('PACKAGE VERSIONS', list(_packages())))
    if not {'graph', 'running', 'streams'}.isdisjoint(checks):
        try:
            with command_node() as node:
                node.settle()
                sections += [('TOPIC LIST', list(_topics(node))), ('QOS COMPATIBILITY LIST', list(_qos(node)))]
        except CommandError as error:
            sections.append(('TOPIC LIST', [('no node can be created', str(error))]))
    if args.json:
        print_json({title: [{'name': name, 'value': value} for name, value in facts] for title, facts in sections})
    elif args.csv:
        print_rows(args, ('section', 'name', 'value'), [(title, *fact) for title, facts in sections for fact in facts])
    else:
        for title, facts in sections:
            print(f'\n   {title}')
            width = max((len(name) for name, _ in facts), default=0)
            for name, value in facts:
                print(f'{one_line(name):<{width}} : {one_line(str(value))}')


def _platform() -> Iterator[_Fact]:
    yield 'system', platform.system()
    yield 'platform info', platform.platform()
    yield 'release', platform.release()
    yield 'processor', platform.machine()
    yield 'processors', os.cpu_count() or 'unknown'
    yield 'python', f'{platform.python_version()}, {sys.executable}'


def _rxros2() -> Iterator[_Fact]:
    yield 'rxros2 version', version()
    zenoh = os.environ.get('RMW_IMPLEMENTATION') == 'rmw_zenoh_cpp'
    yield 'middleware name', f'{"rmw_zenoh_cpp" if zenoh else "rmw_cyclonedds_cpp"} (part of rxros2)'
    for name in sorted(os.environ):
        if name.startswith(_VARIABLES):
            yield name, os.environ[name]


def _network() -> Iterator[_Fact]:
    for name, flags, address in interfaces():
        words = [word for bit, word in ((1, 'UP'), (8, 'LOOPBACK'), (0x1000, 'MULTICAST')) if flags & bit]
        yield name, f'{address or "no IPv4 address"} {",".join(words)}'


def _packages() -> Iterator[_Fact]:
    from xml.etree import ElementTree

    own = packages().get('builtin_interfaces')
    for name, prefix in sorted(packages().items()):
        file = prefix / 'share' / name / 'package.xml'
        if prefix == own:
            yield name, f'part of rxros2 {version()}'
            continue
        try:
            yield name, ElementTree.parse(file).findtext('version') or 'unknown'
        except (OSError, ElementTree.ParseError):
            yield name, f'unknown: {file} cannot be read'


def _topics(node: CommandNode) -> Iterator[_Fact]:
    for topic in sorted(node.ros_node.topics()):
        if not is_hidden(topic):
            publishers, subscriptions = map(node.without_own, endpoints(node.ros_node, topic))
            yield topic, f'{len(publishers)} publishers, {len(subscriptions)} subscriptions'


def _qos(node: CommandNode) -> Iterator[_Fact]:
    for topic in sorted(node.ros_node.topics()):
        publishers, subscriptions = map(node.without_own, endpoints(node.ros_node, topic))
        for publisher, subscription, why in mismatches(publishers, subscriptions):
            yield topic, f'{name_of(publisher)} -> {name_of(subscription)}: {why}'


_SECTIONS: tuple[tuple[str, str, Callable[[], Iterator[_Fact]]], ...] = (
    ('PLATFORM INFORMATION', 'environment', _platform),
    ('RMW MIDDLEWARE', 'environment', _rxros2),
    ('NETWORK CONFIGURATION', 'network', _network),
)
