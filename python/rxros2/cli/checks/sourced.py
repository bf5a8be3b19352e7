# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks which workspaces are sourced, and which comes first if both ROS 2 and RxROS2 are."""

from __future__ import annotations

import os
import pathlib
import shutil
from collections.abc import Iterator
from importlib.util import find_spec

from . import Finding

_ROS2 = 'a ROS 2'
_RXROS2 = 'an installed RxROS2'
_WORKSPACE = 'a workspace'


def check() -> Iterator[Finding]:
    """Yields findings about sourced workspaces."""
    prefixes = _folders('AMENT_PREFIX_PATH')
    if not prefixes:
        yield Finding('note', 'no workspace is sourced; only the definitions of rxros2 itself are available')
    kinds = set()
    for prefix in prefixes:
        if not prefix.is_dir():
            yield Finding('warning', f'{prefix} of AMENT_PREFIX_PATH does not exist', 'source the workspace again')
            continue
        kind = _kind(prefix)
        kinds.add(kind)
        yield Finding('ok', f'{prefix} is sourced: {kind}')
    if not kinds.isdisjoint((_ROS2, _RXROS2)):
        yield from _winners(has_both={_ROS2, _RXROS2} <= kinds)


def _folders(variable: str) -> list[pathlib.Path]:
    return [pathlib.Path(folder) for folder in os.environ.get(variable, '').split(os.pathsep) if folder]


def _has(prefix: pathlib.Path, package: str) -> bool:
    return (prefix / 'share' / package / 'package.xml').is_file()


def _kind(prefix: pathlib.Path) -> str:
    """Returns the kind of a prefix, by files that only one kind has.

    ROS 2 may also be installed with one prefix for each package.
    """
    if (prefix / 'lib' / 'librxros2_rclcpp.so').exists():
        return _RXROS2
    if any(_has(prefix, package) for package in ('rcl', 'rclcpp', 'rclpy', 'rmw_implementation')):
        return _ROS2
    return _WORKSPACE


def _winners(has_both: bool) -> Iterator[Finding]:
    for prefix in _folders('CMAKE_PREFIX_PATH'):
        if _has(prefix, 'rclcpp'):
            kind = _kind(prefix)
            other = _ROS2 if kind == _RXROS2 else _RXROS2
            yield Finding(
                'note' if has_both else 'ok',
                f'C++ packages are built on the rclcpp in {prefix}: {kind}',
                f'to build on the other, {other}: source that one last, in a fresh build folder' if has_both else '',
            )
            break
    else:
        yield Finding('warning', 'CMAKE_PREFIX_PATH has no rclcpp: find_package(rclcpp) fails', 'source the setup.bash')
    if has_both:
        yield Finding(
            'ok', 'programs run on the libraries they were built with, because both have different library names'
        )
    ros2 = shutil.which('ros2')
    if ros2:
        yield Finding('ok', f"the command 'ros2' is {ros2}; it sees the nodes of both")
    try:
        rclpy = find_spec('rclpy')
    except (ImportError, ValueError):
        rclpy = None
    if rclpy is not None and rclpy.origin is not None:
        yield Finding('ok', f"'import rclpy' gives {pathlib.Path(rclpy.origin).parent}")
