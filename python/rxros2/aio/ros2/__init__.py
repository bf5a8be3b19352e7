# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ROS 2 under asyncio: topics, services, actions and lifecycle nodes, without an installed ROS 2."""

from ...qos import QoSProfile, qos_profile_sensor_data, qos_profile_system_default
from ...qos_events import QoSEvent, QoSEventKind
from ..core import AUTO_SCOPE, BaseSub, ConverterSub, Rate, Scope, ScopeBreak, scoped, soft_timeout, soft_wait_for
from ._source import MiddlewareStatistics, busy_wait
from .actions import (
    ActionClient,
    ActionServer,
    Goal,
    GoalAborted,
    GoalCanceled,
    GoalFailed,
    GoalLost,
    GoalRejected,
    GoalStatus,
    GoalTimeout,
    NoActionServer,
    ServerGoal,
)
from .bag import from_bag, to_bag
from .events import QoSEvents
from .lifecycle import (
    LifecycleClient,
    LifecycleNode,
    LifecyclePub,
    LifecycleState,
    TransitionCallbackReturn,
    TransitionEvent,
    TransitionFailed,
)
from .node import Node
from .parameters import Param, ParameterClient
from .services import Client, Responder, Server
from .session import (
    BaseSession,
    Session,
    SynchronousSession,
    ThreadedSession,
    auto_context,
    auto_session,
    current_session,
    session_context,
)
from .timer import ClockType, Timer
from .topics import QOS_DEFAULT, QOS_TRANSIENT, MessageInfo, Pub, Sub, TopicInfo

__all__ = [
    'AUTO_SCOPE',
    'QOS_DEFAULT',
    'QOS_TRANSIENT',
    'ActionClient',
    'ActionServer',
    'BaseSession',
    'BaseSub',
    'Client',
    'ClockType',
    'ConverterSub',
    'Goal',
    'GoalAborted',
    'GoalCanceled',
    'GoalFailed',
    'GoalLost',
    'GoalRejected',
    'GoalStatus',
    'GoalTimeout',
    'LifecycleClient',
    'LifecycleNode',
    'LifecyclePub',
    'LifecycleState',
    'MessageInfo',
    'MiddlewareStatistics',
    'NoActionServer',
    'Node',
    'Param',
    'ParameterClient',
    'Pub',
    'QoSEvent',
    'QoSEventKind',
    'QoSEvents',
    'QoSProfile',
    'Rate',
    'Responder',
    'Scope',
    'ScopeBreak',
    'Server',
    'ServerGoal',
    'Session',
    'Sub',
    'SynchronousSession',
    'ThreadedSession',
    'Timer',
    'TopicInfo',
    'TransitionCallbackReturn',
    'TransitionEvent',
    'TransitionFailed',
    'auto_context',
    'auto_session',
    'busy_wait',
    'current_session',
    'from_bag',
    'qos_profile_sensor_data',
    'qos_profile_system_default',
    'scoped',
    'session_context',
    'soft_timeout',
    'soft_wait_for',
    'to_bag',
]
