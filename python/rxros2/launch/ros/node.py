# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node runs a program with a ROS 2 node. Other actions set parameters and remappings of all nodes of a scope."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...names import check_namespace, check_node_name
from ..actions.plain import TimerAction
from ..actions.process import ExecuteProcess
from ..entity import Action, LaunchDescriptionEntity
from ..errors import LaunchError
from ..substitution import (
    SomeSubstitutionsType,
    Substitution,
    bool_of,
    described,
    normalize_to_list_of_substitutions,
    text_of,
)
from ..substitutions import LaunchConfiguration
from ..yaml import dump_parameters
from .index import ExecutableInPackage
from .parameters import Value, checked, evaluate_parameters, evaluated, write_temporary_file

if TYPE_CHECKING:
    from ..context import LaunchContext

Remappings = Iterable[tuple[SomeSubstitutionsType, SomeSubstitutionsType]]

NAMESPACE, PARAMETERS, REMAPS = 'ros_namespace', 'global_params', 'ros_remaps'
"""Launch configurations for all nodes of a scope. PARAMETERS has pairs of name and value, and paths of files."""


def is_namespace_absolute(ns: str) -> bool:
    """Returns whether a namespace begins with '/'."""
    return ns.startswith('/')


def is_root_namespace(ns: str) -> bool:
    """Returns whether a namespace is '/'."""
    return ns == '/'


def make_namespace_absolute(ns: str | None) -> str | None:
    """Returns a namespace with a leading '/'."""
    return ns if ns is None or ns.startswith('/') else f'/{ns}'


def prefix_namespace(base_ns: str | None, ns: str | None) -> str | None:
    """Returns `ns` below `base_ns`, or unchanged if it begins with '/'."""
    if base_ns is None or (ns is not None and ns.startswith('/')):
        return ns
    if ns is None or ns == '':
        return base_ns
    return f'/{ns}' if base_ns == '/' else f'{base_ns}/{ns}'


def namespace_of(context: LaunchContext, ns: SomeSubstitutionsType | None) -> str | None:
    """Returns the absolute namespace of a node, below that of its scope; None without both.

    ValueError for an invalid namespace.
    """
    own = None if ns is None else text_of(context, ns)
    namespace = make_namespace_absolute(prefix_namespace(context.launch_configurations.get(NAMESPACE), own))
    if namespace is None:
        return None
    check_namespace(namespace)
    return namespace


def name_of(context: LaunchContext, name: SomeSubstitutionsType | None) -> str | None:
    """Returns the name of a node. ValueError for an invalid name."""
    node_name = None if name is None else text_of(context, name)
    if node_name is not None:
        check_node_name(node_name)
    return node_name


def remappings_of(context: LaunchContext, own: Remappings | None) -> list[tuple[str, str]]:
    """Returns the remappings of the scope, followed by those of the node."""
    remappings = list(context.launch_configurations.get(REMAPS, ()))
    for remapping in own or ():
        if isinstance(remapping, str) or len(pair := list(remapping)) != 2:
            raise TypeError(f'{remapping!r} is not a remapping; expected a pair (from, to)')
        remappings.append((text_of(context, pair[0]), text_of(context, pair[1])))
    return remappings


def parameters_of(context: LaunchContext, own: Iterable[Any]) -> list[Any]:
    """Returns the parameters of the scope, followed by those of the node: mappings and paths of files."""
    parameters: list[Any] = []
    for entry in context.launch_configurations.get(PARAMETERS, ()):
        parameters += [dict([entry])] if isinstance(entry, tuple) else evaluate_parameters(context, [entry])
    return parameters + evaluate_parameters(context, own)


class Node(ExecuteProcess):
    """Runs a program of a package, or a program by its path."""

    UNSPECIFIED_NODE_NAME = '<node_name_unspecified>'
    UNSPECIFIED_NODE_NAMESPACE = '<node_namespace_unspecified>'

    def __init__(
        self,
        *,
        executable: SomeSubstitutionsType,
        package: SomeSubstitutionsType | None = None,
        name: SomeSubstitutionsType | None = None,
        namespace: SomeSubstitutionsType | None = None,
        exec_name: SomeSubstitutionsType | None = None,
        parameters: Iterable[Any] | None = None,
        remappings: Remappings | None = None,
        ros_arguments: Iterable[SomeSubstitutionsType] | None = None,
        arguments: Iterable[SomeSubstitutionsType] | None = None,
        **kwargs: Any,
    ) -> None:
        program = executable if package is None else ExecutableInPackage(executable, package)
        super().__init__(cmd=[program, *(arguments or ())], name=exec_name, **kwargs)
        self.node_package = package
        self.node_executable = executable
        self._given_name = name
        self._given_namespace = namespace
        self._parameters = checked(parameters or [], self.describe())
        self._remappings = list(remappings or ())
        self._ros_arguments = list(ros_arguments or ())
        self._expanded: tuple[str | None, str | None] | None = None
        self.expanded_remapping_rules: list[tuple[str, str]] | None = None
        """The remappings after execution; None if there are none."""

    def describe(self) -> str:
        """Returns the class name, the package and the program."""
        package = '' if self.node_package is None else f'{described(self.node_package)}/'
        return f'{type(self).__name__} {package}{described(self.node_executable)}'

    @property
    def node_name(self) -> str:
        """Fully qualified name. RuntimeError before the action is executed."""
        if self._expanded is None:
            raise RuntimeError(f'{self.describe()}: its name is unknown before it is executed')
        name, namespace = self._expanded
        unknown = self.UNSPECIFIED_NODE_NAMESPACE if namespace is None else namespace
        return f'{unknown.rstrip("/")}/{self.UNSPECIFIED_NODE_NAME if name is None else name}'

    @property
    def expanded_node_namespace(self) -> str:
        """The namespace, evaluated once the action is executed."""
        namespace = None if self._expanded is None else self._expanded[1]
        return self.UNSPECIFIED_NODE_NAMESPACE if namespace is None else namespace

    def is_node_name_fully_specified(self) -> bool:
        """Returns whether the launch file sets name and namespace."""
        return self._expanded is not None and None not in self._expanded

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Evaluates name, parameters and remappings, and starts the process.

        Prints a warning for the second node with the same name.
        """
        if self._expanded is None:
            self._expanded = name_of(context, self._given_name), namespace_of(context, self._given_namespace)
            self.process_description.cmd += map(normalize_to_list_of_substitutions, self._arguments(context))
        if self.is_node_name_fully_specified() and context.next_number(f'node {self.node_name}') == 2:
            context.warn(f'{self.place}: there is a second node {self.node_name}')
        return super().execute(context)

    def _arguments(self, context: LaunchContext) -> list[SomeSubstitutionsType]:
        assert self._expanded is not None
        words: list[SomeSubstitutionsType] = list(self._ros_arguments)
        for rule, value in zip(('__node', '__ns'), self._expanded, strict=True):
            words += [] if value is None else ['-r', f'{rule}:={value}']
        for parameter_set in parameters_of(context, self._parameters):
            words += [
                '--params-file',
                str(
                    write_temporary_file(context, self._file(parameter_set))
                    if isinstance(parameter_set, Mapping)
                    else parameter_set
                ),
            ]
        self.expanded_remapping_rules = remappings_of(context, self._remappings) or None
        for source, target in self.expanded_remapping_rules or ():
            words += ['-r', f'{source}:={target}']
        return ['--ros-args', *words] if words else []

    def _file(self, values: Mapping[str, Value]) -> str:
        key = self.node_name if self.is_node_name_fully_specified() else '/**'
        return dump_parameters({key: {'ros__parameters': dict(values)}})


class PushRosNamespace(Action):
    """Sets the namespace of the following nodes of this scope."""

    def __init__(self, namespace: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.namespace = namespace

    def describe(self) -> str:
        """Returns the class name and the namespace."""
        return f'PushRosNamespace {described(self.namespace)}'

    def execute(self, context: LaunchContext) -> None:
        """Appends the namespace to that of the scope; an absolute one replaces it, except '/'.

        Raises ValueError if it is invalid.
        """
        namespace = namespace_of(context, self.namespace)
        if namespace is not None and namespace != '/':
            context.launch_configurations[NAMESPACE] = namespace


class _ScopeSetting(Action):
    """Base class of actions that add a setting for the following nodes of this scope."""

    def _add(self, context: LaunchContext, key: str, item: Any) -> None:
        context.launch_configurations[key] = [*context.launch_configurations.get(key, ()), item]


class SetParameter(_ScopeSetting):
    """Sets a parameter of the following nodes of this scope."""

    def __init__(self, name: SomeSubstitutionsType, value: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = name
        self.value = value

    def describe(self) -> str:
        """Returns the class name, and the name and value of the parameter."""
        return f'{type(self).__name__} {described(self.name)} := {described(self.value)}'

    def execute(self, context: LaunchContext) -> None:
        """Adds the parameter to those of the scope."""
        self._add(context, PARAMETERS, (text_of(context, self.name), evaluated(context, self.value)))


class SetUseSimTime(SetParameter):
    """Makes the following nodes of this scope take their time from /clock, or not."""

    def __init__(self, value: bool | SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__('use_sim_time', value, **kwargs)

    def execute(self, context: LaunchContext) -> None:
        """Adds use_sim_time to the parameters of the scope. Raises ValueError if the value is not a truth value."""
        self._add(context, PARAMETERS, ('use_sim_time', bool_of(context, self.value, 'use_sim_time')))


class SetParametersFromFile(_ScopeSetting):
    """Sets the parameters of a file on the following nodes of this scope."""

    def __init__(self, filename: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.filename = filename

    def describe(self) -> str:
        """Returns the class name and the file."""
        return f'SetParametersFromFile {described(self.filename)}'

    def execute(self, context: LaunchContext) -> None:
        """Adds the file to the parameters of the scope. Raises LaunchError if it does not exist."""
        path = os.path.abspath(text_of(context, self.filename))
        if not os.path.isfile(path):
            raise LaunchError(f'no parameter file {path}', self.place)
        self._add(context, PARAMETERS, path)


class SetRemap(_ScopeSetting):
    """Adds a remapping to the following nodes of this scope."""

    def __init__(self, src: SomeSubstitutionsType, dst: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.src = src
        self.dst = dst

    def describe(self) -> str:
        """Returns the class name, and the old and the new name."""
        return f'SetRemap {described(self.src)} := {described(self.dst)}'

    def execute(self, context: LaunchContext) -> None:
        """Adds the remapping to those of the scope."""
        self._add(context, REMAPS, (text_of(context, self.src), text_of(context, self.dst)))


class SetROSLogDir(Action):
    """Sets the log folder of the following nodes."""

    def __init__(self, new_log_dir: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.log_dir = new_log_dir

    def describe(self) -> str:
        """Returns the class name and the folder."""
        return f'SetROSLogDir {described(self.log_dir)}'

    def execute(self, context: LaunchContext) -> None:
        """Sets the environment variable ROS_LOG_DIR, which programs of the launch inherit."""
        context.environment['ROS_LOG_DIR'] = text_of(context, self.log_dir)


class ParameterOfScope(LaunchConfiguration):
    """The value of a parameter that SetParameter has set in this scope: launch_ros.substitutions.Parameter."""

    def describe(self) -> str:
        """Returns 'Parameter' and the name."""
        return f'Parameter({described(self.variable_name)})'

    def perform(self, context: LaunchContext) -> str:
        """Returns the value that SetParameter set last, else the default. Raises LaunchError without both."""
        name = text_of(context, self.variable_name)
        for entry in reversed(context.launch_configurations.get(PARAMETERS, ())):
            if isinstance(entry, tuple) and entry[0] == name:
                return str(entry[1])
        if self._default is None:
            raise LaunchError(f"no parameter '{name}' was set by SetParameter in this scope")
        is_text = isinstance(self._default, (str, os.PathLike, Substitution, Iterable))
        return text_of(context, self._default) if is_text else str(self._default)


class RosTimer(TimerAction):
    """A TimerAction in ROS time, which is /clock if use_sim_time is set in this scope."""

    async def _wait(self, context: LaunchContext, period: float) -> None:
        from .client import wait

        simulated = any(
            isinstance(entry, tuple) and entry == ('use_sim_time', True)
            for entry in context.launch_configurations.get(PARAMETERS, ())
        )
        if simulated:
            await wait(context, period)
        else:
            await super()._wait(context, period)
