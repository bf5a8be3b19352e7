# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The middleware of a run, which RMW_IMPLEMENTATION chooses for both sides: rmw_cyclonedds_cpp, or rmw_zenoh_cpp."""

import contextlib
import os
import socket
import subprocess
import time

NAME = os.environ.get("RMW_IMPLEMENTATION") or "rmw_cyclonedds_cpp"
ON_ZENOH = NAME == "rmw_zenoh_cpp"
OUR_PROCESS_SERVES = ON_ZENOH and os.environ.get("LIVE_ROUTER") == "ours"
LEASE = 10  # seconds after which a silent process is given up: Cyclone's, and what `settings` sets for Zenoh
ROUTER_PORT = 7447


def settings():
    """Returns the variables that the processes of both sides need for this middleware."""
    if not ON_ZENOH:
        return {"RMW_IMPLEMENTATION": NAME}
    return {
        "RMW_IMPLEMENTATION": NAME,
        "ZENOH_CONFIG_OVERRIDE": f"transport/link/tx/lease={LEASE * 1000}",
        "RUST_LOG": "error",  # a warning of Zenoh, as on a busy machine, would be a part of a command's output
    }


@contextlib.contextmanager
def router(prefix, environment):
    """Runs the router of the ROS 2 in `prefix`, through which its nodes find others on Zenoh.

    On DDS there is none, nor with LIVE_ROUTER=ours: the first process of ours then serves as the router.
    """
    if not ON_ZENOH or OUR_PROCESS_SERVES:
        yield
        return
    program = prefix / "lib/rmw_zenoh_cpp/rmw_zenohd"
    with subprocess.Popen([program], env=environment | settings(), stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for_router(process)
            yield
        finally:
            process.terminate()


def _wait_for_router(process):
    deadline = time.monotonic() + 30
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("localhost", ROUTER_PORT)):
            return
        assert process.poll() is None, f"{process.args[0]} ended with {process.returncode}"
        assert time.monotonic() < deadline, f"{process.args[0]} does not listen at TCP port {ROUTER_PORT}"
        time.sleep(0.1)
