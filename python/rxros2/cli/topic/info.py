# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic info: prints the type and the endpoints of a topic."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from ...graph_checks import endpoints, name_of
from ...node import EndpointInfo
from ..frame import CommandError, existing
from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_json, print_rows
from ..qos_arguments import policies
from ..shared_memory import pairs


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the topic, and options for details and the format of the output."""
    parser.add_argument('topic')
    parser.add_argument('-v', '--verbose', action='store_true', help='also print nodes and QoS')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the publishers and subscriptions of the topic. Raises CommandError if the topic does not exist."""
    topic = absolute(args.topic)
    with command_node(args) as node:
        node.find(lambda: node.ros_node.topics().get(topic))
        node.settle()
        types = node.ros_node.topics().get(topic)
        if not types:
            raise CommandError(existing('topic', topic, node.topic_names()))
        publishers, subscriptions = map(node.without_own, endpoints(node.ros_node, topic))
        unshared = node.ros_node.without_shared_memory(topic) if args.verbose else {}
    facts = [_facts('PUBLISHER', endpoint) for endpoint in publishers] + [
        _facts('SUBSCRIPTION', endpoint) for endpoint in subscriptions
    ]
    if args.json:
        counts = {'publishers': len(publishers), 'subscriptions': len(subscriptions)}
        print_json({'topic': topic, 'type': types, **counts, 'endpoints': facts})
    elif args.csv:
        rows = [[*{**endpoint, **endpoint['qos']}.values()] for endpoint in facts]
        names = [*facts[0], *facts[0]['qos']] if facts else []
        drop = names.index('qos') if names else 0
        print_rows(args, [n for n in names if n != 'qos'], [row[:drop] + row[drop + 1 :] for row in rows])
    else:
        print(f'Type: {", ".join(types)}\n')
        for title, all_ in (('Publisher', publishers), ('Subscription', subscriptions)):
            print(f'{title} count: {len(all_)}\n')
            for endpoint in all_ if args.verbose else ():
                print(_text(_facts(title.upper(), endpoint)), end='\n\n')
        for line in _shared_memory(publishers, subscriptions, unshared):
            print(line)
    return 0


def _shared_memory(
    publishers: list[EndpointInfo], subscriptions: list[EndpointInfo], unshared: dict[tuple[bytes, bytes], str]
) -> Iterator[str]:
    """Yields lines about the way of large messages for each pair of nodes."""
    if unshared:
        yield 'Shared memory for large messages:'
    for pair in pairs(publishers, subscriptions, unshared):
        answer = f'no, {pair.reason}' if pair.reason else 'yes'
        yield f'  {name_of(pair.publisher)} to {name_of(pair.subscription)}: {answer}'


def _facts(kind: str, endpoint: EndpointInfo) -> dict[str, Any]:
    return {
        'node_name': endpoint.node_name,
        'node_namespace': endpoint.node_namespace,
        'topic_type': endpoint.topic_type,
        'topic_type_hash': endpoint.topic_type_hash,
        'endpoint_type': kind,
        'gid': '.'.join(f'{byte:02x}' for byte in endpoint.endpoint_gid),
        'qos': policies(endpoint.qos_profile),
    }


def _text(facts: dict[str, Any]) -> str:
    names = {'gid': 'GID', 'topic_type_hash': 'Topic type hash', 'topic_type': 'Topic type'}
    lines = [
        f'{names.get(name) or name.replace("_", " ").capitalize()}: {value or "INVALID"}'
        for name, value in facts.items()
        if name != 'qos'
    ]
    qos = facts['qos']
    history = f'{qos["history"].upper()}' + (f' ({qos["depth"]})' if qos['history'] == 'keep_last' else '')
    lines.append('QoS profile:')
    for name, value in qos.items():
        if name != 'depth':
            text = history if name == 'history' else 'Infinite' if value is None else value
            label = {'history': 'History (Depth)'}.get(name) or name.replace('_', ' ').capitalize()
            lines.append(f'  {label}: {text.upper() if name in ("reliability", "durability", "liveliness") else text}')
    return '\n'.join(lines)
