# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The tags of XML and YAML launch files with their attributes and parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..actions import configurations, include, loops, plain, process
from ..entity import Action
from ..ros import components, node
from ..ros.parameters import ParameterValue
from ..substitution_text import Parts
from .attributes import (
    Attribute,
    attributes_of,
    boolean,
    choices,
    command_line,
    condition,
    integer,
    mapping,
    number,
    pairs,
    parts_of,
    plain_text,
)
from .element import Element
from .parameters import parameter_value, parameters


@dataclass(frozen=True)
class Tag:
    """A tag and the action that it creates.

    `parts`: children that are no actions, by their tags. `actions`: it contains actions; `loop`: it repeats them.
    """

    make: Callable[..., Action]
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, Callable[[Sequence[Element]], Any]]] = field(default_factory=dict)
    actions: bool = False
    loop: bool = False


def on_exit(element: Element, name: str) -> list[Action]:
    """Returns the actions of the attribute on_exit."""
    if element.text(name) != 'shutdown':
        raise element.fail(f"on_exit is '{element.text(name)}'; expected shutdown")
    return [plain.Shutdown(reason='on_exit')]


def composable_nodes(elements: Sequence[Element]) -> list[components.ComposableNode]:
    """Creates the nodes of <composable_node> elements."""
    known = {
        'pkg': Attribute('package', required=True),
        'plugin': Attribute('plugin', required=True),
        'name': Attribute('name'),
        'namespace': Attribute('namespace'),
        **CONDITIONS,
    }
    parts = {**_NODE_PARTS, 'extra_arg': ('extra_arguments', lambda children: [mapping(children)])}
    nodes = []
    for child in elements:
        arguments = condition(child, attributes_of(child, known)) | parts_of(child, parts)
        composable = components.ComposableNode(**arguments)
        composable.place = child.place
        nodes.append(composable)
    return nodes


def _log(*, level: Parts | str = 'info', **kwargs: Any) -> Action:
    return plain.Log(level=level, **kwargs)


def _for(*, name: str, function: Callable[..., Any], **kwargs: Any) -> Action:
    return loops.ForLoop(name=name, function=lambda i: function(**{name: i}), **kwargs)


CONDITIONS = {'if': Attribute('if'), 'unless': Attribute('unless')}
_PROCESS = {
    'cwd': Attribute('cwd'),
    'launch-prefix': Attribute('prefix'),
    'output': Attribute('output'),
    'on_exit': Attribute('on_exit', on_exit),
    'respawn': Attribute('respawn', boolean),
    'respawn_delay': Attribute('respawn_delay', number),
    'respawn_max_retries': Attribute('respawn_max_retries', integer),
    'sigterm_timeout': Attribute('sigterm_timeout', number),
    'sigkill_timeout': Attribute('sigkill_timeout', number),
    'emulate_tty': Attribute('emulate_tty', boolean),
}
_NODE = {
    'pkg': Attribute('package'),
    'exec': Attribute('executable', required=True),
    'name': Attribute('name'),
    'namespace': Attribute('namespace'),
    'exec_name': Attribute('exec_name'),
    'args': Attribute('arguments', command_line),
    'ros_args': Attribute('ros_arguments', command_line),
    **_PROCESS,
}
_NODE_PARTS: dict[str, tuple[str, Callable[[Sequence[Element]], Any]]] = {
    'param': ('parameters', parameters),
    'remap': ('remappings', pairs('from', 'to')),
}
_ENVIRONMENT: dict[str, tuple[str, Callable[[Sequence[Element]], Any]]] = {'env': ('additional_env', mapping)}
_KEEP: tuple[str, Callable[[Sequence[Element]], Any]] = ('launch_configurations', mapping)
_NAMED = {'name': Attribute('name', required=True)}
_MESSAGE = {'message': Attribute('msg', required=True)}
_VALUE = {**_NAMED, 'value': Attribute('value', required=True)}

TAGS: dict[str, Tag] = {
    'node': Tag(node.Node, _NODE, {**_NODE_PARTS, **_ENVIRONMENT}),
    'node_container': Tag(
        components.ComposableNodeContainer,
        _NODE | {name: Attribute(name, required=True) for name in ('name', 'namespace')},
        {**_NODE_PARTS, **_ENVIRONMENT, 'composable_node': ('composable_node_descriptions', composable_nodes)},
    ),
    'load_composable_node': Tag(
        components.LoadComposableNodes,
        {'target': Attribute('target_container', required=True)},
        {'composable_node': ('composable_node_descriptions', composable_nodes)},
    ),
    'executable': Tag(
        process.ExecuteProcess,
        {
            'cmd': Attribute('cmd', command_line, True),
            'name': Attribute('name'),
            'shell': Attribute('shell', boolean),
            **_PROCESS,
        },
        _ENVIRONMENT,
    ),
    'arg': Tag(
        configurations.DeclareLaunchArgument,
        {
            'name': Attribute('name', plain_text, True),
            'default': Attribute('default_value'),
            'description': Attribute('description', plain_text),
        },
        {'choice': ('choices', choices)},
    ),
    'let': Tag(configurations.SetLaunchConfiguration, _VALUE),
    'unlet': Tag(configurations.UnsetLaunchConfiguration, _NAMED),
    'set_env': Tag(configurations.SetEnvironmentVariable, _VALUE),
    'unset_env': Tag(configurations.UnsetEnvironmentVariable, _NAMED),
    'append_env': Tag(
        configurations.AppendEnvironmentVariable,
        _VALUE | {'prepend': Attribute('prepend', boolean), 'separator': Attribute('separator')},
    ),
    'reset_env': Tag(configurations.ResetEnvironment),
    'reset': Tag(configurations.ResetLaunchConfigurations, parts={'keep': _KEEP}),
    'group': Tag(
        configurations.GroupAction,
        {'scoped': Attribute('scoped', boolean), 'forwarding': Attribute('forwarding', boolean)},
        {'keep': _KEEP},
        actions=True,
    ),
    'include': Tag(
        include.IncludeLaunchDescription,
        {'file': Attribute('launch_description_source', required=True)},
        {
            'arg': ('launch_arguments', pairs('name', 'value')),
            'let': ('launch_arguments', pairs('name', 'value')),
        },
    ),
    'log': Tag(_log, {**_MESSAGE, 'level': Attribute('level')}),
    'log_info': Tag(plain.LogInfo, _MESSAGE),
    'log_warning': Tag(plain.LogWarning, _MESSAGE),
    'log_error': Tag(plain.LogError, _MESSAGE),
    'log_debug': Tag(plain.LogDebug, _MESSAGE),
    'for': Tag(
        _for,
        {'len': Attribute('length', required=True), 'name': Attribute('name', plain_text, True)},
        actions=True,
        loop=True,
    ),
    'for_each': Tag(loops.ForEach, {'values': Attribute('input_values', required=True)}, actions=True, loop=True),
    'shutdown': Tag(plain.Shutdown, {'reason': Attribute('reason')}),
    'timer': Tag(
        plain.TimerAction,
        {
            'period': Attribute('period', number, True),
            'cancel_on_shutdown': Attribute('cancel_on_shutdown', boolean),
        },
        actions=True,
    ),
    'ros_timer': Tag(node.RosTimer, {'period': Attribute('period', number, True)}, actions=True),
    'push_ros_namespace': Tag(node.PushRosNamespace, {'namespace': Attribute('namespace', required=True)}),
    'push-ros-namespace': Tag(node.PushRosNamespace, {'namespace': Attribute('namespace', required=True)}),
    'set_parameter': Tag(
        node.SetParameter,
        {
            'name': Attribute('name', required=True),
            'value': Attribute('value', lambda element, _: ParameterValue(parameter_value(element)), True),
        },
    ),
    'set_parameters_from_file': Tag(node.SetParametersFromFile, {'filename': Attribute('filename', required=True)}),
    'set_remap': Tag(node.SetRemap, {'from': Attribute('src', required=True), 'to': Attribute('dst', required=True)}),
    'set_ros_log_dir': Tag(node.SetROSLogDir, {'new_log_dir': Attribute('new_log_dir', required=True)}),
    'set_use_sim_time': Tag(node.SetUseSimTime, {'value': Attribute('value', boolean, True)}),
}
