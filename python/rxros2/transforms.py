# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Transforms between frames over time, as in tf2: the buffer (in C++, frames/) and the parts that rx and aio share."""

from __future__ import annotations

import copy
import math
import time
from asyncio import CancelledError
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from . import _core
from .printable import one_line
from .qos import DurabilityPolicy, QoSProfile
from .stream_errors import handled_description

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

Values = tuple[float, float, float, float, float, float, float]
Answer = tuple[int, str, int, Values]
"""An error (TransformErrorKind), its text, the time in nanoseconds, and the translation and rotation."""


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


class TransformWarnings:
    """Warnings about transforms that cannot be used, at most one every 10 s. Thread-safe."""

    def __init__(self, log: Callable[[str], object]) -> None:
        self._log = log
        self._logged = -math.inf

    def warn(self, text: str) -> None:
        """Logs a text, unless a warning was logged in the last 10 s."""
        now = time.monotonic()
        if now - self._logged > 10:
            self._logged = now
            self._log(text)

    def refused(self, transforms: list[tuple[str, str]], sender: str = '') -> None:
        """Warns about transforms that a FrameBuffer refused: their frames, and the reasons."""
        for child, reason in transforms:
            of = f' from {sender}' if sender else ''
            self.warn(f'a transform of frame [{one_line(child)}]{of} was refused: {reason}')


class TransformBuffer:
    """The transforms that a node knows: the last 10 s, as in tf2, filled by the node's executor. Thread-safe."""

    def __init__(self, backing: Backing, log: Callable[[str], object]) -> None:
        self._backing = backing
        self._message: Any = backing.interface('geometry_msgs', 'msg', 'TransformStamped')
        self._core = _core.FrameBuffer(10_000_000_000)
        self._log = log
        self._warnings = TransformWarnings(log)
        self._requests: dict[int, Callable[[Answer], None]] = {}
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

    def _transform_of(self, target: str, source: str, answer: Answer) -> Any:
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
            self._warnings.refused(self._core.insert(bytes(sample), is_static))
        except ValueError as error:
            self._warnings.warn(f'a malformed message of transforms was dropped: {error}')
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
                    self._log(f'a stream that waited for transforms failed: {handled_description()}')

    def _clear(self) -> None:
        self._core.clear()
        self._call()

    def _ask(self, target: str, source: str, stamp: int, answered: Callable[[Answer], None]) -> Answer | int:
        """Returns the answer, or the number of a request: `answered` will be called."""
        self._number += 1
        number = self._number
        answer = self._core.ask(number, target, source, stamp)
        if answer is not None:
            return answer
        self._requests[number] = answered
        return number

    def _ask_for_change(self, target: str, source: str, answered: Callable[[Answer], None]) -> int:
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


def source_of(header: Any) -> str:
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


def _fill(transform: Any, values: Values) -> None:
    t, r = transform.translation, transform.rotation
    t.x, t.y, t.z, r.x, r.y, r.z, r.w = values


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
