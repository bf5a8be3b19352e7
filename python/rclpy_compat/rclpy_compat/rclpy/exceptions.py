# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy's exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rxros2 import _core


class NotInitializedException(Exception):
    """A context that is not valid was used."""

    def __init__(self, *args: Any) -> None:
        super().__init__('the context is not valid: it is used before rclpy.init(), or after its shutdown', *args)


class InvalidNamespaceException(ValueError):
    """A namespace that ROS 2 does not allow."""


class InvalidNodeNameException(ValueError):
    """A name of a node that ROS 2 does not allow."""


class NameValidationException(ValueError):
    """A name that ROS 2 does not allow."""


class InvalidTopicNameException(NameValidationException):
    """Of a topic."""


class InvalidServiceNameException(NameValidationException):
    """Of a service."""


class ROSInterruptException(Exception):
    """The context was shut down meanwhile."""


class ParameterException(Exception):
    """Base of the errors about parameters."""

    def __init__(self, error_msg: str, parameters: Iterable[str] = (), *args: Any) -> None:
        self.error_msg = error_msg
        self.parameters = list(parameters)
        super().__init__(error_msg, *args)

    def __str__(self) -> str:
        return self.error_msg


class ParameterNotDeclaredException(ParameterException):
    pass


class ParameterAlreadyDeclaredException(ParameterException):
    pass


class ParameterUninitializedException(ParameterException):
    pass


class ParameterImmutableException(ParameterException):
    pass


class InvalidParameterException(ParameterException):
    pass


class InvalidParameterTypeException(ParameterException):
    pass


class InvalidParameterValueException(ParameterException):
    pass


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
    """Errors of the core in it become those of rclpy."""
    try:
        yield
    except tuple(_OF_CORE) as error:
        raise _OF_CORE[type(error)](str(error), names) from None


@contextmanager
def of_names(kind: type[ValueError]) -> Iterator[None]:
    """The same for names."""
    try:
        yield
    except ValueError as error:
        raise kind(str(error)) from None
