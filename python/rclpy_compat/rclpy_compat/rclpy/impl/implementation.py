# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of rclpy's C module that programs use: its exceptions, and the entities that waitables wait for."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rxros2 import _core

from .reexports import reexports

__getattr__ = reexports(__name__)

_QUOTED = r"'([^']*)'"


class RCUtilsError(RuntimeError):
    """The base of errors of logging."""


class RMWError(RuntimeError):
    """The base of errors of the middleware."""


class RCLError(RuntimeError):
    """The base of errors of nodes and their entities."""


class RCLInvalidROSArgsError(RCLError):
    """A ROS argument has an invalid value."""


class UnknownROSArgsError(RuntimeError):
    """There are arguments behind --ros-args that are not ROS arguments."""


class NodeNameNonExistentError(RCLError):
    """The graph contains no node of this name."""


class UnsupportedEventTypeError(RCLError):
    """The middleware does not have this event."""


class NotImplementedError(builtins.NotImplementedError):
    """The middleware does not have this function."""


InvalidHandle = _core.InvalidHandle
"""The object was destroyed."""


class rmw_qos_profile_t:
    """The named QoS profiles of the middleware."""

    @staticmethod
    def predefined(profile_name: str) -> Any:
        """Returns the values of a profile such as 'qos_profile_default', whose to_dict() QoSProfile takes."""
        from .. import qos

        return getattr(qos, profile_name).get_c_qos_profile()


@contextmanager
def of_arguments() -> Iterator[None]:
    """Translates errors of rxros2._core about ROS arguments into rclpy's."""
    try:
        yield
    except RuntimeError as error:
        text = str(error)
        if 'that are not ROS arguments' in text:
            sentence, _, names = text.rpartition(': ')
            raise UnknownROSArgsError(f'{sentence}: {re.findall(_QUOTED, names)}') from None
        if text.startswith('invalid ROS argument'):
            raise RCLInvalidROSArgsError(f'Failed to parse ROS arguments: {text}') from None
        raise
