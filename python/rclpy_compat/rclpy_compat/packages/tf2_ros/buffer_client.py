# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""BufferClient: lookups in the buffer of another node, by the action of its buffer server."""

from __future__ import annotations

import threading
from typing import Any

from rclpy.action import ActionClient
from rclpy.duration import Duration
from rclpy.time import Time
from tf2_py import (
    ConnectivityException,
    ExtrapolationException,
    InvalidArgumentException,
    LookupException,
    TimeoutException,
    TransformException,
)

from rxros2.interfaces.tf2_msgs.action import LookupTransform
from rxros2.interfaces.tf2_msgs.msg import TF2Error

from .buffer_interface import BufferInterface

_EXCEPTIONS = {
    TF2Error.LOOKUP_ERROR: LookupException,
    TF2Error.CONNECTIVITY_ERROR: ConnectivityException,
    TF2Error.EXTRAPOLATION_ERROR: ExtrapolationException,
    TF2Error.INVALID_ARGUMENT_ERROR: InvalidArgumentException,
    TF2Error.TIMEOUT_ERROR: TimeoutException,
}


class BufferClient(BufferInterface):
    """Asks a buffer server for transforms. Another thread must spin the node meanwhile.

    `ns`: the name of the server's action. `timeout_padding`: how much longer than its timeout a lookup waits for the
    answer. `check_frequency` has no effect, because an answer ends the wait.
    """

    def __init__(
        self, node: Any, ns: str, check_frequency: float = 10.0, timeout_padding: Duration | None = None
    ) -> None:
        super().__init__()
        self.node = node
        self.action_client = ActionClient(node, LookupTransform, action_name=ns)
        self.check_frequency = check_frequency
        self.timeout_padding = Duration(seconds=2.0) if timeout_padding is None else timeout_padding

    def lookup_transform(self, target_frame: str, source_frame: str, time: Any, timeout: Any = None) -> Any:
        """Returns the transform, for which the server waits for at most `timeout`.

        Raises a TransformException if there is none, TimeoutException if the server does not answer.
        """
        goal = LookupTransform.Goal(
            target_frame=target_frame, source_frame=source_frame, source_time=_message(time), advanced=False
        )
        return self._process(goal, timeout)

    def lookup_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        timeout: Any = None,
    ) -> Any:
        """Returns the transform between frames at two times, by way of a frame that does not move meanwhile."""
        goal = LookupTransform.Goal(
            target_frame=target_frame,
            target_time=_message(target_time),
            source_frame=source_frame,
            source_time=_message(source_time),
            fixed_frame=fixed_frame,
            advanced=True,
        )
        return self._process(goal, timeout)

    def can_transform(self, target_frame: str, source_frame: str, time: Any, timeout: Any = None) -> bool:
        """Returns whether the server has the transform."""
        try:
            self.lookup_transform(target_frame, source_frame, time, timeout)
        except TransformException:
            return False
        return True

    def can_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        timeout: Any = None,
    ) -> bool:
        """Returns whether the server has the transform between frames at two times."""
        try:
            self.lookup_transform_full(target_frame, target_time, source_frame, source_time, fixed_frame, timeout)
        except TransformException:
            return False
        return True

    def _process(self, goal: Any, timeout: Any) -> Any:
        name = self.action_client._action_name
        if not self.action_client.server_is_ready():
            raise TimeoutException(f'no buffer server answers the action {name}')
        wait = Duration() if timeout is None else timeout
        goal.timeout = wait.to_msg()
        seconds = (wait.nanoseconds + self.timeout_padding.nanoseconds) / 1e9
        handle = _result(self.action_client.send_goal_async(goal), seconds, name)
        if not handle.accepted:
            raise TimeoutException(f'the buffer server {name} rejected the request')
        result = _result(handle.get_result_async(), seconds, name).result
        if result.error.error != TF2Error.NO_ERROR:
            raise _EXCEPTIONS.get(result.error.error, TransformException)(result.error.error_string)
        return result.transform

    def destroy(self) -> None:
        """Destroys the client of the action."""
        self.action_client.destroy()


def _message(time: Any) -> Any:
    return time.to_msg() if isinstance(time, Time) else time


def _result(future: Any, seconds: float, name: str) -> Any:
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    if not done.wait(seconds):
        raise TimeoutException(f'the buffer server {name} did not answer within {seconds:g} s; is the node spun?')
    return future.result()
