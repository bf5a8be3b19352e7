# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests what rclpy does while the first node waits for a router of Zenoh."""

import contextlib
import os
import signal
import socket
import subprocess
import sys

import pytest

from rxros2._core import zenoh_version


def _is_installed():
    with contextlib.suppress(RuntimeError):
        return bool(zenoh_version())
    return False


# Its handler creates a node of the same context while the creation of the first one waits for a router.
HANDLER = """
import signal
import rclpy
rclpy.init()
def create(*_):
    print('created', rclpy.create_node('inner').get_name(), flush=True)
signal.signal(signal.SIGUSR1, create)
print('created', rclpy.create_node('outer').get_name(), flush=True)
rclpy.shutdown()
"""


@pytest.mark.skipif(not _is_installed(), reason='the Zenoh engine is not built')
def test_a_signal_handler_may_create_a_node_while_a_router_is_waited_for():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        address = f'tcp/127.0.0.1:{free.getsockname()[1]}'
    environment = os.environ | {
        'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp',
        'ROS_AUTOMATIC_DISCOVERY_RANGE': 'SYSTEM_DEFAULT',
        'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["{address}"]',
        'ZENOH_ROUTER_CHECK_ATTEMPTS': '3',
    }
    with subprocess.Popen(
        [sys.executable, '-c', HANDLER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as program:
        try:
            assert 'waiting for one' in program.stderr.readline()
            program.send_signal(signal.SIGUSR1)
            output, _ = program.communicate(timeout=60)
        finally:
            program.kill()
    assert output == 'created inner\ncreated outer\n'
    assert program.returncode == 0
