# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Looks up message, service and action classes for commands."""

from __future__ import annotations

from typing import Any

from ..messages import DefinitionError, InterfaceNotFound, interface, interface_names, interface_packages
from ..messages.parser import SECTIONS
from .frame import CommandError, existing

_KINDS = {'msg': 'message', 'srv': 'service', 'action': 'action'}


def all_names(kinds: list[str], package: str | None = None) -> list[str]:
    """'pkg/msg/Name' of all that can be found."""
    packages = interface_packages() if package is None else [package]
    return [f'{each}/{kind}/{name}' for kind in kinds for each in packages for name in interface_names(each, kind)]


def full_name(name: str, kind: str | None = None) -> str:
    """'std_msgs/String' is 'std_msgs/msg/String' where messages are expected."""
    if name.count('/') == 1 and kind is not None:
        package, _, type_ = name.partition('/')
        return f'{package}/{kind}/{type_}'
    return name


def definition(name: str, kind: str | None = None) -> Any:
    """The class; CommandError, which tells what exists, if there is none. `kind`: 'msg', 'srv' or 'action' only."""
    name = full_name(name, kind)
    try:
        found = interface(name)
    except InterfaceNotFound as error:
        package = name.partition('/')[0]
        names = all_names(list(SECTIONS), package)
        if names and not any(each == name for each in names):
            raise CommandError(existing('definition', name, names)) from None
        if package not in interface_packages():
            raise CommandError(f'{error}\nno package {package}; its workspace is to be sourced first') from None
        raise CommandError(str(error)) from None
    except (DefinitionError, ValueError) as error:
        raise CommandError(str(error)) from None
    if kind is not None and name.split('/')[1] != kind:
        raise CommandError(f'{name} is no {_KINDS[kind]}; expected a package/{kind}/Name', 2)
    return found
