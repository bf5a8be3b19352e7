# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Components of the ament index, and components that containers have loaded."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from ..messages import interface
from ..packages import prefixes
from ..parameters import named
from .frame import CommandError, existing
from .graph import CommandNode, absolute, add_graph_arguments
from .parameters import as_kind, from_argument
from .service_call import Caller

_SERVICES = {'list_nodes': 'ListNodes', 'load_node': 'LoadNode', 'unload_node': 'UnloadNode'}
_CONNECTED = 5.0
"""Seconds to wait for a container's service. A response has no limit, as a component's constructor may take long."""
_LEVELS = {'debug': 10, 'info': 20, 'warn': 30, 'error': 40, 'fatal': 50}


def registered() -> dict[str, list[str]]:
    """Returns the components of each package in AMENT_PREFIX_PATH that registers some."""
    components: dict[str, list[str]] = {}
    for prefix in prefixes():
        index = prefix / 'share/ament_index/resource_index/rclcpp_components'
        for file in index.iterdir() if index.is_dir() else ():
            if file.name not in components and file.is_file():
                lines = file.read_text(encoding='utf-8', errors='replace').splitlines()
                components[file.name] = [line.partition(';')[0] for line in lines if line.strip()]
    return dict(sorted(components.items()))


def containers(node: CommandNode) -> list[str]:
    """Returns the names of nodes that have the services of a container, sorted."""
    services = node.ros_node.services()
    return sorted(
        name.removesuffix('/_container/load_node')
        for name in services
        if name.endswith('/_container/load_node')
        and all(
            f'composition_interfaces/srv/{kind}' in services.get(name.removesuffix('load_node') + service, [])
            and node.has_server(name.removesuffix('load_node') + service)
            for service, kind in _SERVICES.items()
        )
    )


def chosen(node: CommandNode, container: str) -> str:
    """Returns the full name of a container. CommandError, which lists the known ones, if it does not exist."""
    name = absolute(container)
    node.find(lambda: name in containers(node))
    if name not in (known := containers(node)):
        if name in node.ros_node.nodes():
            raise CommandError(f'node {name} is not a container: it has no service {name}/_container/load_node')
        raise CommandError(existing('container', name, known))
    return name


def ask(node: CommandNode, container: str, service: str, seconds: float | None = None, **request: Any) -> Any:
    """Calls a service of a container and returns the response. CommandError if the container disconnects."""
    cls = interface(f'composition_interfaces/srv/{_SERVICES[service]}')
    caller = Caller(node, cls, f'{container}/_container/{service}')
    caller.wait_for_server(_CONNECTED)
    return caller.call(cls.Request(**request), seconds, while_connected=True)


def loaded(node: CommandNode, container: str) -> list[tuple[int, str]]:
    """Returns ids and names of the components of a container. CommandError if it does not respond."""
    response = ask(node, container, 'list_nodes', _CONNECTED)
    if len(response.unique_ids) != len(response.full_node_names):
        counts = f'{len(response.unique_ids)} ids, {len(response.full_node_names)} names'
        raise CommandError(f'response of {container}/_container/list_nodes: {counts}; expected as many of each')
    return [(int(id_), name) for id_, name in zip(response.unique_ids, response.full_node_names, strict=True)]


def add_component_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that name a component and the options of its node."""
    parser.add_argument('package')
    parser.add_argument('component', help="class of the component: 'my_package::Camera'")
    parser.add_argument('-n', '--node-name', help="name of the node (default: the component's own)")
    parser.add_argument('--node-namespace', help='namespace of the node: /left')
    parser.add_argument('--log-level', help=f'log level of the node: {", ".join(_LEVELS)}, or its number')
    parser.add_argument(
        '-r', '--remap-rule', action='append', default=[], metavar='FROM:=TO', help='rename a topic, service or node'
    )
    parser.add_argument(
        '-p',
        '--parameter',
        action='append',
        default=[],
        metavar='NAME:=VALUE',
        help='set a parameter; the value is YAML',
    )
    parser.add_argument(
        '-e',
        '--extra-argument',
        action='append',
        default=[],
        metavar='NAME:=VALUE',
        help='option for the container: use_intra_process_comms:=false',
    )
    add_graph_arguments(parser)


def request_of(args: argparse.Namespace) -> dict[str, Any]:
    """Returns the fields of a LoadNode request. CommandError if an argument is wrong."""
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


def load(node: CommandNode, container: str, request: dict[str, Any]) -> tuple[int, str]:
    """Loads a component and returns its id and name. If that fails, CommandError lists the package's components."""
    response = ask(node, container, 'load_node', **request)
    if response.success:
        return int(response.unique_id), str(response.full_node_name)
    package, component = request['package_name'], request['plugin_name']
    known = registered()  # of this shell's workspaces; the container may have sourced others
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
    parameters = []
    for assignment in assignments:
        name, equals, value = assignment.partition(':=')
        if not name or not equals:
            raise CommandError(f"'{assignment}'; expected NAME:=VALUE", 2)
        try:
            parameters.append(named(name, as_kind(from_argument(value), None)))
        except (TypeError, ValueError) as error:
            raise CommandError(f'{name}: {error}', 2) from None
    return parameters
