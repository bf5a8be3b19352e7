# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Classes of interfaces by the names of their types."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from .import_message import import_class


def get_interface(identifier: str) -> Any:
    """Returns the class of 'std_msgs/msg/String', 'std_srvs/srv/Empty' or 'example_interfaces/action/Fibonacci'."""
    return import_class(*_split(identifier, None))


def get_message(identifier: str) -> Any:
    """Returns the class of 'std_msgs/msg/String' or 'std_msgs/String'. ValueError if it is no message."""
    return _checked(identifier, 'msg', is_message, 'a message')


def get_service(identifier: str) -> Any:
    """Returns the class of 'std_srvs/srv/Empty' or 'std_srvs/Empty'. ValueError if it is no service."""
    return _checked(identifier, 'srv', is_service, 'a service')


def get_action(identifier: str) -> Any:
    """Returns the class of 'example_interfaces/action/Fibonacci'. ValueError if it is no action."""
    return _checked(identifier, 'action', is_action, 'an action')


def get_namespaced_type(identifier: str) -> Any:
    """Returns the rosidl_parser NamespacedType of a full name."""
    return _namespaced_type(identifier, None)


def get_message_namespaced_type(identifier: str) -> Any:
    """Returns the rosidl_parser NamespacedType of a message, whose name may lack 'msg'."""
    return _namespaced_type(identifier, 'msg')


def get_service_namespaced_type(identifier: str) -> Any:
    """Returns the rosidl_parser NamespacedType of a service, whose name may lack 'srv'."""
    return _namespaced_type(identifier, 'srv')


def get_action_namespaced_type(identifier: str) -> Any:
    """Returns the rosidl_parser NamespacedType of an action, whose name may lack 'action'."""
    return _namespaced_type(identifier, 'action')


def is_message(interface: Any) -> bool:
    """Returns whether a class is that of a message."""
    return hasattr(interface, 'SLOT_TYPES')


def is_service(interface: Any) -> bool:
    """Returns whether a class is that of a service."""
    return all(hasattr(interface, part) for part in ('Request', 'Response'))


def is_action(interface: Any) -> bool:
    """Returns whether a class is that of an action."""
    return all(hasattr(interface, part) for part in ('Goal', 'Result', 'Feedback'))


def _namespaced_type(identifier: str, kind: str | None) -> Any:
    definition: Any = importlib.import_module('rosidl_parser.definition')
    return definition.NamespacedType(*_split(identifier, kind))


def _split(identifier: str, kind: str | None) -> tuple[list[str], str]:
    *namespaces, name = identifier.split('/')
    if len(namespaces) == 1 and kind is not None:
        namespaces.append(kind)
    return namespaces, name


def _checked(identifier: str, kind: str, fits: Callable[[Any], bool], expected: str) -> Any:
    cls = import_class(*_split(identifier, kind))
    if not fits(cls):
        raise ValueError(f"expected the full name of {expected}, found '{identifier}'")
    return cls
