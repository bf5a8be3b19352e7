# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A name that a module of rclpy imports is the class that rclpy imports, not another one of the same name."""

import contextlib
import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / 'api'))
import page
from names import read_names

NAMES, _ = read_names()
_PACKAGES = (
    'action_msgs',
    'builtin_interfaces',
    'rcl_interfaces',
    'type_description_interfaces',
    'unique_identifier_msgs',
)
_OF_RCLPY = {'Parameter', 'Time', 'Duration'}  # these are rclpy's own classes


def interfaces_named(name):
    for package in _PACKAGES:
        for kind in ('msg', 'srv'):
            with contextlib.suppress(ImportError, AttributeError):
                yield f'{package}.{kind}', getattr(importlib.import_module(f'{package}.{kind}'), name)


def test_imported_interfaces_are_those_of_their_packages():
    others = [
        f'{name.full_name} is not {package}.{name.name}'
        for name in NAMES
        if name.kind == 'also' and name.name not in _OF_RCLPY and not page.is_missing(name)
        for package, interface in interfaces_named(name.name)
        if getattr(importlib.import_module(name.module), name.name) is not interface
    ]
    assert others == []


def test_a_client_names_the_states_of_goals_as_messages_do():
    from rclpy.action import client, server

    assert client.GoalStatus.STATUS_SUCCEEDED == server.GoalStatus.STATUS_SUCCEEDED == 4
