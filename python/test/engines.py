# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Marks of tests that need the Zenoh engine, or need it to be missing; addresses of routers."""

import contextlib
import socket

import pytest

from rxros2._core import zenoh_version


def is_installed():
    with contextlib.suppress(RuntimeError):
        return bool(zenoh_version())
    return False


needs_zenoh = pytest.mark.skipif(not is_installed(), reason='the Zenoh engine is not built')
needs_no_zenoh = pytest.mark.skipif(is_installed(), reason='the Zenoh engine is built')


def free_address(protocol='tcp'):
    """Returns an endpoint of Zenoh on this host that nobody uses."""
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        return f'{protocol}/127.0.0.1:{free.getsockname()[1]}'


def behind_router(address):
    """Returns the environment of programs that know one router only."""
    return {
        'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp',
        'ROS_AUTOMATIC_DISCOVERY_RANGE': 'SYSTEM_DEFAULT',
        'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["{address}"]',
    }
