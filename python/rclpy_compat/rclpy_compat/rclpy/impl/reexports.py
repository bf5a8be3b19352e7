# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names that programs take from a module of rclpy which only imports them, like `rclpy.node.ParameterDescriptor`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

# By module: the modules that define the names, and the names. 'Parameter:ParameterMsg' is Parameter under another name.
_NAMES: dict[str, dict[str, str]] = {
    'rclpy.action.client': {
        'action_msgs.msg': 'GoalStatus',
        'action_msgs.srv': 'CancelGoal',
        'rclpy.executors': 'await_or_execute',
        'rclpy.type_support': 'check_for_type_support',
        'unique_identifier_msgs.msg': 'UUID',
    },
    'rclpy.action.graph': {
        'rclpy.node': 'Node',
    },
    'rclpy.action.server': {
        'action_msgs.msg': 'GoalInfo GoalStatus',
        'rclpy.executors': 'await_or_execute',
        'rclpy.task': 'Future',
        'rclpy.type_support': 'check_for_type_support',
    },
    'rclpy.clock': {
        'rclpy.context': 'Context',
        'rclpy.destroyable': 'DestroyableType',
    },
    'rclpy.context': {
        'rclpy.destroyable': 'DestroyableType',
    },
    'rclpy.duration': {
        'rclpy.constants': 'S_TO_NS',
    },
    'rclpy.event_handler': {
        'rclpy.callback_groups': 'CallbackGroup',
        'rclpy.logging': 'get_logger',
        'rclpy.qos': 'qos_policy_name_from_kind',
    },
    'rclpy.executors': {
        'rclpy.client': 'Client',
        'rclpy.clock': 'Clock',
        'rclpy.clock_type': 'ClockType',
        'rclpy.exceptions': 'InvalidHandle',
        'rclpy.guard_condition': 'GuardCondition',
        'rclpy.service': 'Service',
        'rclpy.signals': 'SignalHandlerGuardCondition',
        'rclpy.subscription': 'Subscription',
        'rclpy.timer': 'Timer',
        'rclpy.utilities': 'timeout_sec_to_nsec',
        'rclpy.waitable': 'NumberOfEntities Waitable',
    },
    'rclpy.guard_condition': {
        'rclpy.utilities': 'get_default_context',
    },
    'rclpy.impl.implementation': {
        'rclpy.impl.wait_entities': 'Client Service Subscription Timer',
        'rclpy.impl.wait_set': 'GuardCondition WaitSet',
    },
    'rclpy.impl.rcutils_logger': {
        'rclpy.clock': 'Clock',
    },
    'rclpy.lifecycle.node': {
        'rclpy.service': 'Service',
        'rclpy.type_support': 'check_is_valid_srv_type',
    },
    'rclpy.lifecycle.publisher': {
        'rclpy.publisher': 'MsgType',
    },
    'rclpy.logging_service': {
        'rcl_interfaces.msg': 'LoggerLevel SetLoggerLevelsResult',
        'rcl_interfaces.srv': 'GetLoggerLevels SetLoggerLevels',
        'rclpy.impl.logging_severity': 'LoggingSeverity',
        'rclpy.validate_topic_name': 'TOPIC_SEPARATOR_STRING',
    },
    'rclpy.node': {
        'rcl_interfaces.msg': (
            'FloatingPointRange IntegerRange ListParametersResult Parameter:ParameterMsg ParameterDescriptor '
            'ParameterEvent ParameterType ParameterValue SetParametersResult'
        ),
        'rcl_interfaces.srv': 'ListParameters',
        'rclpy.callback_groups': 'ReentrantCallbackGroup',
        'rclpy.constants': 'S_TO_NS',
        'rclpy.exceptions': (
            'InvalidHandle InvalidParameterTypeException InvalidParameterValueException '
            'InvalidTopicNameException NotInitializedException ParameterAlreadyDeclaredException '
            'ParameterImmutableException ParameterNotDeclaredException ParameterUninitializedException'
        ),
        'rclpy.executors': 'Executor',
        'rclpy.logging': 'get_logger',
        'rclpy.logging_service': 'LoggingService',
        'rclpy.parameter': 'PARAMETER_SEPARATOR_STRING',
        'rclpy.parameter_service': 'ParameterService',
        'rclpy.qos': 'qos_profile_parameter_events',
        'rclpy.time_source': 'TimeSource',
        'rclpy.type_description_service': 'TypeDescriptionService',
        'rclpy.type_support': 'check_is_valid_msg_type check_is_valid_srv_type',
        'rclpy.validate_parameter_name': 'validate_parameter_name',
        'rclpy.waitable': 'Waitable',
    },
    'rclpy.parameter': {
        'rcl_interfaces.msg': 'Parameter:ParameterMsg ParameterType ParameterValue',
    },
    'rclpy.parameter_client': {
        'rcl_interfaces.msg': 'Parameter:ParameterMsg ParameterEvent',
        'rcl_interfaces.srv': (
            'DescribeParameters GetParameterTypes GetParameters ListParameters SetParameters SetParametersAtomically'
        ),
        'rclpy.callback_groups': 'CallbackGroup',
        'rclpy.event_handler': 'SubscriptionEventCallbacks',
        'rclpy.node': 'Node',
        'rclpy.qos_overriding_options': 'QoSOverridingOptions',
        'rclpy.subscription': 'Subscription',
    },
    'rclpy.parameter_event_handler': {
        'rcl_interfaces.msg': 'ParameterEvent',
        'rclpy.callback_groups': 'CallbackGroup',
        'rclpy.event_handler': 'SubscriptionEventCallbacks',
        'rclpy.node': 'Node',
        'rclpy.parameter': 'Parameter',
        'rclpy.qos_overriding_options': 'QoSOverridingOptions',
    },
    'rclpy.parameter_service': {
        'rcl_interfaces.msg': 'ListParametersResult SetParametersResult',
        'rcl_interfaces.srv': (
            'DescribeParameters GetParameterTypes GetParameters ListParameters SetParameters SetParametersAtomically'
        ),
        'rclpy.validate_topic_name': 'TOPIC_SEPARATOR_STRING',
    },
    'rclpy.publisher': {
        'rclpy.event_handler': 'EventHandler',
    },
    'rclpy.qos_overriding_options': {
        'rcl_interfaces.msg': 'ParameterDescriptor SetParametersResult',
        'rclpy.parameter': 'Parameter',
        'rclpy.publisher': 'Publisher',
        'rclpy.qos': 'QoSDurabilityPolicy QoSHistoryPolicy QoSLivelinessPolicy QoSReliabilityPolicy',
        'rclpy.subscription': 'Subscription',
    },
    'rclpy.serialization': {
        'rclpy.type_support': 'check_for_type_support',
    },
    'rclpy.signals': {
        'rclpy.exceptions': 'InvalidHandle',
    },
    'rclpy.subscription': {
        'rclpy.event_handler': 'EventHandler',
    },
    'rclpy.time': {
        'rclpy.constants': 'S_TO_NS',
    },
    'rclpy.time_source': {
        'rcl_interfaces.msg': 'SetParametersResult',
        'rclpy.clock_type': 'ClockType',
        'rclpy.parameter': 'Parameter',
        'rclpy.qos': 'QoSProfile ReliabilityPolicy',
        'rclpy.time': 'Time',
    },
    'rclpy.timer': {
        'rclpy.exceptions': 'InvalidHandle',
        'rclpy.utilities': 'get_default_context',
    },
    'rclpy.type_description_service': {
        'rcl_interfaces.msg': 'ParameterDescriptor ParameterType',
        'rclpy.parameter': 'Parameter',
        'rclpy.qos': 'qos_profile_services_default',
        'rclpy.service': 'Service',
        'rclpy.type_support': 'check_is_valid_srv_type',
        'rclpy.validate_topic_name': 'TOPIC_SEPARATOR_STRING',
        'type_description_interfaces.srv': 'GetTypeDescription',
    },
    'rclpy.utilities': {
        'rclpy.constants': 'S_TO_NS',
        'rclpy.context': 'Context',
    },
    'rclpy.wait_for_message': {
        'rclpy.signals': 'SignalHandlerGuardCondition',
        'rclpy.utilities': 'timeout_sec_to_nsec',
    },
}


def reexports(module: str) -> Callable[[str], Any]:
    """Returns the `__getattr__` of a module. It imports on first use, since these modules need each other."""
    sources = {}
    for source, names in _NAMES[module].items():
        for name in names.split():
            attribute, _, other_name = name.partition(':')
            sources[other_name or attribute] = source, attribute

    def find(name: str) -> Any:
        try:
            source, attribute = sources[name]
        except KeyError:
            raise AttributeError(f"module '{module}' has no attribute '{name}'", name=name) from None
        return getattr(import_module(source), attribute)

    return find
