# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Components: what the ament index offers, and what containers have loaded."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from ..messages import interface
from ..packages import prefixes
from ..parameters import named
from .calling import Caller
from .frame import CommandError, existing
from .graph import CommandNode, absolute, add_graph_arguments
from .parameters import as_kind, from_argument

_SERVICES = {'list_nodes': 'ListNodes', 'load_node': 'LoadNode', 'unload_node': 'UnloadNode'}
_CONNECTED = 5.0
"""Seconds until a container's service is to be there. Its answer has no limit: a constructor takes its time."""
_LEVELS = {'debug': 10, 'info': 20, 'warn': 30, 'error': 40, 'fatal': 50}


def registered() -> dict[str, list[str]]:
    """The components of each package that has some, of the prefixes in AMENT_PREFIX_PATH."""
    found: dict[str, list[str]] = {}
    for prefix in prefixes():
        index = prefix / 'share/ament_index/resource_index/rclcpp_components'
        for file in index.iterdir() if index.is_dir() else ():
            if file.name not in found and file.is_file():
                lines = file.read_text(encoding='utf-8', errors='replace').splitlines()
                found[file.name] = [line.partition(';')[0] for line in lines if line.strip()]
    return dict(sorted(found.items()))


def containers(there: CommandNode) -> list[str]:
    """Nodes that have a container's services, in order."""
    services = there.node.services()
    return sorted(
        name.removesuffix('/_container/load_node')
        for name in services
        if name.endswith('/_container/load_node')
        and all(
            f'composition_interfaces/srv/{kind}' in services.get(name.removesuffix('load_node') + service, [])
            and there.has_server(name.removesuffix('load_node') + service)
            for service, kind in _SERVICES.items()
        )
    )


def chosen(there: CommandNode, container: str) -> str:
    """The container that the command names; CommandError, which tells what there is, if there is none."""
    name = absolute(container)
    there.find(lambda: name in containers(there))
    if name not in (found := containers(there)):
        if name in there.node.nodes():
            raise CommandError(f'node {name} is no container: it has no service {name}/_container/load_node')
        raise CommandError(existing('container', name, found))
    return name


def ask(there: CommandNode, container: str, service: str, seconds: float | None = None, **request: Any) -> Any:
    """The response of one of a container's services. CommandError if the container goes away."""
    cls = interface(f'composition_interfaces/srv/{_SERVICES[service]}')
    caller = Caller(there, cls, f'{container}/_container/{service}')
    caller.wait_for_server(_CONNECTED)
    return caller.call(cls.Request(**request), seconds, while_there=True)


def loaded(there: CommandNode, container: str) -> list[tuple[int, str]]:
    """Ids and names of its components. CommandError if it does not answer."""
    response = ask(there, container, 'list_nodes', _CONNECTED)
    if len(response.unique_ids) != len(response.full_node_names):
        counts = f'{len(response.unique_ids)} ids, {len(response.full_node_names)} names'
        raise CommandError(f'the answer of {container}/_container/list_nodes has {counts}; expected as many of each')
    return [(int(id_), name) for id_, name in zip(response.unique_ids, response.full_node_names, strict=True)]


def add_component_arguments(parser: argparse.ArgumentParser) -> None:
    """What is loaded, and with which options."""
    parser.add_argument('package')
    parser.add_argument('component', help="its class: 'my_package::Camera'")
    parser.add_argument('-n', '--node-name', help='(default: what the component is called by itself)')
    parser.add_argument('--node-namespace', help='/left')
    parser.add_argument('--log-level', help=f'{", ".join(_LEVELS)}, or the number')
    parser.add_argument(
        '-r', '--remap-rule', action='append', default=[], metavar='FROM:=TO', help='a name of the component is another'
    )
    parser.add_argument(
        '-p', '--parameter', action='append', default=[], metavar='NAME:=VALUE', help='the value in YAML'
    )
    parser.add_argument(
        '-e',
        '--extra-argument',
        action='append',
        default=[],
        metavar='NAME:=VALUE',
        help='for the container: use_intra_process_comms:=false',
    )
    parser.add_argument('-s', '--use-sim-time', action='store_true', help="taken for ROS 2's sake: no time is needed")
    add_graph_arguments(parser)


def request_of(args: argparse.Namespace) -> dict[str, Any]:
    """The fields of the request that the arguments ask for. CommandError if they are wrong."""
    return {
        'package_name': args.package,
        'plugin_name': args.component,
        'node_name': args.node_name or '',
        'node_namespace': args.node_namespace or '',
        'log_level': _level(args.log_level),
        'remap_rules': args.remap_rule,
        'parameters': _parameters(args.parameter),
        'extra_arguments': _parameters(args.extra_argument),
    }


def load(there: CommandNode, container: str, request: dict[str, Any]) -> tuple[int, str]:
    """Id and name of the component. CommandError, which says what the package offers, if it is not loaded."""
    response = ask(there, container, 'load_node', **request)
    if response.success:
        return int(response.unique_id), str(response.full_node_name)
    package, component = request['package_name'], request['plugin_name']
    known = registered()  # here: the container may see others
    hint = ''
    if package not in known:
        hint = f'\n{existing("package with components here:", package, known)}'
    elif component not in known[package]:
        hint = f'\n{existing(f"component of package {package}:", component, known[package])}'
    raise CommandError(f'{container} did not load {component} of {package}: {response.error_message}{hint}')


def _level(text: str | None) -> int:
    if text is None:
        return 0
    if text.isdecimal() and int(text) in (0, *_LEVELS.values()):
        return int(text)
    if text.lower() not in _LEVELS:
        raise CommandError(f"log level '{text}'; expected {', '.join(_LEVELS)}, or their numbers", 2)
    return _LEVELS[text.lower()]


def _parameters(assignments: Iterable[str]) -> list[Any]:
    found = []
    for each in assignments:
        name, equals, value = each.partition(':=')
        if not name or not equals:
            raise CommandError(f"'{each}'; expected NAME:=VALUE", 2)
        try:
            found.append(named(name, as_kind(from_argument(value), None)))
        except (TypeError, ValueError) as error:
            raise CommandError(f'{name}: {error}', 2) from None
    return found
