# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Buffer: the transforms that a node has received, with lookups that wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rclpy.clock import Clock, JumpThreshold
from rclpy.duration import Duration
from rclpy.logging import get_logger
from rclpy.task import Future
from tf2_py import BufferCore, TransformException

from rxros2.interfaces.tf2_msgs.srv import FrameGraph

from .buffer_interface import BufferInterface


class Buffer(BufferCore, BufferInterface):
    """Transforms over time; a TransformListener fills it. A jump of the clock back in time clears it. Thread-safe.

    `cache_time`: a Duration, for which transforms are kept; 10 s by default. With a `node` it serves 'tf2_frames',
    which returns all frames as YAML.
    """

    def __init__(self, cache_time: Any = None, node: Any = None) -> None:
        BufferCore.__init__(self, cache_time)
        BufferInterface.__init__(self)
        self._changed = threading.Condition()  # guards the member below; is notified of new transforms
        self._waiting: list[_Waiting] = []
        if node is not None:
            self.srv = node.create_service(FrameGraph, 'tf2_frames', self._frames_of)
        self.clock = Clock() if node is None else node.get_clock()
        threshold = JumpThreshold(min_forward=None, min_backward=Duration(seconds=-1), on_clock_change=True)
        self.jump_handle = self.clock.create_jump_callback(threshold, post_callback=self.time_jump_callback)

    def _frames_of(self, request: Any, response: Any) -> Any:
        response.frame_yaml = self.all_frames_as_yaml()
        return response

    def time_jump_callback(self, time_jump: Any) -> None:
        """Clears the buffer, because time has jumped back."""
        get_logger('tf2_buffer').warning('time has jumped back: all transforms are dropped')
        self.clear()

    def set_transform(self, transform: Any, authority: str) -> None:
        """Inserts a TransformStamped and ends the waits for it. `authority` is the name of its sender."""
        super().set_transform(transform, authority)
        self._notify()

    def set_transform_static(self, transform: Any, authority: str) -> None:
        """Inserts a TransformStamped that holds at all times."""
        super().set_transform_static(transform, authority)
        self._notify()

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()
            ready = [entry for entry in self._waiting if entry.is_ready()]
            self._waiting = [entry for entry in self._waiting if entry not in ready]
        for entry in ready:  # without the lock, because callbacks of the futures run
            entry.answer()

    def lookup_transform(self, target_frame: str, source_frame: str, time: Any, timeout: Any = None) -> Any:
        """Returns the TransformStamped of points in the source frame to the target frame.

        `time`: a Time; 0 is the latest. `timeout`: a Duration to wait for the transform, in which another thread must
        run the listener. Raises a TransformException if there is none.
        """
        self.can_transform(target_frame, source_frame, time, timeout)
        return self.lookup_transform_core(target_frame, source_frame, time)

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
        arguments = target_frame, target_time, source_frame, source_time, fixed_frame
        self.can_transform_full(*arguments, timeout)
        return self.lookup_transform_full_core(*arguments)

    def can_transform(
        self, target_frame: str, source_frame: str, time: Any, timeout: Any = None, return_debug_tuple: bool = False
    ) -> Any:
        """Returns whether there is a transform, after waiting for it for at most `timeout`.

        With `return_debug_tuple` also the reason if there is none.
        """
        return self._wait(
            lambda: self.can_transform_core(target_frame, source_frame, time), timeout, return_debug_tuple
        )

    def can_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        timeout: Any = None,
        return_debug_tuple: bool = False,
    ) -> Any:
        """Returns can_transform() for the frames at two times."""
        arguments = target_frame, target_time, source_frame, source_time, fixed_frame
        return self._wait(lambda: self.can_transform_full_core(*arguments), timeout, return_debug_tuple)

    def _wait(self, attempt: Callable[[], tuple[bool, str]], timeout: Any, return_reason: bool) -> Any:
        if timeout is not None and timeout.nanoseconds > 0:
            with self._changed:
                self._changed.wait_for(lambda: attempt()[0], timeout.nanoseconds / 1e9)
        result = attempt()
        return result if return_reason else result[0]

    async def lookup_transform_async(self, target_frame: str, source_frame: str, time: Any) -> Any:
        """Waits for a transform without blocking the executor, and returns it."""
        return await self.wait_for_transform_async(target_frame, source_frame, time)

    async def lookup_transform_full_async(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> Any:
        """Waits for a transform between frames at two times without blocking the executor, and returns it."""
        return await self.wait_for_transform_full_async(
            target_frame, target_time, source_frame, source_time, fixed_frame
        )

    def wait_for_transform_async(self, target_frame: str, source_frame: str, time: Any) -> Future:
        """Returns a future whose result is the transform, once there is one."""
        return self._future(
            lambda: self.can_transform_core(target_frame, source_frame, time)[0],
            lambda: self.lookup_transform_core(target_frame, source_frame, time),
        )

    def wait_for_transform_full_async(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> Future:
        """Returns a future whose result is the transform between frames at two times, once there is one."""
        arguments = target_frame, target_time, source_frame, source_time, fixed_frame
        return self._future(
            lambda: self.can_transform_full_core(*arguments)[0], lambda: self.lookup_transform_full_core(*arguments)
        )

    def _future(self, is_possible: Callable[[], bool], lookup: Callable[[], Any]) -> Future:
        entry = _Waiting(Future(), is_possible, lookup)
        with self._changed:  # no transform may come between the attempt and the wait
            is_ready = entry.is_ready()
            if not is_ready:
                self._waiting.append(entry)
        if is_ready:
            entry.answer()
        return entry.future


@dataclass(frozen=True, eq=False)
class _Waiting:
    """A future that waits for a transform."""

    future: Future
    is_possible: Callable[[], bool]
    lookup: Callable[[], Any]

    def is_ready(self) -> bool:
        """Returns whether the future needs no further wait."""
        return self.future.done() or self.future.cancelled() or self.is_possible()

    def answer(self) -> None:
        """Gives the future its result."""
        if self.future.done() or self.future.cancelled():
            return
        try:
            self.future.set_result(self.lookup())
        except TransformException as error:  # the buffer has been cleared meanwhile
            self.future.set_exception(error)
