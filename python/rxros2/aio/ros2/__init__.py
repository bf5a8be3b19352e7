# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ROS 2 under asyncio: topics and services, without an installed ROS 2."""

from ...node import Node
from ...qos import QoSProfile, qos_profile_sensor_data, qos_profile_system_default
from ..core import AUTO_SCOPE, BaseSub, ConverterSub, Rate, Scope, ScopeBreak, scoped, soft_timeout, soft_wait_for
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
from .topics import QOS_DEFAULT, QOS_TRANSIENT, Pub, Sub, TopicInfo

__all__ = [
    'AUTO_SCOPE',
    'QOS_DEFAULT',
    'QOS_TRANSIENT',
    'BaseSession',
    'BaseSub',
    'Client',
    'ConverterSub',
    'Node',
    'Pub',
    'QoSProfile',
    'Rate',
    'Responder',
    'Scope',
    'ScopeBreak',
    'Server',
    'Session',
    'Sub',
    'SynchronousSession',
    'ThreadedSession',
    'TopicInfo',
    'auto_context',
    'auto_session',
    'current_session',
    'qos_profile_sensor_data',
    'qos_profile_system_default',
    'scoped',
    'session_context',
    'soft_timeout',
    'soft_wait_for',
]
