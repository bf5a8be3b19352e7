# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lookup of message, service and action classes for commands."""

from __future__ import annotations

from typing import Any

from ..definitions.parser import SECTIONS
from ..messages import DefinitionError, InterfaceNotFound, interface, interface_names, interface_packages
from .frame import CommandError, existing

_KINDS = {'msg': 'message', 'srv': 'service', 'action': 'action'}


def all_names(kinds: list[str], package: str | None = None) -> list[str]:
    """Returns the names, such as 'pkg/msg/Name', of all known definitions of these kinds."""
    packages = interface_packages() if package is None else [package]
    return [
        f'{package_}/{kind}/{name}'
        for kind in kinds
        for package_ in packages
        for name in interface_names(package_, kind)
    ]


def full_name(name: str, kind: str | None = None) -> str:
    """Returns the full name of a type: 'std_msgs/msg/String' for 'std_msgs/String' if `kind` is 'msg'."""
    if name.count('/') == 1 and kind is not None:
        package, _, type_ = name.partition('/')
        return f'{package}/{kind}/{type_}'
    return name


def definition(name: str, kind: str | None = None) -> Any:
    """Returns the class of a type. CommandError, which lists similar names, if it is unknown.

    `kind` restricts the type to 'msg', 'srv' or 'action'.
    """
    name = full_name(name, kind)
    try:
        cls = interface(name)
    except InterfaceNotFound as error:
        package = name.partition('/')[0]
        names = all_names(list(SECTIONS), package)
        if names and not any(known == name for known in names):
            raise CommandError(existing('definition', name, names)) from None
        if package not in interface_packages():
            raise CommandError(f'{error}\nno package {package}; source its workspace first') from None
        raise CommandError(str(error)) from None
    except (DefinitionError, ValueError) as error:
        raise CommandError(str(error)) from None
    if kind is not None and name.split('/')[1] != kind:
        raise CommandError(f'{name} is not a valid {_KINDS[kind]}; expected a package/{kind}/Name', 2)
    return cls
