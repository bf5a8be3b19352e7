# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The functions of ament_index_python: packages and other resources in the prefixes of AMENT_PREFIX_PATH.

Each prefix has an index, a folder with one file for each resource of a type. A package of definitions that rxros2
contains has no index; it is found as if it had one, unless AMENT_PREFIX_PATH has a package of its name.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from .definitions.parser import SECTIONS
from .messages import interface_names
from .names import existing
from .packages import PackageNotFoundError, own_packages, own_prefix, prefix_of

RESOURCE_INDEX_SUBFOLDER = 'share/ament_index/resource_index'
AMENT_PREFIX_PATH_ENV_VAR = 'AMENT_PREFIX_PATH'

_PACKAGES = 'packages'
_INTERFACES = 'rosidl_interfaces'
"""The type of the resources that list the definitions of a package."""
_OWN_TYPES = (_PACKAGES, _INTERFACES)


class InvalidResourceTypeNameError(ValueError):
    """Raised for the type of a resource that is not the name of a folder."""


class InvalidResourceNameError(ValueError):
    """Raised for the name of a resource that is not the name of a file."""


def get_search_paths() -> list[str]:
    """Returns the existing prefixes of AMENT_PREFIX_PATH. OSError if the variable is not set or empty."""
    value = os.environ.get(AMENT_PREFIX_PATH_ENV_VAR)
    if not value:
        raise OSError(
            f'{AMENT_PREFIX_PATH_ENV_VAR} is empty; expected the prefixes of a sourced ROS 2 or workspace '
            '(. install/setup.bash)'
        )
    return [prefix for prefix in value.split(os.pathsep) if prefix and os.path.exists(prefix)]


def get_package_prefix(package_name: str) -> str:
    """Returns the install prefix of a package.

    PackageNotFoundError if the package is unknown, ValueError if no package can have this name.
    """
    if not re.fullmatch('[a-zA-Z0-9][a-zA-Z0-9_-]*', package_name):
        raise ValueError(f"'{package_name}' is no name of a package; expected letters, digits, '_' and '-'")
    return str(prefix_of(package_name))


def get_package_share_directory(package_name: str, print_warning: bool = True) -> str:
    """Returns the share folder of a package, and warns if it does not exist. Raises as get_package_prefix()."""
    return _share(package_name, print_warning)


def get_package_share_path(package_name: str, print_warning: bool = True) -> pathlib.Path:
    """Returns the share folder of a package as a path. Warns and raises as get_package_share_directory()."""
    return pathlib.Path(_share(package_name, print_warning))


def _share(package_name: str, print_warning: bool) -> str:
    folder = os.path.join(get_package_prefix(package_name), 'share', package_name)
    if print_warning and not os.path.exists(folder):
        warnings.warn(f'the share folder of the package {package_name} does not exist: {folder}', stacklevel=3)
    return folder


def get_packages_with_prefixes() -> dict[str, str]:
    """Returns the prefix of each package that get_package_prefix() finds."""
    return get_resources(_PACKAGES)


def get_resource_types() -> set[str]:
    """Returns the types of all resources in the index. OSError if AMENT_PREFIX_PATH is empty."""
    return {entry.name for prefix in get_search_paths() for entry in _entries(prefix, '') if entry.is_dir()}


def get_resources(resource_type: str) -> dict[str, str]:
    """Returns the prefix of each resource of a type.

    InvalidResourceTypeNameError for an invalid type, OSError if AMENT_PREFIX_PATH is empty, except for packages.
    """
    _check(resource_type)
    resources: dict[str, str] = {}
    for prefix in _prefixes(resource_type):
        for entry in _entries(prefix, resource_type):
            if not entry.is_dir():
                resources.setdefault(entry.name, prefix)
    if resource_type in _OWN_TYPES:
        resources = {package: str(prefix) for package, prefix in own_packages().items()} | resources
    return resources


def get_resource(resource_type: str, resource_name: str) -> tuple[str, str]:
    """Returns the content and the prefix of a resource.

    LookupError if it does not exist, OSError if it cannot be read or AMENT_PREFIX_PATH is empty (except for packages),
    InvalidResourceTypeNameError or InvalidResourceNameError for an invalid name.
    """
    prefix = has_resource(resource_type, resource_name)
    if not prefix:
        names = get_resources(resource_type)
        raise LookupError(existing(f'resource of the type {resource_type},', resource_name, names))
    file = pathlib.Path(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type, resource_name)
    if not file.is_file():
        return _own_content(resource_type, resource_name), prefix
    return file.read_text(encoding='utf-8'), prefix


def has_resource(resource_type: str, resource_name: str) -> str | Literal[False]:
    """Returns the prefix of a resource, or False if it does not exist. Raises as get_resource()."""
    _check(resource_type, resource_name)
    for prefix in _prefixes(resource_type):
        if os.path.isfile(os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type, resource_name)):
            return prefix
    own = own_prefix(resource_name) if resource_type in _OWN_TYPES else None
    return False if own is None else str(own)


def _prefixes(resource_type: str) -> list[str]:
    """Returns the search paths. Without any, only types that rxros2 has resources of are no error."""
    if resource_type in _OWN_TYPES and not os.environ.get(AMENT_PREFIX_PATH_ENV_VAR):
        return []
    return get_search_paths()


def _check(resource_type: str, resource_name: str | None = None) -> None:
    for name, error in ((resource_type, InvalidResourceTypeNameError), (resource_name, InvalidResourceNameError)):
        if name is not None and (not name or '/' in name or '\\' in name):
            raise error(f"'{name}' is no name in the index; expected one without '/' and '\\', and not an empty one")


def _entries(prefix: str, resource_type: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type)) as entries:
            yield from (entry for entry in entries if not entry.name.startswith('.'))
    except (FileNotFoundError, NotADirectoryError):
        return


def _own_content(resource_type: str, package: str) -> str:
    if resource_type == _PACKAGES:
        return ''
    return ''.join(f'{kind}/{name}.{kind}\n' for kind in SECTIONS for name in interface_names(package, kind))


# The command ament_index.


def main(argv: Sequence[str] | None = None) -> str | None:
    """Prints the types of resources, the resources of a type, or the content of a resource.

    Returns an error text for sys.exit(), or None.
    """
    parser = argparse.ArgumentParser(description='Prints resources of the ament index.')
    parser.add_argument('resource_type', nargs='?', metavar='TYPE', help='print the resources of this type')
    parser.add_argument('resource_name', nargs='?', metavar='NAME', help='print the prefix and content of this one')
    args = parser.parse_args(sys.argv[1:] if argv is None else argv)
    try:
        if args.resource_type is None:
            print(*sorted(get_resource_types()), sep='\n')
        elif args.resource_name is None:
            for name, prefix in sorted(get_resources(args.resource_type).items()):
                print(f'{name}\t{prefix}')
        else:
            content, prefix = get_resource(args.resource_type, args.resource_name)
            print(prefix)
            if content:
                print(f'<<<\n{content}\n>>>')
    except (LookupError, OSError, ValueError) as error:
        return str(error)
    return None


def resource_type_completer(prefix: str | tuple[str, ...], **_: Any) -> Iterable[str]:
    """Returns the types of resources that begin with a text, for argcomplete."""
    return [name for name in get_resource_types() if name.startswith(prefix)]


def resource_name_completer(prefix: str | tuple[str, ...], parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    """Returns the resources of the given type that begin with a text, for argcomplete."""
    resource_type = getattr(parsed_args, 'resource_type', None)
    return [name for name in get_resources(resource_type) if name.startswith(prefix)] if resource_type else []


__all__ = [
    'AMENT_PREFIX_PATH_ENV_VAR',
    'RESOURCE_INDEX_SUBFOLDER',
    'InvalidResourceNameError',
    'InvalidResourceTypeNameError',
    'PackageNotFoundError',
    'get_package_prefix',
    'get_package_share_directory',
    'get_package_share_path',
    'get_packages_with_prefixes',
    'get_resource',
    'get_resource_types',
    'get_resources',
    'get_search_paths',
    'has_resource',
]
