# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks of the types of messages and services."""

from __future__ import annotations

from typing import Any, TypeVar

from rxros2.messages import Message

from .exceptions import NoTypeSupportImportedException as NoTypeSupportImportedException

Msg = Message
"""The base of the classes of messages."""

MsgT = TypeVar('MsgT', bound=Msg, contravariant=True)
SrvRequestT = TypeVar('SrvRequestT', bound=Msg)
SrvResponseT = TypeVar('SrvResponseT', bound=Msg)
SrvEventT = TypeVar('SrvEventT', bound=Msg)
SrvT = TypeVar('SrvT')


def check_for_type_support(msg_or_srv_type: Any) -> None:
    """Checks that the object is a class of messages, of a service or of an action.

    Raises AttributeError if it is not, and NoTypeSupportImportedException for a class of ROS 2's generators whose
    library is not loaded. Classes of rxros2 need no library.
    """
    if _is_message(msg_or_srv_type) or any(hasattr(msg_or_srv_type, part) for part in ('Request', 'Goal')):
        return
    if hasattr(type(msg_or_srv_type), '_TYPE_SUPPORT'):
        raise NoTypeSupportImportedException(f'expected a class of interfaces of rxros2, found {msg_or_srv_type!r}')
    raise AttributeError(f'expected a class of interfaces, found {msg_or_srv_type!r}')


def check_is_valid_msg_type(msg_type: Any) -> None:
    """Raises RuntimeError for a class of a service or action, and the errors of check_for_type_support()."""
    check_for_type_support(msg_type)
    if not _is_message(msg_type):
        raise RuntimeError(f'expected a class of messages, found {msg_type!r}')


def check_is_valid_srv_type(srv_type: Any) -> None:
    """Raises RuntimeError for a class of messages or of an action, and the errors of check_for_type_support()."""
    check_for_type_support(srv_type)
    if not all(_is_message(getattr(srv_type, part, None)) for part in ('Request', 'Response')):
        raise RuntimeError(f'expected a class of a service, found {srv_type!r}')


def _is_message(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Message)
