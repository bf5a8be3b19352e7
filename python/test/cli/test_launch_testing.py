# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Behaviour of rxros2.launch on which ROS 2's launch_testing and launch_pytest rely."""

import asyncio

import pytest

from rxros2.launch.actions import configurations, plain, process
from rxros2.launch.context import LaunchContext
from rxros2.launch.entity import LaunchDescription
from rxros2.launch.errors import LaunchError
from rxros2.launch.service import LaunchService
from rxros2.launch.substitution import TextSubstitution
from rxros2.launch.substitutions import LaunchConfiguration


def test_values_of_actions_are_substitutions_as_in_ros_2():
    """Programs that handle actions, such as launch_testing, evaluate their parts."""
    greeting = process.ExecuteProcess(cmd=['echo', LaunchConfiguration('word'), ['a', TextSubstitution(text='b')]])
    context = LaunchContext()
    context.launch_configurations['word'] = 'hello'
    assert [[part.perform(context) for part in parts] for parts in greeting.cmd] == [['echo'], ['hello'], ['a', 'b']]
    assert [part.describe() for part in configurations.DeclareLaunchArgument('x', default_value='1').default_value]
    assert configurations.DeclareLaunchArgument('x').default_value is None


def test_a_prepared_process_has_details():
    greeting = process.ExecuteProcess(cmd=['echo', 'hello'])
    greeting.prepare(LaunchContext())
    assert greeting.process_details['name'] == 'echo-1' and greeting.process_details['cmd'] == ['echo', 'hello']


def test_a_missing_ros2_names_the_cure():
    listing = process.ExecuteProcess(cmd=['ros2', 'topic', 'list'], env={'PATH': '/nowhere'})
    with pytest.raises(
        LaunchError, match="no program ros2 that can be started: write rxros2, or install RxROS2's folder"
    ):
        listing.prepare(LaunchContext())


def test_who_waits_for_an_action_finds_the_launch_running():
    """A test with launch_pytest waits for its action ReadyToTest, and expects a launch that runs."""
    service = LaunchService(noninteractive=True)
    loop = asyncio.new_event_loop()
    try:
        ready = asyncio.Event()
        service.include_launch_description(LaunchDescription([plain.OpaqueFunction(function=lambda _: ready.set())]))
        task = loop.create_task(service.run_async())
        loop.run_until_complete(ready.wait())
        assert service.event_loop is loop and service.task is task
        assert loop.run_until_complete(task) == 0 and service.event_loop is None
    finally:
        loop.close()


def test_the_loop_may_stand_still_between_parts_of_a_launch():
    """Tests with launch_pytest run the loop for a while, call the service, and run the loop to the end of the task."""
    service, sleeper = LaunchService(noninteractive=True), process.ExecuteProcess(cmd=['sleep', '100'])
    service.include_launch_description(LaunchDescription([sleeper]))

    async def has_started():
        while sleeper.process_details is None or 'pid' not in sleeper.process_details:
            await asyncio.sleep(0.01)

    loop = asyncio.new_event_loop()
    try:
        task = loop.create_task(service.run_async())
        loop.run_until_complete(asyncio.wait_for(has_started(), 60))
        assert not service._is_idle()
        service.shutdown(force_sync=True)
        assert loop.run_until_complete(asyncio.wait_for(task, 60)) == 0
        assert service._is_idle()
    finally:
        loop.close()
    service.shutdown()  # does nothing
    with pytest.raises(RuntimeError, match='the output is not kept; expected cached_output=True'):
        sleeper.get_stdout()
