# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The common parts of from_transform and transform_to for reactivex and asyncio. They run in the node's executor."""

from __future__ import annotations

import copy
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .durations import nanoseconds
from .transforms import (
    Answer,
    TransformBuffer,
    TransformErrorKind,
    Transforms,
    Untransformed,
    source_of,
    to_nanoseconds,
)


class Following:
    """One subscription of from_transform. Its functions run in the node's executor."""

    def __init__(
        self, buffer: TransformBuffer, target: str, source: str, selection: Transforms, emit: Callable[[Any], object]
    ) -> None:
        self.buffer = self._buffer = buffer
        self._target = target
        self._source = source
        self._each_stamp = selection is Transforms.EACH_STAMP
        self._emit = emit
        self._last: int | None = None
        self._waits: int | None = None
        self._closed = False

    def begin(self) -> None:
        """Emits the present transform, if there is one, and waits for the next."""
        self._go_on(None)

    def close(self) -> None:
        """Ends the subscription."""
        self._closed = True
        if self._waits is not None:
            self._buffer._cancel(self._waits)

    def _ready(self, answer: Answer) -> None:
        self._waits = None
        self._go_on(answer)

    def _go_on(self, answer: Answer | None) -> None:
        """Emits the transforms that are known, and requests the next one."""
        buffer, target, source = self._buffer, self._target, self._source
        while not self._closed:
            if answer is None:
                reply = buffer._ask(target, source, 0 if self._last is None else self._last + 1, self._ready)
                if isinstance(reply, int):
                    self._waits = reply
                    return
                answer = reply
            error, answer = answer[0], None
            if error == TransformErrorKind.CLEARED or (error and self._last is not None):
                self._last = None  # time has jumped
            elif error or not self._emit_new():
                self._waits = buffer._ask_for_change(target, source, self._ready)
                return

    def _emit_new(self) -> bool:
        """Emits the transforms that are newer than the last. Returns False if nothing between the frames moves."""
        core = self._buffer._core
        latest = core.lookup(self._target, self._source, 0)
        if latest[0]:
            return True  # the buffer was cleared meanwhile
        if latest[2] == 0:
            self._emit_answer(latest)
            return False
        if self._each_stamp and self._last is not None:
            while not self._closed:
                stamp = core.next_stamp(self._target, self._source, self._last)
                if stamp is None:
                    break
                self._last = stamp
                transform = core.lookup(self._target, self._source, stamp)
                if not transform[0]:
                    self._emit_answer(transform)
        elif self._last is None or latest[2] > self._last:
            self._last = latest[2]
            self._emit_answer(latest)
        return True

    def _emit_answer(self, answer: Answer) -> None:
        self._emit(self._buffer._transform_of(self._target, self._source, answer))


class Timer:
    """The timer of a Transforming, in nanoseconds of a monotonic clock."""

    def now(self) -> int:
        """Returns the present time."""
        raise NotImplementedError

    def wake_after(self, delay: int, work: Callable[[], None]) -> None:
        """Calls `work` once after `delay` nanoseconds."""
        raise NotImplementedError

    def close(self) -> None:
        """Cancels the timer."""
        raise NotImplementedError


@dataclass
class TransformOptions:
    """The options of transform_to(), with times in seconds, as transform_options in C++."""

    wait: float = 1.0
    queue_size: int = 100
    keep_order: bool = True

    def check(self) -> TransformOptions:
        """Returns the options; raises ValueError if one is out of range."""
        if self.queue_size < 1 or not self.wait >= 0:
            raise ValueError(
                f'transform_to: the queue_size is {self.queue_size} and wait {self.wait} s; expected 1 or more, and 0 '
                f'or more'
            )
        return self


class _Waiting:
    """An item in the queue of a Transforming."""

    __slots__ = ('answer', 'deadline', 'is_handled', 'item', 'number')

    def __init__(self, item: Any, deadline: int) -> None:
        self.item = item
        self.deadline = deadline
        self.number: int | None = None
        self.answer: Answer | None = None
        self.is_handled = False


class Transforming:
    """One subscription of transform_to. Its functions run in the node's executor, one at a time."""

    def __init__(
        self,
        buffer: TransformBuffer,
        frame: str,
        options: TransformOptions,
        apply: Callable[[Any, Any], Any],
        timer: Timer,
        emit: Callable[[Any], object],
        leave_out: Callable[[Untransformed[Any]], object],
    ) -> None:
        self._buffer = buffer
        self._frame = frame
        self._options = options
        self._apply = apply
        self._timer = timer
        self._emit = emit
        self._leave_out = leave_out
        self._queue: deque[_Waiting] = deque()
        self._armed = False
        self._closed = False
        self._completed: Callable[[], object] | None = None

    def take(self, item: Any) -> None:
        """Takes an item of the source. Raises TypeError for an item without a header."""
        header = getattr(item, 'header', None)
        if header is None:
            raise TypeError(f'transform_to: a {type(item).__name__} has no header')
        source, stamp = source_of(header), to_nanoseconds(header.stamp)
        waiting = _Waiting(item, 0)
        if self._options.wait == 0 or source == self._frame:
            waiting.answer = self._buffer._core.lookup(self._frame, source, stamp)
        else:
            reply = self._buffer._ask(self._frame, source, stamp, lambda answer: self._answered(waiting, answer))
            if isinstance(reply, int):
                waiting.number = reply
            else:
                waiting.answer = reply
        if waiting.answer is not None and not (self._queue and self._options.keep_order):
            self._settle(waiting)
            return
        if len(self._queue) >= self._options.queue_size:
            self._leave_out_oldest()
        if self._closed:
            return
        self._queue.append(waiting)
        if waiting.number is not None:
            waiting.deadline = self._timer.now() + nanoseconds('wait', self._options.wait)
            self._arm(waiting.deadline)

    def complete(self, completed: Callable[[], object]) -> None:
        """Ends the source: `completed` is called once no item waits."""
        self._completed = completed
        self._drain()

    def close(self) -> None:
        """Ends the subscription and drops the items that wait."""
        self._closed = True
        for waiting in self._queue:
            if waiting.number is not None:
                self._buffer._cancel(waiting.number)
        self._queue.clear()
        self._timer.close()

    def _answered(self, waiting: _Waiting, answer: Answer) -> None:
        waiting.number, waiting.answer = None, answer
        if not self._options.keep_order and not self._closed:
            self._settle(waiting)
        self._drain()

    def _arm(self, deadline: int) -> None:
        if not self._armed:
            self._armed = True
            self._timer.wake_after(max(deadline - self._timer.now(), 0), self._woken)

    def _woken(self) -> None:
        self._armed = False
        now = self._timer.now()
        for waiting in list(self._queue):
            if waiting.number is None:
                continue
            if waiting.deadline > now:
                self._arm(waiting.deadline)
                break
            self._give_up(waiting)
            if not self._options.keep_order and not self._closed:
                self._settle(waiting)
        self._drain()

    def _give_up(self, waiting: _Waiting) -> None:
        """Answers an item by a lookup now."""
        if waiting.number is not None and self._buffer._cancel(waiting.number):
            header = waiting.item.header
            waiting.answer = self._buffer._core.lookup(self._frame, source_of(header), to_nanoseconds(header.stamp))
        waiting.number = None

    def _leave_out_oldest(self) -> None:
        oldest = self._queue[0]
        if not oldest.is_handled:
            self._give_up(oldest)
            kind, reason = (oldest.answer[0], oldest.answer[1]) if oldest.answer is not None else (0, '')
            oldest.is_handled = True
            text = f'more than {self._options.queue_size} items wait' + (f': {reason}' if reason else '')
            self._leave_out(Untransformed(oldest.item, TransformErrorKind(kind), text))
        self._drain()

    def _drain(self) -> None:
        while self._queue and not self._closed:
            front = self._queue[0]
            if not front.is_handled:
                if front.answer is None:
                    return
                self._settle(front)
            if self._queue and self._queue[0] is front:
                self._queue.popleft()
        if self._completed is not None and not self._closed:
            self._completed()

    def _settle(self, waiting: _Waiting) -> None:
        waiting.is_handled = True
        answer = waiting.answer
        assert answer is not None
        item = waiting.item
        if answer[0]:
            self._leave_out(Untransformed(item, TransformErrorKind(answer[0]), answer[1]))
            return
        if item.header.frame_id != self._frame:
            transform = self._buffer._transform_of(self._frame, item.header.frame_id, answer)
            try:
                moved = self._apply(transform, item)
                if getattr(moved, 'header', None) is None:
                    raise TypeError(f'apply returned {moved!r}; expected a message with a header')
                moved.header = copy.copy(item.header)
                moved.header.frame_id = self._frame
            except (Exception, CancelledError) as error:
                self._leave_out(Untransformed(item, TransformErrorKind.NONE, str(error)))
                return
            item = moved
        self._emit(item)
