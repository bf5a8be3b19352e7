# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lists definitions by their packages, and finds their files."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable

from rxros2.ament_index import get_package_prefix, get_resources
from rxros2.definitions.files import definition_file
from rxros2.definitions.parser import SECTIONS
from rxros2.messages import find, interface_names
from rxros2.packages import packages


def get_interface_packages() -> dict[str, str]:
    """Returns the prefixes of the packages that have definitions, by their names."""
    return get_resources('rosidl_interfaces')


def get_interfaces(package_names: Iterable[str] = ()) -> dict[str, list[str]]:
    """Returns the definitions, such as 'msg/String', of packages that have some. An empty list is all packages.

    LookupError for an unknown package.
    """
    return _interfaces(package_names, tuple(SECTIONS))


def get_message_interfaces(package_names: Iterable[str] = ()) -> dict[str, list[str]]:
    """Returns the messages of packages as get_interfaces()."""
    return _interfaces(package_names, ('msg',))


def get_service_interfaces(package_names: Iterable[str] = ()) -> dict[str, list[str]]:
    """Returns the services of packages as get_interfaces()."""
    return _interfaces(package_names, ('srv',))


def get_action_interfaces(package_names: Iterable[str] = ()) -> dict[str, list[str]]:
    """Returns the actions of packages as get_interfaces()."""
    return _interfaces(package_names, ('action',))


def _interfaces(package_names: Iterable[str], kinds: tuple[str, ...]) -> dict[str, list[str]]:
    names = list(package_names)
    if names:
        known = {*find.interface_packages(), *packages()}
        for name in names:
            if name not in known:
                get_package_prefix(name)  # raises the error that lists the packages
    interfaces = {}
    for package in names or find.interface_packages():
        definitions = [f'{kind}/{name}' for kind in kinds for name in interface_names(package, kind)]
        if definitions:
            interfaces[package] = definitions
    return interfaces


def get_interface_path(interface_name: str) -> str:
    """Returns the path of the file of 'std_msgs/msg/String', or of 'std_msgs/msg/String.idl' for that file.

    LookupError for an unknown package or a missing file, ValueError for another text.
    """
    parts = interface_name.split('/')
    if len(parts) < 2 or not all(parts):
        raise ValueError(f"'{interface_name}' is not an interface; expected 'package/msg/Name' or with a suffix")
    package, *folders, name = parts
    stem, _, suffix = name.partition('.')
    share = pathlib.Path(get_package_prefix(package), 'share', package)
    if suffix:
        path = share.joinpath(*folders, name)
        if path.is_file():
            return str(path)
    else:
        for kind in folders[:1] if folders else SECTIONS:
            file = definition_file(share, kind, stem)
            if file is not None:
                return os.fspath(file)
    raise LookupError(f"no file of '{interface_name}' in {share}")
