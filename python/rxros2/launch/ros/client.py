# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The node through which a launch calls services. It is created at the first use."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from ...aio.ros2 import Client, LifecycleClient, Session, Sub, Timer, qos_profile_sensor_data
from ...messages import interface

if TYPE_CHECKING:
    from ..context import LaunchContext

_POLLING_PERIOD = 0.02
"""Seconds between checks for an awaited service."""
_PATIENCE = 10.0
"""Seconds after which a warning names the awaited service."""


def session(context: LaunchContext) -> Session:
    """Returns the session of the launch's node, which is closed with the launch."""
    session_: Session | None = context.get_locals_as_dict().get('ros_session')
    if session_ is None:
        session_ = Session(f'_rxros2_launch_{os.getpid()}')
        context.extend_globals({'ros_session': session_})
        context.locals.to_close.append(session_.close)
    return session_


def client(context: LaunchContext, kind: str, service: str) -> Client:
    """Creates a client of a service."""
    return Client(interface(kind), service, session=session(context), scope=None)


def lifecycle(context: LaunchContext, node: str) -> LifecycleClient:
    """Creates a client of a lifecycle node."""
    return LifecycleClient(node, session(context), scope=None)


async def served(context: LaunchContext, client: Client, server: str) -> None:
    """Waits for a server; prints a warning if that takes long."""
    while True:
        try:
            await client.wait_for_service(polling_rate=_POLLING_PERIOD, timeout=_PATIENCE)
            return
        except TimeoutError:
            context.warn(f'waits for {server}')


async def called(client: Client, request: Any, server: str) -> Any:
    """Calls a service and returns the response. ConnectionError if the server disconnects before it."""
    reply = client.call(request)
    while not reply.done():
        await asyncio.wait([reply], timeout=1.0)
        if not reply.done() and not client.cli.is_ready():
            reply.cancel()
            raise ConnectionError(f'{server} went away before it answered')
    return reply.result()


async def wait(context: LaunchContext, seconds: float) -> None:
    """Waits in the time of /clock, from its first messages on."""
    node = Session(f'_rxros2_launch_timer_{os.getpid()}', parameters={'use_sim_time': True})
    try:
        clock: Sub[Any] = Sub(
            interface('rosgraph_msgs/msg/Clock'), '/clock', qos_profile_sensor_data, session=node, scope=None
        )
        for _ in range(2):  # after the second message the node has handled the first
            await clock.wait_for_next()
        clock.close()
        timer = Timer(seconds, session=node, scope=None)
        await timer.wait_for_value()
    finally:
        node.close()
