# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy's exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rxros2 import _core


class NotInitializedException(Exception):
    """The context was used before init() or after its shutdown."""

    def __init__(self, *args: Any) -> None:
        super().__init__('the context is not valid: it is used before rclpy.init(), or after its shutdown', *args)


class InvalidNamespaceException(ValueError):
    """ROS 2 does not allow the namespace."""


class InvalidNodeNameException(ValueError):
    """ROS 2 does not allow the node's name."""


class NameValidationException(ValueError):
    """ROS 2 does not allow the name."""


class InvalidTopicNameException(NameValidationException):
    """ROS 2 does not allow the topic's name."""


class InvalidServiceNameException(NameValidationException):
    """ROS 2 does not allow the service's name."""


class ROSInterruptException(Exception):
    """The context was shut down meanwhile."""


class ParameterException(Exception):
    """The base of the errors about parameters."""

    def __init__(self, error_msg: str, parameters: Iterable[str] = (), *args: Any) -> None:
        self.error_msg = error_msg
        self.parameters = list(parameters)
        super().__init__(error_msg, *args)

    def __str__(self) -> str:
        return self.error_msg


class ParameterNotDeclaredException(ParameterException):
    """The parameter is not declared."""


class ParameterAlreadyDeclaredException(ParameterException):
    """The parameter is already declared."""


class ParameterUninitializedException(ParameterException):
    """The parameter has no value yet."""


class ParameterImmutableException(ParameterException):
    """The parameter is read-only."""


class InvalidParameterException(ParameterException):
    """The parameter's name or declaration is invalid."""


class InvalidParameterTypeException(ParameterException):
    """The value has another type than the parameter."""


class InvalidParameterValueException(ParameterException):
    """The value is out of range, or a callback refuses it."""


_OF_CORE = {
    _core.ParameterNotDeclaredException: ParameterNotDeclaredException,
    _core.ParameterAlreadyDeclaredException: ParameterAlreadyDeclaredException,
    _core.ParameterUninitializedException: ParameterUninitializedException,
    _core.ParameterImmutableException: ParameterImmutableException,
    _core.InvalidParameterException: InvalidParameterException,
    _core.InvalidParameterTypeException: InvalidParameterTypeException,
    _core.InvalidParameterValueException: InvalidParameterValueException,
}


@contextmanager
def of_parameters(*names: str) -> Iterator[None]:
    """Translates errors of rxros2._core about parameters into rclpy's."""
    try:
        yield
    except tuple(_OF_CORE) as error:
        raise _OF_CORE[type(error)](str(error), names) from None


@contextmanager
def of_names(kind: type[ValueError]) -> Iterator[None]:
    """Translates errors of rxros2._core about names into `kind`."""
    try:
        yield
    except ValueError as error:
        raise kind(str(error)) from None
