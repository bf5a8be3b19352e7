# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The functions that buffers and their clients share, and the conversions that packages register."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from rclpy.duration import Duration

from rxros2.interfaces.std_msgs.msg import Header

_Convert = Callable[[Any], Any]
_Function = TypeVar('_Function')


class TypeException(Exception):
    """Raised for a type that no package has registered."""

    def __init__(self, errstr: str) -> None:
        super().__init__(errstr)
        self.errstr = errstr


class NotImplementedException(Exception):
    """Raised for a function that a class derived from BufferInterface does not have."""

    def __init__(self) -> None:
        self.errstr = 'this buffer has no lookups; expected a Buffer or a BufferClient'
        super().__init__(self.errstr)


class BufferInterface:
    """Base class of Buffer and BufferClient: transforms objects by their lookups."""

    def __init__(self) -> None:
        self.registration = TransformRegistration()

    def transform(self, object_stamped: Any, target_frame: str, timeout: Any = None, new_type: Any = None) -> Any:
        """Returns the object in the target frame, at the time in its header.

        `timeout`: a Duration to wait for the transform; `new_type`: the type of the result. The package that
        registers the type, such as tf2_geometry_msgs, must have been imported. Raises TypeException if it is not, and a
        TransformException if there is no transform.
        """
        apply = self.registration.get(type(object_stamped))
        header = object_stamped.header
        wait = Duration() if timeout is None else timeout
        result = apply(object_stamped, self.lookup_transform(target_frame, header.frame_id, header.stamp, wait))
        return result if new_type is None else convert(result, new_type)

    def transform_full(
        self,
        object_stamped: Any,
        target_frame: str,
        target_time: Any,
        fixed_frame: str,
        timeout: Any = None,
        new_type: Any = None,
    ) -> Any:
        """Returns the object in the target frame at another time, by way of a frame that does not move meanwhile."""
        apply = self.registration.get(type(object_stamped))
        header = object_stamped.header
        wait = Duration() if timeout is None else timeout
        transform = self.lookup_transform_full(
            target_frame, target_time, header.frame_id, header.stamp, fixed_frame, wait
        )
        result = apply(object_stamped, transform)
        return result if new_type is None else convert(result, new_type)

    def lookup_transform(self, target_frame: str, source_frame: str, time: Any, timeout: Any = None) -> Any:
        """Returns the transform of points in the source frame to the target frame."""
        raise NotImplementedException

    def lookup_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        timeout: Any = None,
    ) -> Any:
        """Returns the transform between frames at two times."""
        raise NotImplementedException

    def can_transform(self, target_frame: str, source_frame: str, time: Any, timeout: Any = None) -> Any:
        """Returns whether lookup_transform() has a result."""
        raise NotImplementedException

    def can_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        timeout: Any = None,
    ) -> Any:
        """Returns whether lookup_transform_full() has a result."""
        raise NotImplementedException


def Stamped(obj: Any, stamp: Any, frame_id: str) -> Any:  # the name in tf2_ros
    """Gives an object a header, and returns it."""
    obj.header = Header(frame_id=frame_id, stamp=stamp)
    return obj


class TransformRegistration:
    """The functions that transform objects, by the types of these. All instances share them."""

    _functions: ClassVar[dict[Any, Callable[[Any, Any], Any]]] = {}

    def add(self, key: Any, callback: Callable[[Any, Any], Any]) -> None:
        """Registers a function (object, TransformStamped) for a type."""
        self._functions[key] = callback

    def get(self, key: Any) -> Callable[[Any, Any], Any]:
        """Returns the function for a type. TypeException if there is none."""
        return _registered(self._functions, key)

    def print_me(self) -> None:
        """Prints the registered types."""
        print(self._functions)


class ConvertRegistration:
    """The functions that convert objects to messages and back. All instances share them."""

    _to_msg: ClassVar[dict[Any, _Convert]] = {}
    _from_msg: ClassVar[dict[Any, _Convert]] = {}
    _direct: ClassVar[dict[Any, _Convert]] = {}

    def add_from_msg(self, key: Any, callback: _Convert) -> None:
        """Registers a function that makes an object of type `key` from a message."""
        self._from_msg[key] = callback

    def add_to_msg(self, key: Any, callback: _Convert) -> None:
        """Registers a function that makes a message from an object of type `key`."""
        self._to_msg[key] = callback

    def add_convert(self, key: Any, callback: _Convert) -> None:
        """Registers a function that converts objects of a type to another; `key` has both types."""
        self._direct[key] = callback

    def get_from_msg(self, key: Any) -> _Convert:
        """Returns the function of add_from_msg(). TypeException if there is none."""
        return _registered(self._from_msg, key)

    def get_to_msg(self, key: Any) -> _Convert:
        """Returns the function of add_to_msg(). TypeException if there is none."""
        return _registered(self._to_msg, key)

    def get_convert(self, key: Any) -> _Convert:
        """Returns the function of add_convert(). TypeException if there is none."""
        return _registered(self._direct, key)


def _registered(functions: dict[Any, _Function], key: Any) -> _Function:
    if key not in functions:
        raise TypeException(f'no package has registered {key}; import one that does, such as tf2_geometry_msgs')
    return functions[key]


def convert(a: Any, b_type: Any) -> Any:
    """Returns an object of the other type with the same value; by way of a message if no function converts directly."""
    registration = ConvertRegistration()
    try:
        direct = registration.get_convert((type(a), b_type))
    except TypeException:
        if type(a) is b_type:
            return copy.deepcopy(a)
        return registration.get_from_msg(b_type)(registration.get_to_msg(type(a))(a))
    return direct(a)
