# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms between frames over time, as in tf2: the buffer (in C++, frames/) and the parts that rx and aio share."""

from __future__ import annotations

import copy
import math
import time
import traceback
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from . import _core
from .durations import nanoseconds
from .qos import DurabilityPolicy, QoSProfile

if TYPE_CHECKING:
    from .backing import Backing, Publisher, Subscription

_T = TypeVar('_T')

TF_MESSAGE = 'tf2_msgs/msg/TFMessage'
QOS = QoSProfile(depth=100)
QOS_STATIC = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)
QOS_STATIC_PUBLISHER = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
TOPICS = (('/tf_static', QOS_STATIC, True), ('/tf', QOS, False))
"""Static transforms first: their history has arrived when the first moving transform does."""

_AT_ONCE = 64
"""The most messages that are taken before the executor serves another entity."""

_Values = tuple[float, float, float, float, float, float, float]
_Answer = tuple[int, str, int, _Values]


class Transforms(Enum):
    """The transforms that from_transform emits."""

    LATEST = 'latest'
    """The newest transform, whenever there is a newer one."""
    EACH_STAMP = 'each_stamp'
    """One transform for each stamp of the frames between the two, without gaps."""


class TransformErrorKind(IntEnum):
    """The reason why there is no transform; tf2's exception is given in brackets."""

    NONE = 0
    """A transform could not be applied."""
    INVALID_ARGUMENT = 1
    """The name of a frame is empty or begins with / (InvalidArgumentException)."""
    LOOKUP = 2
    """The frame does not exist, or the frames form a loop (LookupException)."""
    CONNECTIVITY = 3
    """The frames are in two separate trees (ConnectivityException)."""
    FORWARD_EXTRAPOLATION = 4
    """The time is later than the newest data (ForwardExtrapolationException)."""
    BACKWARD_EXTRAPOLATION = 5
    """The time is earlier than the oldest data (BackwardExtrapolationException)."""
    NO_DATA_FOR_EXTRAPOLATION = 6
    """There is data of one other time only, or none (NoDataForExtrapolationException)."""
    CLEARED = 7
    """The buffer was cleared while an item waited: time jumped back."""


class TransformError(Exception):
    """A transform does not exist. The text names the cause, the frames and the cure; `kind` is the reason."""

    def __init__(self, text: str, kind: TransformErrorKind) -> None:
        super().__init__(text)
        self.kind = kind


class FrameInfo(NamedTuple):
    """A frame in a buffer."""

    name: str
    parent: str
    """The parent in the newest transform; empty for a root."""
    is_static: bool
    oldest: int
    newest: int
    size: int
    """The number of transforms that are kept."""


@dataclass(frozen=True)
class Untransformed(Generic[_T]):
    """An item that transform_to() dropped."""

    item: _T
    kind: TransformErrorKind
    """The reason of its last lookup; NONE: the transform could not be applied."""
    reason: str


@dataclass(frozen=True)
class TransformationStatistics:
    """The counts of a transform_to() so far."""

    transformed: int
    unmatched: int


class TransformBuffer:
    """The transforms that a node knows: the last 10 s, as in tf2, filled by the node's executor. Thread-safe."""

    def __init__(self, backing: Backing, log: Callable[[str], object]) -> None:
        self._backing = backing
        self._message: Any = backing.interface('geometry_msgs', 'msg', 'TransformStamped')
        self._core = _core.FrameBuffer(10_000_000_000)
        self._log = log
        self._logged = -math.inf
        self._requests: dict[int, Callable[[_Answer], None]] = {}
        self._number = 0
        self._jumped = False

    def lookup(self, target: str, source: str, stamp: Any = None) -> Any:
        """Returns the TransformStamped that maps points in `source` to points in `target` at a time.

        `stamp`: nanoseconds or a message's stamp; None is the latest time for which the whole chain of frames has
        data. Raises TransformError if there is none; its text names the cause, the frames and the cure.
        """
        answer = self._core.lookup(target, source, to_nanoseconds(stamp))
        if answer[0] != TransformErrorKind.NONE:
            raise TransformError(answer[1], TransformErrorKind(answer[0]))
        return self._transform_of(target, source, answer)

    def lookup_between(self, target: str, target_stamp: Any, source: str, source_stamp: Any, fixed: str) -> Any:
        """Returns the transform from `source` at one time to `target` at another, by way of the frame `fixed`."""
        times = to_nanoseconds(target_stamp), to_nanoseconds(source_stamp)
        answer = self._core.lookup_between(target, times[0], source, times[1], fixed)
        if answer[0] != TransformErrorKind.NONE:
            raise TransformError(answer[1], TransformErrorKind(answer[0]))
        return self._transform_of(target, source, answer)

    def frames(self) -> list[FrameInfo]:
        """Returns all frames in the order in which they were first named."""
        return [FrameInfo(*frame) for frame in self._core.frames()]

    # --- for the streams of the node; called in its executor ---

    def _transform_of(self, target: str, source: str, answer: _Answer) -> Any:
        message = self._message()
        message.header.frame_id, message.child_frame_id = target, source
        message.header.stamp.sec, message.header.stamp.nanosec = divmod(answer[2], 1_000_000_000)
        _fill(message.transform, answer[3])
        return message

    def _feed(self, core: Subscription, is_static: bool) -> None:
        """Inserts the samples that wait on a topic, and answers the requests that waited for them."""
        for sample in core.take(None, _AT_ONCE):
            self._insert(sample, is_static)

    def _insert(self, sample: Any, is_static: bool) -> None:
        """Inserts a sample of a TFMessage."""
        if self._jumped:
            self._jumped = False
            self._core.clear()
        try:
            for child, why in self._core.insert(bytes(sample), is_static):
                self._warn(f'a transform of frame [{child}] was refused: {why}')
        except ValueError as error:
            self._warn(f'a malformed message of transforms was dropped: {error}')
        self._call()

    def _call(self) -> None:
        while ready := self._core.take_ready():
            for number, answer in ready:
                answered = self._requests.pop(number, None)
                if answered is None:
                    continue
                try:
                    answered(answer)
                except (Exception, CancelledError):  # one stream failed; the others and /tf continue
                    self._log(f'a stream that waited for transforms failed: {traceback.format_exc().rstrip()}')

    def _clear(self) -> None:
        self._core.clear()
        self._call()

    def _warn(self, text: str) -> None:
        now = time.monotonic()
        if now - self._logged > 10:
            self._logged = now
            self._log(text)

    def _ask(self, target: str, source: str, stamp: int, answered: Callable[[_Answer], None]) -> _Answer | int:
        """Returns the answer, or the number of a request: `answered` will be called."""
        self._number += 1
        number = self._number
        answer = self._core.ask(number, target, source, stamp)
        if answer is not None:
            return answer
        self._requests[number] = answered
        return number

    def _ask_for_change(self, target: str, source: str, answered: Callable[[_Answer], None]) -> int:
        self._number += 1
        self._requests[self._number] = answered
        self._core.ask_for_change(self._number, target, source)
        return self._number

    def _cancel(self, number: int) -> bool:
        """Cancels a request. Returns False if it was not waiting."""
        self._core.cancel(number)
        return self._requests.pop(number, None) is not None

    def _watch_clock(self) -> Any:
        """Returns an object that watches the node's clock for jumps; None for a node of rclpy."""
        core = getattr(self._backing.programs, '_core', None) if self._backing.reports_events else None
        if core is None:
            return None

        def jumped(*_: object) -> None:
            self._jumped = True

        return _core.JumpCallback(_core.Clock.of(core), None, jumped, True, 0, -1)


def check_name(operator: str, frame: str) -> str:
    """Returns the name of a frame. Raises ValueError if it is empty or begins with /."""
    if not isinstance(frame, str) or not frame or frame.startswith('/'):
        raise ValueError(f'{operator}: the frame is {frame!r}; expected a name that does not begin with /')
    return frame


def _source_of(header: Any) -> str:
    """Returns the frame of a message. Characters that are not valid in UTF-8 become '?'."""
    name: str = header.frame_id
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode('utf-8', 'replace').decode()
    return name


def to_nanoseconds(stamp: Any) -> int:
    """Returns the nanoseconds of an int, of a message's stamp, or of None, which is 0."""
    if stamp is None:
        return 0
    if isinstance(stamp, int):
        return stamp
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)


def _fill(transform: Any, values: _Values) -> None:
    t, r = transform.translation, transform.rotation
    t.x, t.y, t.z, r.x, r.y, r.z, r.w = values


class Following:
    """One subscription of from_transform. Its functions run in the node's executor."""

    def __init__(
        self, buffer: TransformBuffer, target: str, source: str, which: Transforms, emit: Callable[[Any], object]
    ) -> None:
        self._buffer = buffer
        self._target = target
        self._source = source
        self._each_stamp = which is Transforms.EACH_STAMP
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

    def _ready(self, answer: _Answer) -> None:
        self._waits = None
        self._go_on(answer)

    def _go_on(self, answer: _Answer | None) -> None:
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

    def _emit_answer(self, answer: _Answer) -> None:
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
        self.answer: _Answer | None = None
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
        source, stamp = _source_of(header), to_nanoseconds(header.stamp)
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

    def _answered(self, waiting: _Waiting, answer: _Answer) -> None:
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
            waiting.answer = self._buffer._core.lookup(self._frame, _source_of(header), to_nanoseconds(header.stamp))
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


class StaticTransforms:
    """The static transforms of a node: one message contains all of them, so that late subscriptions get them too."""

    def __init__(self, backing: Backing) -> None:
        self._message: Any = backing.interface('tf2_msgs', 'msg', 'TFMessage')
        self._codec = backing.codec(self._message)
        self.publisher: Publisher = backing.publisher('/tf_static', self._message, QOS_STATIC_PUBLISHER, [])
        self._all: dict[str, Any] = {}

    def publish(self, transforms: Any) -> None:
        """Publishes the transforms along with those that were published before."""
        for transform in listed(transforms):
            self._all[transform.child_frame_id] = copy.deepcopy(transform)
        self.publisher.publish(self._codec, self._message(transforms=list(self._all.values())))


def listed(transforms: Any) -> list[Any]:
    """Returns the list of one TransformStamped or of several."""
    return list(transforms) if isinstance(transforms, Iterable) else [transforms]


__all__ = [
    'FrameInfo',
    'TransformBuffer',
    'TransformError',
    'TransformErrorKind',
    'TransformationStatistics',
    'Transforms',
    'Untransformed',
]
