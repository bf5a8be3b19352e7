# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""wait_for_message(): waits for one message."""

from __future__ import annotations

from typing import Any

from .callback_groups import ReentrantCallbackGroup
from .executors import SingleThreadedExecutor
from .impl.reexports import reexports
from .node import Node
from .qos import QoSProfile
from .task import Future

__getattr__ = reexports(__name__)


def wait_for_message(
    msg_type: Any, node: Node, topic: str, *, qos_profile: QoSProfile | int = 1, time_to_wait: float = -1
) -> tuple[bool, Any]:
    """Waits for a message at most `time_to_wait` seconds; a negative number waits for ever. Does not spin the node.

    Returns whether one arrived, and the message.
    """
    received: Future[Any] = Future()

    def once(message: Any) -> None:
        if not received.done():
            received.set_result(message)

    group = ReentrantCallbackGroup()  # the default one may be busy with the callback that waits
    subscription = node.create_subscription(msg_type, topic, once, qos_profile, callback_group=group)
    executor = SingleThreadedExecutor(context=node.context)
    try:
        if subscription._listener is not None:
            subscription._listener._remove_entity(subscription)
        executor._add_entity(subscription)
        executor.spin_until_future_complete(received, None if time_to_wait < 0 else time_to_wait)
    finally:
        node.destroy_subscription(subscription)
        executor.shutdown()
    return received.done(), received.result()
