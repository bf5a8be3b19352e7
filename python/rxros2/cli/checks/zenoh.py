# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks the network of Zenoh: this process's session, the router of this host, and the nodes that are reached."""

from __future__ import annotations

import json
import os
import socket
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...printable import one_line
from . import Finding

_ROUTER = 'rxros2 zenohd, or start a node with ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET or LOCALHOST, which serves'


def check() -> Iterator[Finding]:
    """Yields findings about the session, its router and who is reached."""
    from ..._core import inspect_zenoh

    try:
        report = json.loads(inspect_zenoh())
    except (RuntimeError, ValueError) as error:
        yield Finding('error', str(error), 'fix the problems of the environment that are listed above')
        return
    yield from findings(report, os.environ)


def findings(report: Mapping[str, Any], environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yields what a report of inspect_zenoh() means in an environment."""
    described = {about['zid']: about for about in map(_described, report['zenoh_nodes']) if about}
    yield _session(report, environment)
    yield from _router(report, environment, described)
    yield from _nodes(report['nodes'], _hosts(report, described), described, environment)


def _described(text: str) -> dict[str, Any]:
    """Parses what a node of Zenoh says about itself; empty if that is malformed, as a peer may send anything."""
    try:
        about = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(about, dict) or not isinstance(about.get('zid'), str):
        return {}
    metadata = about.get('metadata')
    return {
        'zid': about['zid'],
        'metadata': {key: _one_line(value) for key, value in metadata.items()} if isinstance(metadata, dict) else {},
        'sessions': [{**entry, 'links': _objects(entry.get('links'))} for entry in _objects(about.get('sessions'))],
    }


def _one_line(value: Any) -> Any:
    """Returns a value of a peer for a report: a short text of one line, a number, or None."""
    if isinstance(value, str):
        return one_line(value[:200])
    return value if isinstance(value, int) else None


def _objects(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _session(report: Mapping[str, Any], environment: Mapping[str, str]) -> Finding:
    file = environment.get('ZENOH_SESSION_CONFIG_URI', '')
    if file:
        source = f'the settings of {file}'
    else:
        range_ = environment.get('ROS_AUTOMATIC_DISCOVERY_RANGE') or 'SUBNET'
        source = f'the settings of rmw_zenoh_cpp with discovery range {range_}'
    if environment.get('ZENOH_CONFIG_OVERRIDE'):
        source += ' and ZENOH_CONFIG_OVERRIDE'
    return Finding(
        'ok',
        f'a session of Zenoh is a {report["mode"]}, {report["id"]}, with {source}: it connects to '
        f'{_listed(report["connect"])} and listens on {_listed(report["listen"])}'
        f'{", and searches by multicast" if report["multicast"] is True else ""}',
    )


def _listed(endpoints: Any) -> str:
    """Returns the endpoints of a setting, which may be a list, or an object with lists for each mode."""
    if isinstance(endpoints, dict):
        endpoints = [endpoint for group in endpoints.values() for endpoint in group or []]
    return ', '.join(map(str, endpoints or [])) or 'nothing'


def _router(
    report: Mapping[str, Any], environment: Mapping[str, str], described: Mapping[str, Mapping[str, Any]]
) -> Iterator[Finding]:
    if environment.get('ROS_AUTOMATIC_DISCOVERY_RANGE') == 'OFF':
        yield Finding('note', 'no router is used: ROS_AUTOMATIC_DISCOVERY_RANGE is OFF')
        return
    port = report['port']
    if port and port['fault']:
        at = f'at {port["endpoint"]}, where the router of this host should be'
        yield Finding('error', f'{at}, is {port["fault"]}', port['cure'])
    routers = [link for link in report['links'] if link['kind'] == 'router']
    for link in routers:
        yield Finding('ok', f'the router {_listed(link["to"])}, {link["id"]}, is {_process(described.get(link["id"]))}')
    if routers or (port and port['fault']):
        return
    serves = environment.get('ROS_AUTOMATIC_DISCOVERY_RANGE', 'SUBNET') in ('', 'SUBNET', 'LOCALHOST')
    if port and port['is_open']:
        yield Finding(
            'warning', f'the router at {port["endpoint"]} is not connected: it is too busy, or refuses this session'
        )
    elif port and serves and not environment.get('ZENOH_SESSION_CONFIG_URI'):
        yield Finding('note', f'no router runs at {port["endpoint"]}: the first node of this host will serve as one')
    else:
        at = f' at {port["endpoint"]}' if port else f' at {_listed(report["connect"])}'
        yield Finding('error', f'no router answers{at}, so nodes do not find each other', _ROUTER)


def _process(about: Mapping[str, Any] | None) -> str:
    """Describes the process of a node of Zenoh by what it says about itself."""
    metadata = about['metadata'] if about else {}
    if not isinstance(metadata.get('program'), str):
        return 'a program of its own, such as rmw_zenohd'
    host = metadata.get('host')
    where = 'this host' if host == socket.gethostname() else f'host {host}'
    return f'a {metadata["program"]}: process {metadata.get("process")} of {where}'


def _hosts(report: Mapping[str, Any], described: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Returns the host of each session that is known: by its own words, or by the address of its connection."""
    hosts: dict[str, str] = {}
    connections: list[tuple[Any, Any]] = [
        (session.get('peer'), link.get('dst'))
        for about in described.values()
        for session in about['sessions']
        for link in session['links']
    ]
    connections += [(link['id'], to) for link in report['links'] for to in link['to']]
    for id_, address in connections:
        if isinstance(id_, str) and isinstance(address, str):
            host = one_line(address[:200]).partition('/')[2].rpartition(':')[0]
            hosts[id_] = 'this host' if host.startswith('127.') or host in ('[::1]', '') else host
    for id_, about in described.items():
        host = about['metadata'].get('host')
        if isinstance(host, str) and host:
            hosts[id_] = 'this host' if host == socket.gethostname() else host
    return hosts


def _nodes(
    nodes: Sequence[Mapping[str, Any]],
    hosts: Mapping[str, str],
    described: Mapping[str, Mapping[str, Any]],
    environment: Mapping[str, str],
) -> Iterator[Finding]:
    domain = _domain(environment)
    ours = [node for node in nodes if node['domain'] == domain]
    processes: dict[str, set[str]] = defaultdict(set)
    counts: Counter[str] = Counter()
    for node in ours:
        host = hosts.get(node['session'], 'hosts behind routers')
        counts[host] += 1
        about = described.get(node['session'])
        process = about['metadata'].get('process') if about else None
        processes[host].add(str(process or node['session']))
    for host, count in sorted(counts.items(), key=lambda entry: (entry[0] != 'this host', entry[0])):
        yield Finding('ok', f'{_plural(count, "node")} in {_plural(len(processes[host]), "process")} on {host}')
    if not ours:
        yield Finding('note', f'no node is reached in domain {domain}')
    others = Counter(node['domain'] for node in nodes if node['domain'] != domain)
    for other, count in sorted(others.items()):
        yield Finding(
            'note' if ours else 'warning',
            f'{_plural(count, "node")} in domain {other}, which domain {domain} does not see',
            '' if ours else f'to see {"it" if count == 1 else "them"}: export ROS_DOMAIN_ID={other}',
        )


def _domain(environment: Mapping[str, str]) -> int:
    try:
        return int(environment.get('ROS_DOMAIN_ID') or '0', 0)
    except ValueError:
        return 0


def _plural(count: int, noun: str) -> str:
    return f'{count} {noun}' if count == 1 else f'{count} {noun}{"es" if noun.endswith("s") else "s"}'
