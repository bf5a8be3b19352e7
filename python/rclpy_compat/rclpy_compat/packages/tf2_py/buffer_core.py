# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""BufferCore: keeps transforms over time and answers lookups, in C++."""

from __future__ import annotations

import json
import re
from typing import Any

from rclpy.logging import get_logger
from rclpy.time import Time

from rxros2._core import FrameBuffer
from rxros2.interfaces.geometry_msgs.msg import TransformStamped
from rxros2.interfaces.tf2_msgs.msg import TFMessage
from rxros2.messages.codec import encode
from rxros2.transforms import FrameInfo, TransformErrorKind, TransformWarnings

_CACHE_TIME = 10_000_000_000


class TransformException(Exception):
    """Base class of the reasons why there is no transform."""


class ConnectivityException(TransformException):
    """Raised if the frames are in two separate trees."""


class LookupException(TransformException):
    """Raised if a frame does not exist."""


class ExtrapolationException(TransformException):
    """Raised if the buffer has no data of the time."""


class InvalidArgumentException(TransformException):
    """Raised if the name of a frame is empty or begins with /."""


class TimeoutException(TransformException):
    """Raised if a server of transforms does not answer in time."""


_EXCEPTIONS: dict[TransformErrorKind, type[TransformException]] = {
    TransformErrorKind.INVALID_ARGUMENT: InvalidArgumentException,
    TransformErrorKind.LOOKUP: LookupException,
    TransformErrorKind.CONNECTIVITY: ConnectivityException,
    TransformErrorKind.FORWARD_EXTRAPOLATION: ExtrapolationException,
    TransformErrorKind.BACKWARD_EXTRAPOLATION: ExtrapolationException,
    TransformErrorKind.NO_DATA_FOR_EXTRAPOLATION: ExtrapolationException,
}
_DIRECTIONS = {
    TransformErrorKind.FORWARD_EXTRAPOLATION: 'future',
    TransformErrorKind.BACKWARD_EXTRAPOLATION: 'past',
}


class BufferCore:
    """A buffer of transforms between frames over time. Times are rclpy's; time 0 is the latest one. Thread-safe.

    `cache_time`: a Duration, for which transforms are kept; 10 s by default.
    """

    def __init__(self, cache_time: Any = None) -> None:
        self._frames = FrameBuffer(_CACHE_TIME if cache_time is None else cache_time.nanoseconds)
        self._authorities: dict[str, str] = {}
        self._warnings = TransformWarnings(lambda text: get_logger('tf2_buffer').warning(text))

    def set_transform(self, transform: Any, authority: str) -> None:
        """Inserts a TransformStamped. `authority` is the name of its sender. A refused one is a warning."""
        self._insert(transform, authority, False)

    def set_transform_static(self, transform: Any, authority: str) -> None:
        """Inserts a TransformStamped that holds at all times."""
        self._insert(transform, authority, True)

    def _insert(self, transform: Any, authority: str, is_static: bool) -> None:
        refused = self._frames.insert(encode(TFMessage(transforms=[transform])), is_static)
        if refused:
            self._warnings.refused(refused, authority)
        else:
            self._authorities[transform.child_frame_id.removeprefix('/')] = authority

    def can_transform_core(self, target_frame: str, source_frame: str, time: Any) -> tuple[bool, str]:
        """Returns whether there is a transform, and the reason if there is none."""
        answer = self._frames.lookup(target_frame, source_frame, nanoseconds(time))
        return answer[0] == TransformErrorKind.NONE, _reason(answer)

    def can_transform_full_core(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> tuple[bool, str]:
        """Returns can_transform_core() for the frames at two times, by way of a frame that does not move."""
        times = nanoseconds(target_time), nanoseconds(source_time)
        answer = self._frames.lookup_between(target_frame, times[0], source_frame, times[1], fixed_frame)
        return answer[0] == TransformErrorKind.NONE, _reason(answer)

    def lookup_transform_core(self, target_frame: str, source_frame: str, time: Any) -> Any:
        """Returns the TransformStamped that maps points in the source frame to points in the target frame.

        Raises a TransformException if there is none.
        """
        answer = self._frames.lookup(target_frame, source_frame, nanoseconds(time))
        return _transform(target_frame, source_frame, answer)

    def lookup_transform_full_core(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> Any:
        """Returns the transform from the source frame at one time to the target frame at another.

        Raises a TransformException if there is none.
        """
        times = nanoseconds(target_time), nanoseconds(source_time)
        answer = self._frames.lookup_between(target_frame, times[0], source_frame, times[1], fixed_frame)
        return _transform(target_frame, source_frame, answer)

    def get_latest_common_time(self, target_frame: str, source_frame: str) -> Time:
        """Returns the latest time for which there is a transform. Raises a TransformException if there is none."""
        answer = self._frames.lookup(target_frame, source_frame, 0)
        _check(answer)
        return Time(nanoseconds=answer[2])

    def clear(self) -> None:
        """Removes all transforms, except those that hold at all times."""
        self._frames.clear()
        kept = {frame.name for frame in self._infos() if frame.parent}
        for name in set(self._authorities) - kept:
            self._authorities.pop(name, None)

    def all_frames_as_string(self) -> str:
        """Returns a line for each frame that has a parent."""
        return ''.join(f'Frame {f.name} exists with parent {f.parent}.\n' for f in self._infos() if f.parent)

    def all_frames_as_yaml(self) -> str:
        """Returns the frames that have a parent, with their times in seconds, as YAML; '{}' if there is none."""
        return ''.join(self._yaml(frame) for frame in self._infos() if frame.parent) or '{}'

    def _yaml(self, frame: FrameInfo) -> str:
        length = (frame.newest - frame.oldest) / 1e9
        rate = frame.size / max(length, 0.0001)
        return (
            f'{_yaml_key(frame.name)}: \n  parent: {_quoted(frame.parent)}\n'
            f'  broadcaster: {_quoted(self._authorities.get(frame.name, ""))}\n'
            f'  rate: {rate:.3f}\n  most_recent_transform: {frame.newest / 1e9:.3f}\n'
            f'  oldest_transform: {frame.oldest / 1e9:.3f}\n  buffer_length: {length:.3f}\n'
        )

    def _infos(self) -> list[FrameInfo]:
        return [FrameInfo(*frame) for frame in self._frames.frames()]

    def _getFrameStrings(self) -> list[str]:  # the name in tf2_py
        return [frame.name for frame in self._infos()]

    def _frameExists(self, frame_id: str) -> bool:  # the name in tf2_py
        return frame_id in self._getFrameStrings()


def _yaml_key(name: str) -> str:
    return name if re.fullmatch(r'[\w/.-]+', name) else _quoted(name)


def _quoted(text: str) -> str:
    """Returns a text in quotes of YAML; in double ones if it has characters that have to be escaped."""
    return "'" + text.replace("'", "''") + "'" if text.isprintable() else json.dumps(text)


def nanoseconds(time: Any) -> int:
    """Returns the nanoseconds of a time of rclpy, or of a message builtin_interfaces/msg/Time."""
    if hasattr(time, 'nanoseconds'):
        return int(time.nanoseconds)
    return int(time.sec) * 1_000_000_000 + int(time.nanosec)


def _check(answer: tuple[Any, ...]) -> None:
    if answer[0] != TransformErrorKind.NONE:
        raise _EXCEPTIONS.get(TransformErrorKind(answer[0]), TransformException)(_reason(answer))


def _reason(answer: tuple[Any, ...]) -> str:
    """Returns the text of an error, with the words by which programs recognize tf2's extrapolation errors."""
    direction = _DIRECTIONS.get(TransformErrorKind(answer[0]))
    return f'{answer[1]} (extrapolation into the {direction})' if direction else str(answer[1])


def _transform(target_frame: str, source_frame: str, answer: tuple[Any, ...]) -> Any:
    _check(answer)
    stamped = TransformStamped()
    stamped.header.frame_id, stamped.child_frame_id = target_frame, source_frame
    stamped.header.stamp.sec, stamped.header.stamp.nanosec = divmod(answer[2], 1_000_000_000)
    translation, rotation = stamped.transform.translation, stamped.transform.rotation
    translation.x, translation.y, translation.z, rotation.x, rotation.y, rotation.z, rotation.w = answer[3]
    return stamped
