# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Provides the modules that launch files import: launch, launch_ros, ament_index_python, …

A name that RxROS2 does not have raises an ImportError that says so, where the launch file imports it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ..messages import interface_names
from ..names import existing

_OURS = ('launch', 'launch_ros', 'launch_xml', 'launch_yaml')
_IF_MISSING = ('ament_index_python',)

_ENTITY = 'entity'
_CONFIGURATIONS = 'actions.configurations'
_PROVIDED: dict[str, dict[str, str]] = {
    # public module: {module of this package: names}
    'launch': {
        'context': 'LaunchContext',
        _ENTITY: 'Action Condition LaunchDescription LaunchDescriptionEntity SomeEntitiesType '
        'SomeEntitiesType_types_tuple',
        'errors': 'InvalidLaunchFileError',
        'events': 'Event',
        'handlers': 'BaseEventHandler EventHandler',
        'service': 'LaunchIntrospector LaunchService',
        'sources': 'LaunchDescriptionSource',
        'substitution': 'SomeSubstitutionsType SomeSubstitutionsType_types_tuple Substitution',
    },
    'launch.actions': {
        _CONFIGURATIONS: 'AppendEnvironmentVariable DeclareLaunchArgument GroupAction PopEnvironment '
        'PopLaunchConfigurations PushEnvironment PushLaunchConfigurations ResetEnvironment ResetLaunchConfigurations '
        'SetEnvironmentVariable SetLaunchConfiguration UnsetEnvironmentVariable UnsetLaunchConfiguration',
        'actions.include': 'IncludeLaunchDescription',
        'actions.loops': 'ForEach ForLoop',
        'actions.plain': 'EmitEvent Log LogDebug LogError LogInfo LogWarning OpaqueCoroutine OpaqueFunction '
        'RegisterEventHandler Shutdown TimerAction '
        'UnregisterEventHandler',
        'actions.process': 'ExecuteLocal ExecuteProcess',
    },
    'launch.conditions': {
        _ENTITY: 'IfCondition InvalidConditionExpressionError LaunchConfigurationEquals LaunchConfigurationNotEquals '
        'UnlessCondition evaluate_condition_expression'
    },
    'launch.descriptions': {'actions.process': 'Executable'},
    'launch.event_handlers': {
        'handlers': 'OnActionEventBase OnExecutionComplete OnProcessExit OnProcessIO OnProcessStart OnShutdown '
        'event_named',
    },
    'launch.events': {'events': 'ExecutionComplete IncludeLaunchDescription Shutdown TimerEvent matches_action'},
    'launch.events.process': {
        'events': 'ProcessExited ProcessIO ProcessStarted ProcessStderr ProcessStdin ProcessStdout '
        'ProcessTargetedEvent RunningProcessEvent ShutdownProcess SignalProcess matches_executable matches_name '
        'matches_pid'
    },
    'launch.frontend': {
        'frontend.element': 'Element',
        'frontend.parser': 'Parser expose_action expose_substitution',
        'sources': 'InvalidFrontendLaunchFileError',
    },
    'launch.launch_description_sources': {
        'errors': 'InvalidLaunchFileError',
        'sources': 'AnyLaunchDescriptionSource FrontendLaunchDescriptionSource InvalidFrontendLaunchFileError '
        'InvalidPythonLaunchFileError PythonLaunchDescriptionSource get_launch_description_from_any_launch_file '
        'get_launch_description_from_frontend_launch_file get_launch_description_from_python_launch_file '
        'load_python_launch_file_as_module',
    },
    'launch.logging': {'logging': 'get_logger'},
    'launch.substitutions': {
        'actions.loops': 'ForEachVar ForLoopIndex',
        'errors': 'SubstitutionFailure',
        'substitution': 'TextSubstitution',
        'substitutions': 'AllSubstitution AndSubstitution AnonName AnySubstitution Command EnvironmentVariable '
        'EqualsSubstitution FileContent FindExecutable IfElseSubstitution LaunchConfiguration LaunchLogDir '
        'LocalSubstitution NotEqualsSubstitution NotSubstitution OrSubstitution PathJoinSubstitution PathSubstitution '
        'PythonExpression StringJoinSubstitution '
        'ThisLaunchFile ThisLaunchFileDir',
    },
    'launch.utilities': {
        _ENTITY: 'ensure_argument_type is_a is_a_subclass normalize_to_list_of_entities',
        'substitution': 'normalize_to_list_of_substitutions perform_substitutions',
    },
    'launch_ros': {},
    'launch_ros.actions': {
        'ros.components': 'ComposableNodeContainer LoadComposableNodes',
        'ros.lifecycle': 'LifecycleNode LifecycleTransition',
        'ros.node': 'Node PushRosNamespace RosTimer SetParameter SetParametersFromFile SetROSLogDir SetRemap '
        'SetUseSimTime',
    },
    'launch_ros.descriptions': {
        'ros.components': 'ComposableNode',
        'ros.parameters': 'Parameter ParameterFile ParameterValue',
    },
    'launch_ros.parameter_descriptions': {'ros.parameters': 'Parameter ParameterFile ParameterValue'},
    'launch_ros.event_handlers': {'ros.lifecycle': 'OnStateTransition'},
    'launch_ros.events': {'ros.lifecycle': 'matches_node_name'},
    'launch_ros.events.lifecycle': {'ros.lifecycle': 'ChangeState StateTransition matches_node_name'},
    'launch_ros.substitutions': {
        'ros.index': 'ExecutableInPackage FindPackage FindPackagePrefix FindPackageShare',
    },
    'launch_ros.utilities': {
        'ros.node': 'is_namespace_absolute is_root_namespace make_namespace_absolute prefix_namespace',
        'ros.parameters': 'evaluate_parameters',
    },
    'launch_xml': {},
    'launch_xml.launch_description_sources': {'sources': 'XMLLaunchDescriptionSource'},
    'launch_yaml': {},
    'launch_yaml.launch_description_sources': {'sources': 'YAMLLaunchDescriptionSource'},
    'ament_index_python': {
        'ament_index': 'AMENT_PREFIX_PATH_ENV_VAR InvalidResourceNameError InvalidResourceTypeNameError '
        'PackageNotFoundError RESOURCE_INDEX_SUBFOLDER get_package_prefix get_package_share_directory '
        'get_package_share_path get_packages_with_prefixes get_resource get_resource_types get_resources '
        'get_search_paths has_resource main resource_name_completer resource_type_completer',
    },
}
_RENAMED = {
    'launch.frontend': {'Entity': ('frontend.element', 'Element')},
    'launch_ros.actions': {
        'PushROSNamespace': ('ros.node', 'PushRosNamespace'),
        'ROSTimer': ('ros.node', 'RosTimer'),
    },
    'launch_ros.substitutions': {'Parameter': ('ros.node', 'ParameterOfScope')},
    'launch.events': {'process': ('', 'launch.events.process')},
}


def _names(module: str) -> dict[str, tuple[str, str]]:
    """Returns for each public name of a public module: the module of this package, and the name in it."""
    locations = {name: (module_, name) for module_, names in _PROVIDED[module].items() for name in names.split()}
    return locations | _RENAMED.get(module, {})


class _Provided(ModuleType):
    """A public module. Its contents are imported at the first access."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith('__'):
            raise AttributeError(name)
        public_name = self.__dict__['public_name']
        full = f'{public_name}.{name}'
        if full in _PROVIDED:
            return importlib.import_module(full)
        names = _names(public_name)
        if name not in names:
            raise ImportError(
                f"rxros2's {public_name} has {existing('name', name, names)} "
                "(where a workspace has ROS 2's launch and launch_ros, these are used)",
                name=name,
            )
        module, attribute = names[name]
        base = 'rxros2' if module == 'ament_index' else 'rxros2.launch'
        value = getattr(importlib.import_module(f'{base}.{module}'), attribute)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return sorted(_names(self.__dict__['public_name']))


class _Loader(Loader):
    def __init__(self, public_name: str) -> None:
        self._public_name = public_name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if spec.name == 'launch_ros':
            launch = importlib.import_module('launch')
            if not isinstance(launch, _Provided):
                raise ImportError(
                    f"launch is {launch.__file__}, but no launch_ros is installed, and rxros2's launch_ros needs "
                    "rxros2's launch; expected both packages or none: add launch_ros to the workspace "
                    '(https://github.com/ros2/launch_ros), or leave launch out of it',
                    name='launch_ros',
                )
        module = _Provided(spec.name, f'{self._public_name} of ROS 2, by rxros2.')
        module.__dict__['public_name'] = self._public_name
        module.__dict__['__all__'] = list(_names(self._public_name))
        return module

    def exec_module(self, module: ModuleType) -> None:
        if module.__dict__['public_name'] == 'launch':
            importlib.import_module('rxros2.launch.frontend.parser')  # the readers of XML and YAML


def find_spec(name: str) -> ModuleSpec | None:
    """Returns the spec of a provided module, else None. A submodule such as launch.actions.execute_process counts too.

    It has the names of launch.actions.
    """
    public_name = name
    while public_name not in _PROVIDED:
        public_name = public_name.rpartition('.')[0]
        if not public_name:
            return None
    spec = ModuleSpec(name, _Loader(public_name), is_package=True)
    spec.submodule_search_locations = []
    return spec


class _First:
    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        return find_spec(name) if name.partition('.')[0] in _OURS else None


class _Last:
    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        if name.partition('.')[0] in _IF_MISSING:
            return find_spec(name)
        package, _, kind = name.partition('.')
        if kind not in ('', *_KINDS) or not any(
            interface_names(package, kind_) for kind_ in ([kind] if kind else _KINDS)
        ):
            return None
        return ModuleSpec(name, _Interfaces(), is_package=not kind)


_KINDS = ('msg', 'srv', 'action')


class _Interfaces(Loader):
    """Loads packages of interfaces: lifecycle_msgs.msg is rxros2.interfaces.lifecycle_msgs.msg."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        interfaces = importlib.import_module(f'rxros2.interfaces.{module.__name__}')
        if '.' in module.__name__:
            module.__getattr__ = lambda name: getattr(interfaces, name)  # type: ignore[method-assign]


def is_ours(spec: ModuleSpec) -> bool:
    """Returns whether this module provides the module of a spec."""
    return isinstance(spec.loader, _Loader)


def install() -> None:
    """Makes the modules importable: launch and launch_ros always, ament_index_python if it is missing.

    A second call does nothing.
    """
    if _First not in sys.meta_path:
        for module in [module for module in sys.modules if module.partition('.')[0] in _OURS]:
            del sys.modules[module]
        sys.meta_path.insert(0, _First)
        sys.meta_path.append(_Last)
