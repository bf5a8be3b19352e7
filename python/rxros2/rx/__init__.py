# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""RxROS2's streams over reactivex: topics, timers, devices and services as observables. Needs `rxros2[rx]`.

Names that are not ours are looked up in reactivex.operators, then in reactivex, so `rx.map(…)`, `rx.interval(…)` and
`rx.merge(…)` (the operator) work as in RxROS2's programs; to be sure which one is meant, import it from there.
"""

from typing import Any

try:
    import reactivex
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "rxros2.rx needs the package 'reactivex': pip install 'rxros2[rx]'", name='reactivex'
    ) from error
import reactivex.operators

from ..aio.ros2 import ClockType
from . import trace
from .convert import ObservableSub, from_sub, to_sub
from .device import from_device
from .device_output import to_device
from .future import from_future
from .log import LogLevel, log
from .node import Node, NodeScheduler, create_node, init, ok, shutdown, spin
from .observe_on import HandOverStatistics, ObserveOn, Overflow, observe_on
from .parameters import from_parameter, parameter_events
from .qos_events import QoSEvent, QoSEventKind, QoSEvents, qos_events
from .scheduler import LoopScheduler
from .services import RequestDropped, RequestResult, RequestTimeout, ServiceRequest, send_request, serve
from .stream import Stream
from .synchronize import Synchronization, SynchronizationStatistics, synchronize
from .timing import StaleError, freshness, from_timer, interval, max_age, sample_with_frequency
from .topics import from_topic, publish_to_topic
from .trace import traced

__all__ = [
    'ClockType',
    'HandOverStatistics',
    'LogLevel',
    'LoopScheduler',
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
    'create_node',
    'freshness',
    'from_device',
    'from_future',
    'from_parameter',
    'from_sub',
    'from_timer',
    'from_topic',
    'init',
    'interval',
    'log',
    'max_age',
    'observe_on',
    'ok',
    'parameter_events',
    'publish_to_topic',
    'qos_events',
    'sample_with_frequency',
    'send_request',
    'serve',
    'shutdown',
    'spin',
    'synchronize',
    'to_device',
    'to_sub',
    'trace',
    'traced',
]


def __getattr__(name: str) -> Any:
    if not name.startswith('_'):
        for module in (reactivex.operators, reactivex):
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
