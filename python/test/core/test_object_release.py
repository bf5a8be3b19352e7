# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Closed objects are kept neither by their scope, nor by their node, loop or context."""

import asyncio
import collections
import gc
import os

import pytest

from rxros2 import aio
from rxros2.aio import ros2, textio
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.std_msgs.msg import Int64
from rxros2.interfaces.std_srvs.srv import SetBool


def text_sub():
    read, write = os.pipe()
    os.close(write)
    return textio.Sub(os.fdopen(read))


KINDS = {
    'BaseSub': aio.BaseSub,
    'ConverterSub': lambda: aio.ConverterSub(aio.BaseSub(scope=None)),
    'Rate': lambda: aio.Rate(1000),
    'textio.Sub': text_sub,
    'Pub': lambda: ros2.Pub(Int64, 'grows'),
    'Sub': lambda: ros2.Sub(Int64, 'grows'),
    'Sub, raw, with events': lambda: ros2.Sub(Int64, 'grows', raw=True, events=ros2.QoSEvents(scope=None)),
    'Client': lambda: ros2.Client(SetBool, 'grows_too'),
    'Server': lambda: ros2.Server(SetBool, 'grows_too'),
    'Timer': lambda: ros2.Timer(1000.0),
    'Param': lambda: ros2.Param('grows', 1),
    'ParameterClient': lambda: ros2.ParameterClient('/nobody'),
    'ActionClient': lambda: ros2.ActionClient(Fibonacci, 'grows'),
    'ActionServer': lambda: ros2.ActionServer(Fibonacci, 'grows'),
    'LifecycleClient': lambda: ros2.LifecycleClient('/nobody'),
    'from_transform': lambda: ros2.from_transform('map', 'base'),
    'transform_to': lambda: ros2.transform_to(aio.BaseSub(scope=None), 'map'),
    'LifecycleNode': lambda: ros2.LifecycleNode('grows_and_shrinks', share=ros2.current_session().node),
    'Node': lambda: ros2.Node('grows_and_shrinks', share=ros2.current_session().node),
}


@pytest.mark.parametrize('kind', KINDS)
def test_closed_objects_are_released(run, kind):
    async def main():
        with ros2.auto_context('growth'):
            async with aio.Scope():

                def use(times):
                    for _ in range(times):
                        entity = KINDS[kind]()
                        if isinstance(entity, aio.BaseSub):
                            _ = entity.listen()
                        entity.close()

                async def count():
                    for _ in range(3):
                        await asyncio.sleep(0)
                    gc.collect()
                    return collections.Counter(type(entity).__qualname__ for entity in gc.get_objects())

                use(30)
                await count()
                before = await count()
                use(30)
                more = {name: count_ for name, count_ in (await count() - before).items() if count_ >= 15}
                assert not more

    run(main())


def test_calls_and_goals_leave_nothing(run):
    async def main():
        with ros2.auto_context('growth'):
            async with aio.Scope() as scope:
                server = ros2.Server(SetBool, 'grows_too')
                server.asap_callback.append(lambda responder: responder.send())
                client = ros2.Client(SetBool, 'grows_too')
                actions = ros2.ActionServer(Fibonacci, 'grows', result_timeout=0)
                goals = ros2.ActionClient(Fibonacci, 'grows')
                events = ros2.BaseSub(scope=None)

                async def serve():
                    async for goal in actions.listen_reliable(queue_size=0):
                        goal.accept()
                        goal.succeed()

                scope.task_group.create_task(serve())
                await client.wait_for_service()
                await goals.wait_for_server()

                async def use(times):
                    for _ in range(times):
                        await client.call(SetBool.Request())
                        client.call(SetBool.Request(), timeout=1000).cancel()
                        await (await goals.send_goal(Fibonacci.Goal())).result()
                        await aio.soft_wait_for(events.wait_for_next(), 0)

                async def count():
                    for _ in range(3):
                        await asyncio.sleep(0)
                    gc.collect()
                    return collections.Counter(type(entity).__qualname__ for entity in gc.get_objects())

                await use(5)
                before = await count()
                await use(300)
                more = {name: count_ for name, count_ in (await count() - before).items() if count_ >= 150}
                assert not more

    run(main())
