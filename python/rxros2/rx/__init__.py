# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""RxROS2's streams over reactivex: topics, timers, devices and services as observables. Needs `rxros2[rx]`.

Other names are looked up in reactivex.operators, then in reactivex, so that `rx.map(…)`, `rx.interval(…)` and
`rx.merge(…)` (the operator) work as in RxROS2's programs. To be sure which one you get, import it from reactivex.
"""

from typing import Any

try:
    import reactivex
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "rxros2.rx needs the package 'reactivex': pip install 'rxros2[rx]'", name='reactivex'
    ) from error
import reactivex.operators

from ..actions import GoalAborted, GoalCanceled, GoalFailed, GoalLost, GoalRejected, GoalTimeout, NoActionServer
from ..clock_type import ClockType
from ..geometry import apply_transform
from ..lifecycle import LifecycleState, TransitionCallbackReturn, TransitionFailed
from ..rclpy_names import missing_in
from ..transforms import (
    FrameInfo,
    TransformationStatistics,
    TransformBuffer,
    TransformError,
    TransformErrorKind,
    Transforms,
    Untransformed,
)
from . import trace
from .actions import GoalRequest, GoalUpdate, GoalUpdateKind, WhenBusy, send_goal, serve_goals
from .convert import ObservableSub, from_sub, to_sub
from .device import from_device
from .device_output import to_device
from .exhaust_map import exhaust_map
from .flat_map import concat_map, flat_map, switch_map
from .future import from_future
from .lifecycle import LifecycleNode, change_state, from_lifecycle, while_active, while_configured
from .log import LogLevel, log
from .node import Node, NodeScheduler, create_node, init, ok, shutdown, spin
from .observe_on import HandOverStatistics, ObserveOn, Overflow, observe_on
from .parameters import from_parameter, parameter_events
from .qos_events import QoSEvent, QoSEventKind, QoSEvents, qos_events
from .recordings import BlackBox, from_bag, to_bag, to_black_box
from .retry import retry, retry_with_backoff
from .scheduler import LoopScheduler
from .services import RequestDropped, RequestResult, RequestTimeout, ServiceRequest, send_request, serve
from .stream import Stream
from .synchronize import ApproximateOptions, Synchronization, SynchronizationStatistics, synchronize
from .timing import StaleError, freshness, from_timer, interval, max_age, sample_with_frequency, timestamp
from .topics import from_topic, publish_to_topic
from .trace import traced
from .transforms import (
    Transformation,
    from_transform,
    publish_static_transform,
    publish_transform,
    transform_buffer,
    transform_to,
)

__all__ = [
    'ApproximateOptions',
    'BlackBox',
    'ClockType',
    'FrameInfo',
    'GoalAborted',
    'GoalCanceled',
    'GoalFailed',
    'GoalLost',
    'GoalRejected',
    'GoalRequest',
    'GoalTimeout',
    'GoalUpdate',
    'GoalUpdateKind',
    'HandOverStatistics',
    'LifecycleNode',
    'LifecycleState',
    'LogLevel',
    'LoopScheduler',
    'NoActionServer',
    'Node',
    'NodeScheduler',
    'ObservableSub',
    'ObserveOn',
    'Overflow',
    'QoSEvent',
    'QoSEventKind',
    'QoSEvents',
    'RequestDropped',
    'RequestResult',
    'RequestTimeout',
    'ServiceRequest',
    'StaleError',
    'Stream',
    'Synchronization',
    'SynchronizationStatistics',
    'TransformBuffer',
    'TransformError',
    'TransformErrorKind',
    'Transformation',
    'TransformationStatistics',
    'Transforms',
    'TransitionCallbackReturn',
    'TransitionFailed',
    'Untransformed',
    'WhenBusy',
    'apply_transform',
    'change_state',
    'concat_map',
    'create_node',
    'exhaust_map',
    'flat_map',
    'freshness',
    'from_bag',
    'from_device',
    'from_future',
    'from_lifecycle',
    'from_parameter',
    'from_sub',
    'from_timer',
    'from_topic',
    'from_transform',
    'init',
    'interval',
    'log',
    'max_age',
    'observe_on',
    'ok',
    'parameter_events',
    'publish_static_transform',
    'publish_to_topic',
    'publish_transform',
    'qos_events',
    'retry',
    'retry_with_backoff',
    'sample_with_frequency',
    'send_goal',
    'send_request',
    'serve',
    'serve_goals',
    'shutdown',
    'spin',
    'switch_map',
    'synchronize',
    'timestamp',
    'to_bag',
    'to_black_box',
    'to_device',
    'to_sub',
    'trace',
    'traced',
    'transform_buffer',
    'transform_to',
    'while_active',
    'while_configured',
]


def __getattr__(name: str) -> Any:
    if not name.startswith('_'):
        for module in (reactivex.operators, reactivex):
            if hasattr(module, name):
                return getattr(module, name)
    known = (*__all__, *dir(reactivex.operators), *dir(reactivex))
    raise AttributeError(missing_in(__name__, name, known), name=name)
