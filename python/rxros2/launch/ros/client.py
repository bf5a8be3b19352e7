# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The node with which a launch asks others: it is made when it is first needed."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from ...aio.ros2 import Client, LifecycleClient, Session, Sub, Timer, qos_profile_sensor_data
from ...messages import interface

if TYPE_CHECKING:
    from ..context import LaunchContext

_LOOK = 0.02
"""Seconds between looks for a service that is awaited."""
_PATIENCE = 10.0
"""Seconds after which the user is told what is waited for."""


def session(context: LaunchContext) -> Session:
    """Of a node that is closed with the launch."""
    found: Session | None = context.get_locals_as_dict().get('ros_session')
    if found is None:
        found = Session(f'_rxros2_launch_{os.getpid()}')
        context.extend_globals({'ros_session': found})
        context.locals.to_close.append(found.close)
    return found


def client(context: LaunchContext, kind: str, service: str) -> Client:
    return Client(interface(kind), service, session=session(context), scope=None)


def lifecycle(context: LaunchContext, node: str) -> LifecycleClient:
    return LifecycleClient(node, session(context), scope=None)


async def served(context: LaunchContext, of: Client, what: str) -> None:
    """Returns when there is a server; the user is told if that takes long."""
    while True:
        try:
            await of.wait_for_service(polling_rate=_LOOK, timeout=_PATIENCE)
            return
        except TimeoutError:
            context.warn(f'waits for {what}')


async def called(of: Client, request: Any, what: str) -> Any:
    """The response. ConnectionError if the server goes away before it comes."""
    reply = of.call(request)
    while not reply.done():
        await asyncio.wait([reply], timeout=1.0)
        if not reply.done() and not of.cli.is_ready():
            reply.cancel()
            raise ConnectionError(f'{what} went away before it answered')
    return reply.result()


async def wait(context: LaunchContext, seconds: float) -> None:
    """In the time of /clock, from its first messages on."""
    node = Session(f'_rxros2_launch_timer_{os.getpid()}', parameters={'use_sim_time': True})
    try:
        clock: Sub[Any] = Sub(
            interface('rosgraph_msgs/msg/Clock'), '/clock', qos_profile_sensor_data, session=node, scope=None
        )
        for _ in range(2):  # with the second the node has taken the first
            await clock.wait_for_next()
        clock.close()
        timer = Timer(seconds, session=node, scope=None)
        await timer.wait_for_value()
    finally:
        node.close()
