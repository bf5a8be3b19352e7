# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ROS 2 under asyncio: topics, services, actions and lifecycle nodes, without an installed ROS 2."""

from typing import NoReturn

from ...clock_type import ClockType
from ...geometry import apply_transform
from ...qos import QoSProfile, qos_profile_sensor_data, qos_profile_system_default
from ...qos_events import QoSEvent, QoSEventKind
from ...rclpy_names import missing_in
from ...transforms import (
    FrameInfo,
    TransformationStatistics,
    TransformBuffer,
    TransformError,
    TransformErrorKind,
    Transforms,
    Untransformed,
)
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
from .loans import LoanedMessage
from .node import Node
from .parameters import Param, ParameterClient
from .recordings import BlackBox, from_bag, to_bag, to_black_box
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
from .timer import Timer
from .topics import QOS_DEFAULT, QOS_TRANSIENT, MessageInfo, Pub, Sub, TopicInfo
from .transforms import (
    TransformedSub,
    TransformSub,
    from_transform,
    publish_static_transform,
    publish_transform,
    transform_buffer,
    transform_to,
)

__all__ = [
    'AUTO_SCOPE',
    'QOS_DEFAULT',
    'QOS_TRANSIENT',
    'ActionClient',
    'ActionServer',
    'BaseSession',
    'BaseSub',
    'BlackBox',
    'Client',
    'ClockType',
    'ConverterSub',
    'FrameInfo',
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
    'LoanedMessage',
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
    'TransformBuffer',
    'TransformError',
    'TransformErrorKind',
    'TransformSub',
    'TransformationStatistics',
    'TransformedSub',
    'Transforms',
    'TransitionCallbackReturn',
    'TransitionEvent',
    'TransitionFailed',
    'Untransformed',
    'apply_transform',
    'auto_context',
    'auto_session',
    'busy_wait',
    'current_session',
    'from_bag',
    'from_transform',
    'publish_static_transform',
    'publish_transform',
    'qos_profile_sensor_data',
    'qos_profile_system_default',
    'scoped',
    'session_context',
    'soft_timeout',
    'soft_wait_for',
    'to_bag',
    'to_black_box',
    'transform_buffer',
    'transform_to',
]


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(missing_in(__name__, name, __all__), name=name)
