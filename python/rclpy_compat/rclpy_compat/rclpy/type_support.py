# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks of the types of messages and services."""

from __future__ import annotations

from typing import Any

from rxros2.messages import Message

from .exceptions import NoTypeSupportImportedException as NoTypeSupportImportedException


def check_is_valid_msg_type(msg_type: Any) -> None:
    """Raises NoTypeSupportImportedException for an object that is not a class of messages."""
    if not (isinstance(msg_type, type) and issubclass(msg_type, Message)):
        raise NoTypeSupportImportedException(f'expected a class of messages, found {msg_type!r}')


def check_is_valid_srv_type(srv_type: Any) -> None:
    """Raises NoTypeSupportImportedException for an object that is not a class of a service."""
    for part in ('Request', 'Response'):
        try:
            check_is_valid_msg_type(getattr(srv_type, part, None))
        except NoTypeSupportImportedException:
            raise NoTypeSupportImportedException(f'expected a class of a service, found {srv_type!r}') from None


def check_for_type_support(msg_or_srv_type: Any) -> None:
    """Raises NoTypeSupportImportedException for an object that is neither. Types need no loading here."""
    if isinstance(msg_or_srv_type, type) and issubclass(msg_or_srv_type, Message):
        return
    if not any(hasattr(msg_or_srv_type, part) for part in ('Request', 'Goal')):
        raise NoTypeSupportImportedException(f'expected a class of interfaces, found {msg_or_srv_type!r}')
