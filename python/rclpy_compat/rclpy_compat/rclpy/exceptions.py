# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy's exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rxros2 import _core

from .impl.implementation import InvalidHandle as InvalidHandle

if TYPE_CHECKING:
    from .parameter import Parameter


class NotInitializedException(Exception):
    """The context was used before init() or after its shutdown."""

    def __init__(self, message: str | None = None) -> None:
        text = 'the context is not valid: it is used before rclpy.init(), or after its shutdown'
        super().__init__(f'{text}: {message}' if message else text)


class NoTypeSupportImportedException(Exception):
    """The object is not a class of a message, service or action."""

    def __init__(self, message: str = 'expected a class of a message, service or action') -> None:
        super().__init__(message)


class NameValidationException(Exception):
    """ROS 2 does not allow the name."""

    def __init__(self, name_type: str, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__(f"Invalid {name_type}: {error_msg}:\n  '{name}'\n   {' ' * invalid_index}^")


class InvalidNamespaceException(NameValidationException):
    """ROS 2 does not allow the namespace."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('namespace', name, error_msg, invalid_index)


class InvalidNodeNameException(NameValidationException):
    """ROS 2 does not allow the node's name."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('node name', name, error_msg, invalid_index)


class InvalidTopicNameException(NameValidationException):
    """ROS 2 does not allow the topic's name."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('topic name', name, error_msg, invalid_index)


class InvalidServiceNameException(NameValidationException):
    """ROS 2 does not allow the service's name."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('service name', name, error_msg, invalid_index)


class TimeSourceChangedError(Exception):
    """Simulated time began or ended during a sleep."""


class ROSInterruptException(Exception):
    """The context was shut down meanwhile."""

    def __init__(self) -> None:
        super().__init__('the context was shut down, or the object destroyed, during the wait')


class ParameterException(Exception):
    """The base of the errors about parameters."""

    def __init__(self, error_msg: str, parameters: str | list[str]) -> None:
        super().__init__(f'{error_msg}: {parameters if isinstance(parameters, str) else ", ".join(parameters)}')
        self.parameters = parameters


class ParameterNotDeclaredException(ParameterException):
    """The parameter is not declared."""

    def __init__(self, parameters: str | list[str]) -> None:
        super().__init__('not declared', parameters)


class ParameterAlreadyDeclaredException(ParameterException):
    """The parameter is already declared."""

    def __init__(self, parameters: str | list[str]) -> None:
        super().__init__('declared already', parameters)


class InvalidParameterException(ParameterException):
    """The parameter's name or declaration is invalid."""

    def __init__(self, parameter_name: str) -> None:
        super().__init__('not a valid name of a parameter', parameter_name)


class InvalidParameterTypeException(ParameterException):
    """The value has another type than the parameter."""

    def __init__(self, desired_parameter: Parameter, expected_type: Parameter.Type | str) -> None:
        value = f'{desired_parameter.type_.name} ({desired_parameter.value!r})'
        super().__init__(f'expected a value of type {expected_type}, found {value}', desired_parameter.name)


class InvalidParameterValueException(ParameterException):
    """The value is out of range, or a callback refuses it."""

    def __init__(self, parameter: str, value: Any, reason: str) -> None:
        super().__init__(f'the value {value!r} is refused, since {reason}', parameter)


class ParameterImmutableException(ParameterException):
    """The parameter is read-only."""

    def __init__(self, parameter_name: str) -> None:
        super().__init__('read-only', parameter_name)


class ParameterUninitializedException(ParameterException):
    """The parameter has no value yet."""

    def __init__(self, parameter_name: str) -> None:
        super().__init__('without a value', parameter_name)


_OF_CORE: dict[type[Exception], type[ParameterException]] = {
    _core.ParameterNotDeclaredException: ParameterNotDeclaredException,
    _core.ParameterAlreadyDeclaredException: ParameterAlreadyDeclaredException,
    _core.ParameterUninitializedException: ParameterUninitializedException,
    _core.ParameterImmutableException: ParameterImmutableException,
    _core.InvalidParameterException: InvalidParameterException,
    _core.InvalidParameterTypeException: InvalidParameterTypeException,
    _core.InvalidParameterValueException: InvalidParameterValueException,
}


def _with_text(kind: type[ParameterException], text: str) -> ParameterException:
    """Returns an exception of this kind with a text, whatever its constructor takes."""
    error = kind.__new__(kind, text)
    Exception.__init__(error, text)
    return error


@contextmanager
def of_parameters(*names: str) -> Iterator[None]:
    """Translates errors of rxros2._core about parameters into rclpy's."""
    try:
        yield
    except tuple(_OF_CORE) as error:
        translated = _with_text(_OF_CORE[type(error)], str(error))
        translated.parameters = list(names)
        raise translated from None
