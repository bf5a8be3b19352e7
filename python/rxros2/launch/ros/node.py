# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: a program with a ROS 2 node, its name, parameters and remappings; and what all nodes of a scope have."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...names import check_namespace, check_node_name
from ..actions.plain import TimerAction
from ..actions.process import ExecuteProcess
from ..entity import Action, LaunchDescriptionEntity
from ..errors import LaunchError
from ..substitution import SomeSubstitutionsType, Substitution, bool_of, described, text_of
from ..substitutions import LaunchConfiguration
from ..yaml import dump_parameters
from .index import ExecutableInPackage
from .parameters import Value, checked, evaluate_parameters, evaluated, written

if TYPE_CHECKING:
    from ..context import LaunchContext

Remappings = Iterable[tuple[SomeSubstitutionsType, SomeSubstitutionsType]]

NAMESPACE, PARAMETERS, REMAPS = 'ros_namespace', 'global_params', 'ros_remaps'
"""Configurations that all nodes of a scope have. The second: pairs of name and value, and paths of files."""


def is_namespace_absolute(ns: str) -> bool:
    return ns.startswith('/')


def is_root_namespace(ns: str) -> bool:
    return ns == '/'


def make_namespace_absolute(ns: str | None) -> str | None:
    return ns if ns is None or ns.startswith('/') else f'/{ns}'


def prefix_namespace(base_ns: str | None, ns: str | None) -> str | None:
    """`ns` below `base_ns`, unless it begins with '/'."""
    if base_ns is None or (ns is not None and ns.startswith('/')):
        return ns
    if ns is None or ns == '':
        return base_ns
    return f'/{ns}' if base_ns == '/' else f'{base_ns}/{ns}'


def namespace_of(context: LaunchContext, ns: SomeSubstitutionsType | None) -> str | None:
    """A node's, below that of its scope: absolute, or None if there is neither. ValueError for what is none."""
    own = None if ns is None else text_of(context, ns)
    found = make_namespace_absolute(prefix_namespace(context.launch_configurations.get(NAMESPACE), own))
    if found is None:
        return None
    check_namespace(found)
    return found


def name_of(context: LaunchContext, name: SomeSubstitutionsType | None) -> str | None:
    """A node's. ValueError for what is none."""
    found = None if name is None else text_of(context, name)
    if found is not None:
        check_node_name(found)
    return found


def remappings_of(context: LaunchContext, own: Remappings | None) -> list[tuple[str, str]]:
    """Those of the scope, and then its own."""
    found = list(context.launch_configurations.get(REMAPS, ()))
    for each in own or ():
        if isinstance(each, str) or len(pair := list(each)) != 2:
            raise TypeError(f'{each!r} is no remapping; expected a pair (from, to)')
        found.append((text_of(context, pair[0]), text_of(context, pair[1])))
    return found


def parameters_of(context: LaunchContext, own: Iterable[Any]) -> list[Any]:
    """Those of the scope, and then its own: mappings of names to values, and paths."""
    found: list[Any] = []
    for each in context.launch_configurations.get(PARAMETERS, ()):
        found += [dict([each])] if isinstance(each, tuple) else evaluate_parameters(context, [each])
    return found + evaluate_parameters(context, own)


class Node(ExecuteProcess):
    """Runs a program of a package, or one that is named by its path."""

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
        """Once it is carried out; None if there are none."""

    def describe(self) -> str:
        package = '' if self.node_package is None else f'{described(self.node_package)}/'
        return f'{type(self).__name__} {package}{described(self.node_executable)}'

    @property
    def node_name(self) -> str:
        """Fully qualified, once it is carried out; RuntimeError before."""
        if self._expanded is None:
            raise RuntimeError(f'{self.describe()}: its name is not known before it is carried out')
        name, namespace = self._expanded
        unknown = self.UNSPECIFIED_NODE_NAMESPACE if namespace is None else namespace
        return f'{unknown.rstrip("/")}/{self.UNSPECIFIED_NODE_NAME if name is None else name}'

    @property
    def expanded_node_namespace(self) -> str:
        found = None if self._expanded is None else self._expanded[1]
        return self.UNSPECIFIED_NODE_NAMESPACE if found is None else found

    def is_node_name_fully_specified(self) -> bool:
        return self._expanded is not None and None not in self._expanded

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        if self._expanded is None:
            self._expanded = name_of(context, self._given_name), namespace_of(context, self._given_namespace)
            self.process_description.cmd += self._arguments(context)
        if self.is_node_name_fully_specified() and context.next_number(f'node {self.node_name}') == 2:
            context.warn(f'{self.place}: there is a second node {self.node_name}')
        return super().execute(context)

    def _arguments(self, context: LaunchContext) -> list[SomeSubstitutionsType]:
        assert self._expanded is not None
        words: list[SomeSubstitutionsType] = list(self._ros_arguments)
        for rule, value in zip(('__node', '__ns'), self._expanded, strict=True):
            words += [] if value is None else ['-r', f'{rule}:={value}']
        for each in parameters_of(context, self._parameters):
            words += ['--params-file', str(written(context, self._file(each)) if isinstance(each, Mapping) else each)]
        self.expanded_remapping_rules = remappings_of(context, self._remappings) or None
        for source, target in self.expanded_remapping_rules or ():
            words += ['-r', f'{source}:={target}']
        return ['--ros-args', *words] if words else []

    def _file(self, values: Mapping[str, Value]) -> str:
        of = self.node_name if self.is_node_name_fully_specified() else '/**'
        return dump_parameters({of: {'ros__parameters': dict(values)}})


class PushRosNamespace(Action):
    """The nodes of this scope that follow are in a namespace."""

    def __init__(self, namespace: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.namespace = namespace

    def describe(self) -> str:
        return f'PushRosNamespace {described(self.namespace)}'

    def execute(self, context: LaunchContext) -> None:
        found = namespace_of(context, self.namespace)
        if found is not None and found != '/':
            context.launch_configurations[NAMESPACE] = found


class _Added(Action):
    """Something more that all nodes of this scope have."""

    def _add(self, context: LaunchContext, to: str, what: Any) -> None:
        context.launch_configurations[to] = [*context.launch_configurations.get(to, ()), what]


class SetParameter(_Added):
    """The nodes of this scope that follow have a parameter."""

    def __init__(self, name: SomeSubstitutionsType, value: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = name
        self.value = value

    def describe(self) -> str:
        return f'{type(self).__name__} {described(self.name)} := {described(self.value)}'

    def execute(self, context: LaunchContext) -> None:
        self._add(context, PARAMETERS, (text_of(context, self.name), evaluated(context, self.value)))


class SetUseSimTime(SetParameter):
    """The nodes of this scope that follow take their time from /clock, or do not."""

    def __init__(self, value: bool | SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__('use_sim_time', value, **kwargs)

    def execute(self, context: LaunchContext) -> None:
        self._add(context, PARAMETERS, ('use_sim_time', bool_of(context, self.value, 'use_sim_time')))


class SetParametersFromFile(_Added):
    """The nodes of this scope that follow have the parameters of a file."""

    def __init__(self, filename: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.filename = filename

    def describe(self) -> str:
        return f'SetParametersFromFile {described(self.filename)}'

    def execute(self, context: LaunchContext) -> None:
        path = os.path.abspath(text_of(context, self.filename))
        if not os.path.isfile(path):
            raise LaunchError(f'no parameter file {path}', self.place)
        self._add(context, PARAMETERS, path)


class SetRemap(_Added):
    """The nodes of this scope that follow have a remapping."""

    def __init__(self, src: SomeSubstitutionsType, dst: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.src = src
        self.dst = dst

    def describe(self) -> str:
        return f'SetRemap {described(self.src)} := {described(self.dst)}'

    def execute(self, context: LaunchContext) -> None:
        self._add(context, REMAPS, (text_of(context, self.src), text_of(context, self.dst)))


class SetROSLogDir(Action):
    """Where the nodes that follow write their log files."""

    def __init__(self, new_log_dir: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.log_dir = new_log_dir

    def describe(self) -> str:
        return f'SetROSLogDir {described(self.log_dir)}'

    def execute(self, context: LaunchContext) -> None:
        context.environment['ROS_LOG_DIR'] = text_of(context, self.log_dir)


class ParameterOfScope(LaunchConfiguration):
    """launch_ros.substitutions.Parameter: a value that SetParameter has set in this scope."""

    def describe(self) -> str:
        return f'Parameter({described(self.variable_name)})'

    def perform(self, context: LaunchContext) -> str:
        name = text_of(context, self.variable_name)
        for each in reversed(context.launch_configurations.get(PARAMETERS, ())):
            if isinstance(each, tuple) and each[0] == name:
                return str(each[1])
        if self._default is None:
            raise LaunchError(f"no parameter '{name}' was set by SetParameter in this scope")
        some = isinstance(self._default, (str, os.PathLike, Substitution, Iterable))
        return text_of(context, self._default) if some else str(self._default)


class RosTimer(TimerAction):
    """As TimerAction, in the time of ROS: that of /clock if SetUseSimTime or use_sim_time say so in this scope."""

    async def _wait(self, context: LaunchContext, period: float) -> None:
        from .client import wait

        simulated = any(
            isinstance(each, tuple) and each == ('use_sim_time', True)
            for each in context.launch_configurations.get(PARAMETERS, ())
        )
        if simulated:
            await wait(context, period)
        else:
            await super()._wait(context, period)
