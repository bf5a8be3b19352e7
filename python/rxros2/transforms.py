# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms between frames over time, as tf2 keeps them: the buffer of frames/ in C++, and what rx and aio share."""

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
"""Static first: its history is there when the first transform that moves comes."""

_AT_ONCE = 64
"""Messages that are taken before the executor turns to something else."""

_Values = tuple[float, float, float, float, float, float, float]
_Answer = tuple[int, str, int, _Values]


class Transforms(Enum):
    """Which transforms from_transform emits."""

    LATEST = 'latest'
    """The newest when there is a newer one."""
    EACH_STAMP = 'each_stamp'
    """One for each stamp of the frames between the two, none left out."""


class TransformErrorKind(IntEnum):
    """Why there is no transform; in brackets tf2's exception."""

    NONE = 0
    """A transform could not be applied."""
    INVALID_ARGUMENT = 1
    """A frame's name is empty or begins with / (InvalidArgumentException)."""
    LOOKUP = 2
    """No such frame, or a loop (LookupException)."""
    CONNECTIVITY = 3
    """The frames are in two trees (ConnectivityException)."""
    FORWARD_EXTRAPOLATION = 4
    """Newer than the newest data (ForwardExtrapolationException)."""
    BACKWARD_EXTRAPOLATION = 5
    """Older than the oldest data (BackwardExtrapolationException)."""
    NO_DATA_FOR_EXTRAPOLATION = 6
    """Data of another time only, or none (NoDataForExtrapolationException)."""
    CLEARED = 7
    """The buffer was cleared while an item waited: time jumped back."""


class TransformError(Exception):
    """There is no transform. The text is tf2's."""

    def __init__(self, text: str, kind: TransformErrorKind) -> None:
        super().__init__(text)
        self.kind = kind


class FrameInfo(NamedTuple):
    """What a buffer knows of one frame."""

    name: str
    parent: str
    """Of the newest transform; empty for a root."""
    is_static: bool
    oldest: int
    newest: int
    size: int
    """How many transforms are kept."""


@dataclass(frozen=True)
class Untransformed(Generic[_T]):
    """An item that transform_to left out."""

    item: _T
    kind: TransformErrorKind
    """Of its last lookup; NONE: the transform could not be applied."""
    reason: str


@dataclass(frozen=True)
class TransformationStatistics:
    """What a transform_to did so far."""

    transformed: int
    unmatched: int


class TransformBuffer:
    """The transforms that a node knows. 10 s of data, as tf2's; filled by the node's executor. Any thread looks up."""

    def __init__(self, backing: Backing, log: Callable[[str], object]) -> None:
        self._backing = backing
        self._message: Any = backing.interface('geometry_msgs', 'msg', 'TransformStamped')
        self._core = _core.FrameBuffer(10_000_000_000)
        self._log = log
        self._logged = -math.inf
        self._asked: dict[int, Callable[[_Answer], None]] = {}
        self._number = 0
        self._jumped = False

    def lookup(self, target: str, source: str, stamp: Any = None) -> Any:
        """The TransformStamped that maps points in `source` to points in `target` at a time.

        `stamp`: nanoseconds or a message's stamp; None: the latest time for which the whole chain of frames has data.
        TransformError if there is none; its text names the cause, the frames and the cure.
        """
        answer = self._core.lookup(target, source, to_nanoseconds(stamp))
        if answer[0] != TransformErrorKind.NONE:
            raise TransformError(answer[1], TransformErrorKind(answer[0]))
        return self._made(target, source, answer)

    def lookup_between(self, target: str, target_stamp: Any, source: str, source_stamp: Any, fixed: str) -> Any:
        """From `source` at one time to `target` at another, by way of a frame that stands still."""
        times = to_nanoseconds(target_stamp), to_nanoseconds(source_stamp)
        answer = self._core.lookup_between(target, times[0], source, times[1], fixed)
        if answer[0] != TransformErrorKind.NONE:
            raise TransformError(answer[1], TransformErrorKind(answer[0]))
        return self._made(target, source, answer)

    def frames(self) -> list[FrameInfo]:
        """All frames, in the order in which they were first named."""
        return [FrameInfo(*each) for each in self._core.frames()]

    # --- for the streams of the node, in its executor ---

    def _made(self, target: str, source: str, answer: _Answer) -> Any:
        message = self._message()
        message.header.frame_id, message.child_frame_id = target, source
        message.header.stamp.sec, message.header.stamp.nanosec = divmod(answer[2], 1_000_000_000)
        _fill(message.transform, answer[3])
        return message

    def _feed(self, core: Subscription, is_static: bool) -> None:
        """Inserts what waits on a topic, and calls those who waited for it."""
        for sample in core.take(None, _AT_ONCE):
            self._insert(sample, is_static)

    def _insert(self, sample: Any, is_static: bool) -> None:
        """A sample of a TFMessage."""
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
                asked = self._asked.pop(number, None)
                if asked is None:
                    continue
                try:
                    asked(answer)
                except (Exception, CancelledError):  # of one stream: the others, and /tf, go on
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
        """The answer; or the number of a request: `answered` will be called."""
        self._number += 1
        number = self._number
        answer = self._core.ask(number, target, source, stamp)
        if answer is not None:
            return answer
        self._asked[number] = answered
        return number

    def _ask_for_change(self, target: str, source: str, answered: Callable[[_Answer], None]) -> int:
        self._number += 1
        self._asked[self._number] = answered
        self._core.ask_for_change(self._number, target, source)
        return self._number

    def _cancel(self, number: int) -> bool:
        """False if it did not wait."""
        self._core.cancel(number)
        return self._asked.pop(number, None) is not None

    def _watch_clock(self) -> Any:
        """What keeps the watch of the node's clock; None where its node is one of rclpy."""
        core = getattr(self._backing.programs, '_core', None) if self._backing.tells_events else None
        if core is None:
            return None

        def jumped(*_: object) -> None:
            self._jumped = True

        return _core.JumpCallback(_core.Clock.of(core), None, jumped, True, 0, -1)


def check_name(what: str, frame: str) -> str:
    """ValueError for a frame's name that is empty or begins with /."""
    if not isinstance(frame, str) or not frame or frame.startswith('/'):
        raise ValueError(f'{what}: the frame is {frame!r}; expected a name that does not begin with /')
    return frame


def _source_of(header: Any) -> str:
    """The frame of a message, which may be a stranger's: what is no UTF-8 in its name becomes '?'."""
    name: str = header.frame_id
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode('utf-8', 'replace').decode()
    return name


def to_nanoseconds(stamp: Any) -> int:
    """Of nanoseconds, of a message's stamp, of None: 0."""
    if stamp is None:
        return 0
    if isinstance(stamp, int):
        return stamp
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)


def _fill(transform: Any, values: _Values) -> None:
    t, r = transform.translation, transform.rotation
    t.x, t.y, t.z, r.x, r.y, r.z, r.w = values


class Following:
    """from_transform: what comes for one subscriber. In the node's executor."""

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
        self._go_on(None)

    def close(self) -> None:
        self._closed = True
        if self._waits is not None:
            self._buffer._cancel(self._waits)

    def _ready(self, answer: _Answer) -> None:
        self._waits = None
        self._go_on(answer)

    def _go_on(self, answer: _Answer | None) -> None:
        """From what is known: emits, and waits for what comes next."""
        buffer, target, source = self._buffer, self._target, self._source
        while not self._closed:
            if answer is None:
                asked = buffer._ask(target, source, 0 if self._last is None else self._last + 1, self._ready)
                if isinstance(asked, int):
                    self._waits = asked
                    return
                answer = asked
            error, answer = answer[0], None
            if error == TransformErrorKind.CLEARED or (error and self._last is not None):
                self._last = None  # time has jumped
            elif error or not self._emit_new():
                self._waits = buffer._ask_for_change(target, source, self._ready)
                return

    def _emit_new(self) -> bool:
        """What is newer than the last; False: nothing between the frames moves."""
        core = self._buffer._core
        latest = core.lookup(self._target, self._source, 0)
        if latest[0]:
            return True  # cleared meanwhile
        if latest[2] == 0:
            self._emit_answer(latest)
            return False
        if self._each_stamp and self._last is not None:
            while not self._closed:
                stamp = core.next_stamp(self._target, self._source, self._last)
                if stamp is None:
                    break
                self._last = stamp
                found = core.lookup(self._target, self._source, stamp)
                if not found[0]:
                    self._emit_answer(found)
        elif self._last is None or latest[2] > self._last:
            self._last = latest[2]
            self._emit_answer(latest)
        return True

    def _emit_answer(self, answer: _Answer) -> None:
        self._emit(self._buffer._made(self._target, self._source, answer))


class Timer:
    """When a Transforming is to look at the clock: after so many nanoseconds, of a time that only goes on."""

    def now(self) -> int:
        raise NotImplementedError

    def wake_after(self, delay: int, work: Callable[[], None]) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


@dataclass
class TransformOptions:
    """As transform_options in C++, in seconds."""

    wait: float = 1.0
    queue_size: int = 100
    keep_order: bool = True

    def check(self) -> TransformOptions:
        if self.queue_size < 1 or not self.wait >= 0:
            raise ValueError(
                f'transform_to: the queue_size is {self.queue_size} and wait {self.wait} s; expected 1 or more, and 0 '
                f'or more'
            )
        return self


class _Waiting:
    """An item's place in the queue."""

    __slots__ = ('answer', 'deadline', 'item', 'left', 'number')

    def __init__(self, item: Any, deadline: int) -> None:
        self.item = item
        self.deadline = deadline
        self.number: int | None = None
        self.answer: _Answer | None = None
        self.left = False


class Transforming:
    """transform_to: what waits for one subscriber. In the node's executor, one call at a time."""

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
        """An item of the source. TypeError for one that has no header."""
        header = getattr(item, 'header', None)
        if header is None:
            raise TypeError(f'transform_to: a {type(item).__name__} has no header')
        source, stamp = _source_of(header), to_nanoseconds(header.stamp)
        waiting = _Waiting(item, 0)
        if self._options.wait == 0 or source == self._frame:
            waiting.answer = self._buffer._core.lookup(self._frame, source, stamp)
        else:
            asked = self._buffer._ask(self._frame, source, stamp, lambda answer: self._answered(waiting, answer))
            if isinstance(asked, int):
                waiting.number = asked
            else:
                waiting.answer = asked
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
        """The source has ended: `completed` is called once nothing waits."""
        self._completed = completed
        self._drain()

    def close(self) -> None:
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
        """Its answer is that of a lookup now."""
        if waiting.number is not None and self._buffer._cancel(waiting.number):
            header = waiting.item.header
            waiting.answer = self._buffer._core.lookup(self._frame, _source_of(header), to_nanoseconds(header.stamp))
        waiting.number = None

    def _leave_out_oldest(self) -> None:
        oldest = self._queue[0]
        if not oldest.left:
            self._give_up(oldest)
            kind, reason = (oldest.answer[0], oldest.answer[1]) if oldest.answer is not None else (0, '')
            oldest.left = True
            text = f'more than {self._options.queue_size} items wait' + (f': {reason}' if reason else '')
            self._leave_out(Untransformed(oldest.item, TransformErrorKind(kind), text))
        self._drain()

    def _drain(self) -> None:
        while self._queue and not self._closed:
            front = self._queue[0]
            if not front.left:
                if front.answer is None:
                    return
                self._settle(front)
            if self._queue and self._queue[0] is front:
                self._queue.popleft()
        if self._completed is not None and not self._closed:
            self._completed()

    def _settle(self, waiting: _Waiting) -> None:
        waiting.left = True
        answer = waiting.answer
        assert answer is not None
        item = waiting.item
        if answer[0]:
            self._leave_out(Untransformed(item, TransformErrorKind(answer[0]), answer[1]))
            return
        if item.header.frame_id != self._frame:
            transform = self._buffer._made(self._frame, item.header.frame_id, answer)
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
    """The static transforms that a node publishes: one message, which late subscribers get too, has all of them."""

    def __init__(self, backing: Backing) -> None:
        self._message: Any = backing.interface('tf2_msgs', 'msg', 'TFMessage')
        self._codec = backing.codec(self._message)
        self.publisher: Publisher = backing.publisher('/tf_static', self._message, QOS_STATIC_PUBLISHER, [])
        self._all: dict[str, Any] = {}

    def publish(self, transforms: Any) -> None:
        for each in listed(transforms):
            self._all[each.child_frame_id] = copy.deepcopy(each)
        self.publisher.publish(self._codec, self._message(transforms=list(self._all.values())))


def listed(transforms: Any) -> list[Any]:
    """One TransformStamped, or several."""
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
