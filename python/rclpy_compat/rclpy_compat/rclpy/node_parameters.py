# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""NodeParameters: the parameters of a node, by rclpy's rules, which differ from those of rclcpp."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rxros2.messages.codec import encode
from rxros2.parameters import unpack

from .exceptions import (
    InvalidParameterException,
    InvalidParameterValueException,
    ParameterAlreadyDeclaredException,
    ParameterImmutableException,
    ParameterNotDeclaredException,
    ParameterUninitializedException,
    of_parameters,
)
from .impl import parameter_rules
from .parameter import PARAMETER_SEPARATOR_STRING, Parameter, parameter_value_to_python

if TYPE_CHECKING:
    from rxros2 import _core

_Parameters = list[Parameter]
_OF_RCLCPP = 'qos_overrides.'
_NOTHING_TO_SET = (
    'parameter list cannot be empty, this might be due to pre_set_parameters_callback modifying the original '
    'parameters list.'
)


class NodeParameters:
    """The parameters of a node. A base class of Node.

    The values here are the node's. rxros2._core has a copy of each value: it publishes the events and follows
    `use_sim_time`. Callbacks run in the thread that sets a parameter, the latest callback first.
    """

    PARAM_REL_TOL = parameter_rules.TOLERANCE

    _core: _core.Node

    def _start_parameters(self, allow_undeclared: bool, declare_overrides: bool) -> None:
        """Takes over the parameters with which rxros2._core has made the node."""
        self._allow_undeclared_parameters = allow_undeclared
        self._pre_set_parameters_callbacks: list[Callable[[_Parameters], _Parameters]] = []
        self._on_set_parameters_callbacks: list[Callable[[_Parameters], Any]] = []
        self._post_set_parameters_callbacks: list[Callable[[_Parameters], None]] = []
        names = [
            name
            for name in unpack('ListParametersResult', [self._core.list_parameters([], 0)])[0].names
            if not name.startswith(_OF_RCLCPP)  # those of rclcpp's own endpoints, which rclpy does not have
        ]
        self._parameters = _by_name(self._core.get_parameters(names))
        self._descriptors: dict[str, Any] = dict(
            zip(names, unpack('ParameterDescriptor', self._core.describe_parameters(names)), strict=True)
        )
        self._parameter_overrides = _by_name(self._core.parameter_overrides())
        if declare_overrides:
            self.declare_parameters(
                '',
                [
                    (name, parameter.get_parameter_value())
                    for name, parameter in self._parameter_overrides.items()
                    if name not in names
                ],
            )

    # --- declaring ---

    def declare_parameter(
        self, name: str, value: Any = None, descriptor: Any = None, ignore_override: bool = False
    ) -> Parameter:
        """Declares a parameter and returns it.

        `value` may be a Parameter.Type; the parameter then has this type, and no value until it is set. Raises the
        errors of declare_parameters().
        """
        is_only_a_name = value is None and descriptor is None
        given = (name,) if is_only_a_name else (name, value, descriptor)
        return self.__declare([given], ignore_override)[0]

    def declare_parameters(
        self, namespace: str, parameters: Sequence[Sequence[Any]], ignore_override: bool = False
    ) -> list[Parameter]:
        """Declares parameters, given as tuples of name, value and descriptor; the last may be omitted.

        Raises ParameterAlreadyDeclaredException, InvalidParameterException for an empty name,
        InvalidParameterTypeException for an override of another type, InvalidParameterValueException for a value that
        is out of range or that a callback refuses, and TypeError or ValueError for a wrong tuple.
        """
        given = []
        for parameter in parameters:
            if not 1 <= len(parameter) <= 3:
                raise TypeError(f'declare_parameters: found {parameter!r}; expected name, value and descriptor')
            name = parameter[0]
            full = f'{namespace}{PARAMETER_SEPARATOR_STRING}{name}' if namespace and isinstance(name, str) else name
            given.append((full, *parameter[1:]))
        return self.__declare(given, ignore_override)

    def __declare(self, given: Sequence[Sequence[Any]], ignore_override: bool) -> list[Parameter]:
        pairs = []
        for declaration in given:  # a comprehension would be a frame of its own, and shift the line of a warning
            pairs.append(self.__to_declare(*declaration, ignore_override=ignore_override))
        known = [parameter.name for parameter, _ in pairs if parameter.name in self._parameters]
        if known:
            raise ParameterAlreadyDeclaredException(known)
        for parameter, descriptor in pairs:
            name = parameter.name
            reason = parameter_rules.reason_against(parameter, descriptor, declared=False)
            if (
                reason is not None
                and not ignore_override
                and name in self._parameter_overrides
                and not descriptor.dynamic_typing
            ):
                with of_parameters(name):  # rxros2._core knows the file and line of the override, and raises the error
                    self._core.declare_parameter_type(name, descriptor.type, encode(descriptor), False)
            if reason is None:
                reason = self.__refusal([parameter])
            if reason is not None:
                raise InvalidParameterValueException(name, parameter.value, reason)
            self._parameters[name], self._descriptors[name] = parameter, descriptor
            try:
                self.__declare_copy(parameter, ignore_override)
            except Exception:
                del self._parameters[name], self._descriptors[name]
                raise
            self._call_post_set_parameters_callback([parameter])
        return [self._parameters[parameter.name] for parameter, _ in pairs]

    def __to_declare(self, name: Any, *rest: Any, ignore_override: bool) -> tuple[Parameter, Any]:
        """Returns the parameter and the descriptor of one tuple of declare_parameters()."""
        from rxros2.interfaces.rcl_interfaces.msg import ParameterDescriptor, ParameterValue

        if not isinstance(name, str):
            raise TypeError(f'declare_parameter: found {name!r}; expected a name, a str')
        if not name:
            raise InvalidParameterException(name)
        value, descriptor = (*rest, None, None)[:2]
        if descriptor is not None and not isinstance(descriptor, ParameterDescriptor):
            raise TypeError(f"declare_parameter: '{name}': found {descriptor!r}; expected a ParameterDescriptor")
        descriptor = ParameterDescriptor() if descriptor is None else copy.copy(descriptor)
        descriptor.name = name
        if not rest:
            warnings.warn(
                f"declare_parameter: '{name}' is declared by its name alone, which is deprecated; give a value, a "
                'Parameter.Type, or a ParameterDescriptor(dynamic_typing=True)',
                stacklevel=4,  # the caller of declare_parameter()
            )
            descriptor.dynamic_typing = True
        if isinstance(value, Parameter.Type):
            if value is Parameter.Type.NOT_SET:
                raise ValueError(
                    f"declare_parameter: '{name}' is given the type NOT_SET; expected one that values have"
                )
            if descriptor.dynamic_typing:
                raise ValueError(f"declare_parameter: '{name}' has a type and a descriptor with dynamic_typing")
            descriptor.type = value.value
            parameter = Parameter(name)
        elif isinstance(value, ParameterValue):
            parameter = Parameter(name, Parameter.Type(value.type), parameter_value_to_python(value))
        else:
            parameter = Parameter(name, value=value)
        if not isinstance(value, Parameter.Type) and not descriptor.dynamic_typing:
            if parameter.type_ is Parameter.Type.NOT_SET:
                raise ValueError(f"declare_parameter: '{name}' has no value; expected one, or a Parameter.Type")
            descriptor.type = parameter.type_.value
        if not ignore_override and name in self._parameter_overrides:
            kind = parameter.type_ if descriptor.dynamic_typing else Parameter.Type(descriptor.type)
            parameter = parameter_rules.empty_as(self._parameter_overrides[name], kind)
        if descriptor.dynamic_typing:
            descriptor.type = parameter.type_.value
        return parameter, descriptor

    def undeclare_parameter(self, name: str) -> None:
        """Removes a parameter, also one with a static type. Raises ParameterImmutableException for a read-only one."""
        if name not in self._parameters:
            raise ParameterNotDeclaredException(name)
        if self._descriptors[name].read_only:
            raise ParameterImmutableException(name)
        del self._parameters[name], self._descriptors[name]
        if self.__has_copy(name):
            self._core.undeclare_parameter(name)

    # --- reading ---

    def has_parameter(self, name: str) -> bool:
        """Returns whether the parameter is declared."""
        return name in self._parameters

    def get_parameters(self, names: list[str]) -> list[Parameter]:
        """Returns the parameters. Raises TypeError for names that are not str, and the errors of get_parameter()."""
        return [self.get_parameter(name) for name in _names('get_parameters', names)]

    def get_parameter(self, name: str) -> Parameter:
        """Returns the parameter.

        Raises ParameterNotDeclaredException if it is not declared and the node does not allow such parameters, and
        ParameterUninitializedException if it has a static type and no value yet.
        """
        parameter = self._parameters.get(name)
        if parameter is None:
            self.__require_allowed(name)
            return Parameter(name)
        if parameter.type_ is Parameter.Type.NOT_SET and not self._descriptors[name].dynamic_typing:
            raise ParameterUninitializedException(name)
        return parameter

    def get_parameter_or(self, name: str, alternative_value: Parameter | None = None) -> Parameter:
        """Returns the parameter or, if it is not declared or has no value, the alternative."""
        parameter = self._parameters.get(name)
        if parameter is None or parameter.type_ is Parameter.Type.NOT_SET:
            return Parameter(name) if alternative_value is None else alternative_value
        return parameter

    def get_parameter_types(self, names: list[str]) -> list[Parameter.Type]:
        """Returns the types of the parameters."""
        return [self.get_parameter_type(name) for name in _names('get_parameter_types', names)]

    def get_parameter_type(self, name: str) -> Parameter.Type:
        """Returns the type of the parameter's value; NOT_SET if it has none."""
        parameter = self._parameters.get(name)
        if parameter is None:
            self.__require_allowed(name)
            return Parameter.Type.NOT_SET
        return parameter.type_

    def get_parameters_by_prefix(self, prefix: str) -> dict[str, Parameter]:
        """Returns the parameters below a prefix, by their names without it. '' is the prefix of all."""
        start = f'{prefix}{PARAMETER_SEPARATOR_STRING}' if prefix else ''
        parameters = list(self._parameters.items())
        return {name[len(start) :]: parameter for name, parameter in parameters if name.startswith(start)}

    def list_parameters(self, prefixes: list[str], depth: int) -> Any:
        """Returns the ListParametersResult of the parameters below the prefixes, at most `depth` levels deep (0: all).

        Without prefixes, those of the whole node. Raises TypeError for wrong types, ValueError for a depth below 0.
        """
        from rxros2.interfaces.rcl_interfaces.msg import ListParametersResult

        if not isinstance(prefixes, list) or not isinstance(depth, int):
            raise TypeError(f'list_parameters: found {prefixes!r} and {depth!r}; expected a list of str and an int')
        if depth < 0:
            raise ValueError(f'list_parameters: found the depth {depth}; expected at least 0')
        starts = [f'{prefix}{PARAMETER_SEPARATOR_STRING}' for prefix in _names('list_parameters', prefixes)] or ['']

        def is_listed(name: str) -> bool:
            return name in prefixes or any(
                name.startswith(start) and (not depth or name.count(PARAMETER_SEPARATOR_STRING, len(start)) < depth)
                for start in starts
            )

        names = [name for name in list(self._parameters) if is_listed(name)]
        above = (name.rpartition(PARAMETER_SEPARATOR_STRING)[0] for name in names)
        return ListParametersResult(names=names, prefixes=list(dict.fromkeys(prefix for prefix in above if prefix)))

    def describe_parameters(self, names: list[str]) -> list[Any]:
        """Returns the ParameterDescriptors of the parameters."""
        return [self.describe_parameter(name) for name in _names('describe_parameters', names)]

    def describe_parameter(self, name: str) -> Any:
        """Returns the ParameterDescriptor of the parameter; an empty one for an undeclared one, if allowed."""
        from rxros2.interfaces.rcl_interfaces.msg import ParameterDescriptor

        descriptor = self._descriptors.get(name)
        if descriptor is None:
            self.__require_allowed(name)
            return ParameterDescriptor()
        return descriptor

    # --- setting ---

    def set_parameters(self, parameter_list: list[Parameter]) -> list[Any]:
        """Sets parameters one by one. Returns a SetParametersResult for each.

        Raises ParameterNotDeclaredException at the first one that is not declared, unless the node allows it.
        """
        return [self.set_parameters_atomically([parameter]) for parameter in parameter_list]

    def set_parameters_atomically(self, parameter_list: list[Parameter]) -> Any:
        """Sets all parameters or none, and returns a SetParametersResult. None undeclares a dynamic parameter."""
        result, parameters = self._set_parameters_atomically_common(parameter_list)
        self._call_post_set_parameters_callback(parameters)
        return result

    def _set_parameters_atomically_common(self, parameter_list: list[Parameter]) -> tuple[Any, list[Parameter]]:
        """Sets all parameters or none. Returns the SetParametersResult, and the parameters that were set."""
        from rxros2.interfaces.rcl_interfaces.msg import SetParametersResult

        parameters = list(parameter_list)
        if self._pre_set_parameters_callbacks:
            parameters = [
                parameter
                for callback in list(self._pre_set_parameters_callbacks)
                for parameter in callback(parameter_list)
            ]
            if not parameters:
                return SetParametersResult(successful=False, reason=_NOTHING_TO_SET), []
        if not all(isinstance(parameter, Parameter) for parameter in parameters):
            raise TypeError(f'set_parameters: found {parameters!r}; expected Parameters')
        unknown = [parameter.name for parameter in parameters if parameter.name not in self._parameters]
        if unknown and not self._allow_undeclared_parameters:
            raise ParameterNotDeclaredException(unknown)
        reason = self.__fault(parameters)
        if reason is None:
            reason = self.__refusal(parameters)
        if reason is not None:
            return SetParametersResult(successful=False, reason=reason), []
        self.__store(parameters)
        return SetParametersResult(successful=True), parameters

    def set_descriptor(self, name: str, descriptor: Any, alternative_value: Any = None) -> Any:
        """Gives a parameter another descriptor, and returns its ParameterValue.

        `alternative_value` is a ParameterValue that it gets if the present value does not suit the descriptor. Raises
        ParameterNotDeclaredException, ParameterImmutableException, and InvalidParameterValueException if neither suits.
        """
        if name not in self._parameters:
            self.__require_allowed(name)
            return Parameter(name).get_parameter_value()
        if self._descriptors[name].read_only:
            raise ParameterImmutableException(name)
        values = [self.get_parameter(name)]
        if alternative_value is not None:
            kind = Parameter.Type(alternative_value.type)
            values.append(Parameter(name, kind, parameter_value_to_python(alternative_value)))
        new = copy.copy(descriptor)
        new.name = name
        for value in values:
            if new.dynamic_typing:
                new.type = value.type_.value
            reason = parameter_rules.reason_against(value, new, declared=True)
            if reason is None:
                if value is not values[0]:
                    self._core.set_parameters_atomically(self.__samples([value]))
                    self._parameters[name] = value
                self._descriptors[name] = new
                return value.get_parameter_value()
        raise InvalidParameterValueException(name, values[-1].value, reason or '')

    def __fault(self, parameters: list[Parameter]) -> str | None:
        """Returns why the descriptors do not allow to set these values; None if they do."""
        for parameter in parameters:
            descriptor = self._descriptors.get(parameter.name)
            if descriptor is None:
                continue
            if descriptor.read_only:
                return f"parameter '{parameter.name}' cannot be set because it is read-only"
            reason = parameter_rules.reason_against(parameter, descriptor, declared=True)
            if reason is not None:
                return reason
        return None

    def __refusal(self, parameters: list[Parameter]) -> str | None:
        """Returns why a callback refuses the values; None if all accept them."""
        for callback in list(self._on_set_parameters_callbacks):
            result = callback(parameters)
            if not hasattr(result, 'successful'):
                raise TypeError(f'the callback {callback!r} returned {result!r}; expected a SetParametersResult')
            if not result.successful:
                return str(result.reason)
        return None

    def __store(self, parameters: list[Parameter]) -> None:
        """Stores values that were accepted, and publishes the event."""
        from rxros2.interfaces.rcl_interfaces.msg import ParameterDescriptor

        samples = self.__samples(parameters)
        for parameter in parameters:
            name = parameter.name
            if parameter.type_ is Parameter.Type.NOT_SET:
                self._parameters.pop(name, None)
                self._descriptors.pop(name, None)
                continue
            descriptor = self._descriptors.setdefault(name, ParameterDescriptor(name=name, dynamic_typing=True))
            if descriptor.dynamic_typing:
                descriptor.type = parameter.type_.value
            self._parameters[name] = parameter
        self._core.set_parameters_atomically(samples)

    def _call_post_set_parameters_callback(self, parameters: list[Parameter]) -> None:
        """Calls the callbacks for parameters that were set. Raises the error of a callback."""
        for callback in list(self._post_set_parameters_callbacks) if parameters else []:
            callback(parameters)

    def __declare_copy(self, parameter: Parameter, ignore_override: bool) -> None:
        """Declares the parameter in rxros2._core, which publishes the event and counts its override as used."""
        from rxros2.interfaces.rcl_interfaces.msg import ParameterDescriptor

        if self._core.has_parameter(parameter.name):
            self._core.set_parameters_atomically(self.__samples([parameter]))
            return
        value, descriptor = parameter.get_parameter_value(), ParameterDescriptor(dynamic_typing=True)
        with of_parameters(parameter.name):
            self._core.declare_parameter(parameter.name, encode(value), encode(descriptor), ignore_override)

    def __samples(self, parameters: list[Parameter]) -> list[bytes]:
        """Returns the values for rxros2._core, without the end of a parameter that it does not have."""
        return [
            encode(parameter.to_parameter_msg())
            for parameter in parameters
            if parameter.type_ is not Parameter.Type.NOT_SET or self.__has_copy(parameter.name)
        ]

    def __has_copy(self, name: str) -> bool:
        """Returns whether rxros2._core has the parameter and can remove it; it keeps those with which it was made."""
        has = self._core.has_parameter(name)
        return has and bool(unpack('ParameterDescriptor', self._core.describe_parameters([name]))[0].dynamic_typing)

    def __require_allowed(self, name: str) -> None:
        """Raises ParameterNotDeclaredException unless the node allows undeclared parameters."""
        if not self._allow_undeclared_parameters:
            raise ParameterNotDeclaredException(name)

    # --- callbacks ---

    def add_pre_set_parameters_callback(self, callback: Callable[[list[Parameter]], list[Parameter]]) -> None:
        """Calls `callback` with the parameters before they are set; it returns those to set."""
        self._pre_set_parameters_callbacks.insert(0, callback)

    def add_on_set_parameters_callback(self, callback: Callable[[list[Parameter]], Any]) -> None:
        """Calls `callback` with the parameters to be set; it accepts or refuses them by a SetParametersResult."""
        self._on_set_parameters_callbacks.insert(0, callback)

    def add_post_set_parameters_callback(self, callback: Callable[[list[Parameter]], None]) -> None:
        """Calls `callback` with the parameters that were set."""
        self._post_set_parameters_callbacks.insert(0, callback)

    def remove_pre_set_parameters_callback(self, callback: Callable[..., Any]) -> None:
        """Removes a callback. Raises ValueError if it was not added."""
        _remove(self._pre_set_parameters_callbacks, callback)

    def remove_on_set_parameters_callback(self, callback: Callable[..., Any]) -> None:
        """Removes a callback. Raises ValueError if it was not added."""
        _remove(self._on_set_parameters_callbacks, callback)

    def remove_post_set_parameters_callback(self, callback: Callable[..., Any]) -> None:
        """Removes a callback. Raises ValueError if it was not added."""
        _remove(self._post_set_parameters_callbacks, callback)


def _by_name(samples: list[bytes]) -> dict[str, Parameter]:
    return {
        message.name: Parameter(
            message.name, Parameter.Type(message.value.type), parameter_value_to_python(message.value)
        )
        for message in unpack('Parameter', samples)
    }


def _names(function: str, names: list[str]) -> list[str]:
    """Returns the names. Raises TypeError if one is not a str."""
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f'{function}: found {names!r}; expected names, each a str')
    return names


def _remove(callbacks: list[Any], callback: Callable[..., Any]) -> None:
    try:
        callbacks.remove(callback)
    except ValueError:
        raise ValueError(f'no callback {callback!r} of this kind was added') from None
