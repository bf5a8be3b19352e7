# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests what rclpy does while the first node waits for a router of Zenoh."""

import os
import signal
import subprocess
import sys

from engines import behind_router, free_address, needs_zenoh

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


@needs_zenoh
def test_a_signal_handler_may_create_a_node_while_a_router_is_waited_for():
    environment = os.environ | behind_router(free_address()) | {'ZENOH_ROUTER_CHECK_ATTEMPTS': '3'}
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
