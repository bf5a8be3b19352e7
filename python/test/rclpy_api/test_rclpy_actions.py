# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy.action beyond test/rclpy_api/programs: callbacks that fail, goals begun later, and peers of rxros2.aio."""

import asyncio
import contextlib
import threading
import time

import pytest
import rclpy
from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from example_interfaces.action import Fibonacci
from rclpy.action import (
    ActionClient,
    ActionServer,
    CancelResponse,
    GoalResponse,
    get_action_client_names_and_types_by_node,
    get_action_names_and_types,
    get_action_server_names_and_types_by_node,
)
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import QoSProfile
from rclpy.service_introspection import ServiceIntrospectionState
from rclpy.task import Future
from std_srvs.srv import SetBool

from rxros2.aio import ros2


@pytest.fixture
def node():
    with rclpy.init(args=[]) as init:
        acting_node = rclpy.create_node('acting')
        executor = SingleThreadedExecutor(context=init.context)
        executor.add_node(acting_node)
        thread = threading.Thread(target=spin, args=(executor,))
        thread.start()
        yield acting_node
        executor.shutdown()
        thread.join(60)
        assert not thread.is_alive()
        acting_node.destroy_node()


def spin(executor):
    with contextlib.suppress(rclpy.executors.ExternalShutdownException):
        executor.spin()


def count(goal):
    goal.publish_feedback(Fibonacci.Feedback(sequence=[goal.request.order]))
    goal.succeed()
    return Fibonacci.Result(sequence=[goal.request.order, 1])


def wait_for(future):
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    assert done.wait(60)
    return future.result()


def test_blocking_calls_and_the_graph(node):
    received = []
    with ActionServer(node, Fibonacci, 'count', count) as server, ActionClient(node, Fibonacci, 'count') as client:
        assert client.wait_for_server(60) and client.server_is_ready()
        response = client.send_goal(Fibonacci.Goal(order=7), feedback_callback=received.append)
        assert response.status == GoalStatus.STATUS_SUCCEEDED and list(response.result.sequence) == [7, 1]
        assert [list(message.feedback.sequence) for message in received] in ([[7]], [])  # it may come after the result
        expected = [('/count', ['example_interfaces/action/Fibonacci'])]
        assert get_action_names_and_types(node) == expected
        assert get_action_server_names_and_types_by_node(node, 'acting', '/') == expected
        assert get_action_client_names_and_types_by_node(node, 'acting', '/') == expected
        with pytest.raises(TypeError, match='/?count: the goal is a .*expected .*Goal'):
            client.send_goal_async(Fibonacci.Result())
        assert server.action_type is Fibonacci
    assert get_action_server_names_and_types_by_node(node, 'acting', '/') == []
    with ActionClient(node, Fibonacci, 'count') as client:
        assert not client.wait_for_server(0.05)


class Events:
    """The service events of a service."""

    def __init__(self, node, srv_type, service):
        self._heard, self._changed = [], threading.Condition()
        topic = f'{service}/_service_event'
        self._subscription = node.create_subscription(srv_type.Event, topic, self._event_arrived, 100)

    def _event_arrived(self, event):
        with self._changed:
            self._heard.append(event)
            self._changed.notify()

    def of_a_call(self):
        """Returns the four events of a call, by kind."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self._heard) >= 4, 60)
            events, self._heard = self._heard[:4], self._heard[4:]
        assert len({(bytes(event.info.client_gid), event.info.sequence_number) for event in events}) == 1
        return {event.info.event_type: event for event in events}

    def __len__(self):
        return len(self._heard)


SENT, RECEIVED, ANSWERED, GOT_ANSWER = range(4)
QOS = QoSProfile(depth=100)


def test_service_events_of_a_goal(node):
    canceled = {order: Future(executor=node.executor) for order in (7, 8, 9)}

    async def wait(goal):
        await canceled[goal.request.order]
        goal.canceled()
        return Fibonacci.Result(sequence=[8])

    def send(order):
        return wait_for(client.send_goal_async(Fibonacci.Goal(order=order)))

    def cancel(handle, order):
        assert len(handle.cancel_goal().goals_canceling) == 1
        canceled[order].set_result(None)
        return list(handle.get_result().result.sequence)

    with (
        ActionServer(node, Fibonacci, 'introspected', wait, cancel_callback=lambda _: CancelResponse.ACCEPT) as server,
        ActionClient(node, Fibonacci, 'introspected') as client,
    ):
        goals = Events(node, Fibonacci.Impl.SendGoalService, 'introspected/_action/send_goal')
        cancels = Events(node, CancelGoal, 'introspected/_action/cancel_goal')
        results = Events(node, Fibonacci.Impl.GetResultService, 'introspected/_action/get_result')
        assert client.wait_for_server(60)
        clock = node.get_clock()
        for entity in (client, server):
            with pytest.raises(
                TypeError, match='/introspected/_action/send_goal: configure_introspection needs a clock'
            ):
                entity.configure_introspection(None, QOS, ServiceIntrospectionState.CONTENTS)
        before = clock.now().to_msg()
        client.configure_introspection(clock, QOS, ServiceIntrospectionState.CONTENTS)
        server.configure_introspection(clock, QOS, ServiceIntrospectionState.METADATA)
        handle = send(7)
        assert cancel(handle, 7) == [8]

        goal_events = goals.of_a_call()
        assert sorted(goal_events) == [SENT, RECEIVED, ANSWERED, GOT_ANSWER]
        assert goal_events[SENT].request[0].goal.order == 7 and goal_events[SENT].request[0].goal_id == handle.goal_id
        assert goal_events[GOT_ANSWER].response[0].accepted and not goal_events[GOT_ANSWER].request
        assert not goal_events[RECEIVED].request and not goal_events[ANSWERED].response  # metadata only
        stamps = [
            (goal_events[kind].info.stamp.sec, goal_events[kind].info.stamp.nanosec) for kind in sorted(goal_events)
        ]
        assert (before.sec, before.nanosec) <= stamps[0] and stamps == sorted(stamps)
        assert cancels.of_a_call()[SENT].request[0].goal_info.goal_id == handle.goal_id
        assert list(results.of_a_call()[GOT_ANSWER].response[0].result.sequence) == [8]

        server.configure_introspection(clock, QOS, ServiceIntrospectionState.OFF)
        client.configure_introspection(clock, QOS, ServiceIntrospectionState.OFF)
        cancel(send(8), 8)
        client.configure_introspection(clock, QOS, ServiceIntrospectionState.METADATA)
        server.configure_introspection(clock, QOS, ServiceIntrospectionState.CONTENTS)
        handle = send(9)
        goal_events = goals.of_a_call()  # nothing of the one in between
        assert goal_events[RECEIVED].request[0].goal.order == 9 and goal_events[ANSWERED].response[0].accepted
        assert not goal_events[SENT].request and not goal_events[GOT_ANSWER].response
        cancel(handle, 9)


def test_service_events_of_calls(node):
    def switch(request, response):
        response.success = request.data
        return response

    service, client = node.create_service(SetBool, 'switch', switch), node.create_client(SetBool, 'switch')
    events = Events(node, SetBool, 'switch')
    assert client.wait_for_service(60)
    for entity in (service, client):
        entity.configure_introspection(node.get_clock(), QOS, ServiceIntrospectionState.CONTENTS)
    for number in (1, 2):
        assert client.call(SetBool.Request(data=True), 60).success
        call_events = events.of_a_call()
        assert call_events[SENT].request == call_events[RECEIVED].request == [SetBool.Request(data=True)]
        assert call_events[ANSWERED].response[0].success and call_events[GOT_ANSWER].response[0].success
        assert call_events[SENT].info.sequence_number == number
    assert any(bytes(call_events[SENT].info.client_gid))
    for entity in (service, client):
        entity.destroy()


def test_goals_are_awaited_in_asyncio(node):
    """An executor spins in a thread or in the loop; a task that waits can be canceled like others."""
    never = Future()

    async def ask(client, order):
        handle = await client.send_goal_async(Fibonacci.Goal(order=order))
        return list((await handle.get_result_async()).result.sequence)

    async def wait_in_vain():
        await never

    async def main(client):
        waiting = asyncio.create_task(wait_in_vain())
        results = await asyncio.wait_for(asyncio.gather(ask(client, 1), ask(client, 2)), 60)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return results

    async def spinning(executor):
        while True:
            executor.spin_once(timeout_sec=0.001)
            await asyncio.sleep(0)

    async def count_later(goal):  # in an executor within a loop, which waits as in any other
        await other.send_goal_async(Fibonacci.Goal(order=goal.request.order))
        return count(goal)

    async def all_in_one(client, executor):
        spins = asyncio.create_task(spinning(executor))
        try:
            return await main(client)
        finally:
            spins.cancel()

    with ActionServer(node, Fibonacci, 'count', count), ActionClient(node, Fibonacci, 'count') as client:
        assert client.wait_for_server(60)
        assert asyncio.run(main(client)) == [[1, 1], [2, 1]]
        second_node = rclpy.create_node('here')
        executor = SingleThreadedExecutor(context=node.context)
        executor.add_node(second_node)
        with (
            ActionClient(second_node, Fibonacci, 'count') as other,
            ActionServer(second_node, Fibonacci, 'count_later', count_later),
            ActionClient(second_node, Fibonacci, 'count_later') as later,
        ):
            assert other.wait_for_server(60) and later.wait_for_server(60)
            assert asyncio.run(all_in_one(later, executor)) == [[1, 1], [2, 1]]
        executor.shutdown()
        second_node.destroy_node()


def test_goals_that_fail(node, capfd):
    def fail(goal):
        raise ValueError('no way')

    def forget(goal):
        return Fibonacci.Result()

    def return_nonsense(goal):
        goal.succeed()
        return 'text'

    results = []
    for callback in (fail, forget, return_nonsense):
        with ActionServer(node, Fibonacci, 'fail', callback), ActionClient(node, Fibonacci, 'fail') as client:
            assert client.wait_for_server(60)
            results.append(client.send_goal(Fibonacci.Goal(order=1)).status)
    assert results == [GoalStatus.STATUS_ABORTED, GoalStatus.STATUS_ABORTED, GoalStatus.STATUS_SUCCEEDED]
    logged = capfd.readouterr().err
    assert 'no way' in logged and 'was not set' in logged and "found 'text'" in logged


def test_a_result_that_cannot_be_encoded_costs_no_answer(node, capfd):
    """Given with the end, it is refused; returned, an empty one is sent. Others get their answers."""
    actions = pytest.importorskip('tf2_msgs.action')
    TF2Error = pytest.importorskip('tf2_msgs.msg').TF2Error
    LookupTransform = actions.LookupTransform
    bad = LookupTransform.Result(error=TF2Error(error_string='\ud800'))
    fine = LookupTransform.Result(error=TF2Error(error_string='fine'))
    refused = []

    def look_up(goal):
        if goal.request.source_frame == 'given':
            for end in (goal.succeed, goal.abort):
                try:
                    end(bad)
                except ValueError as error:
                    refused.append(error)
            assert goal.status == GoalStatus.STATUS_EXECUTING
        goal.succeed(fine if goal.request.source_frame == 'given' else None)
        return bad

    with (
        ActionServer(node, LookupTransform, 'look_up', look_up),
        ActionClient(node, LookupTransform, 'look_up') as client,
    ):
        assert client.wait_for_server(60)
        for source, text in (('given', 'fine'), ('returned', ''), ('given', 'fine')):
            response = client.send_goal(LookupTransform.Goal(source_frame=source))
            assert response.status == GoalStatus.STATUS_SUCCEEDED
            assert response.result.error.error_string == text
        assert len(refused) == 4
    assert 'an empty one is' in capfd.readouterr().err


def test_a_result_is_kept_as_it_was_when_the_goal_ended(node):
    results = []

    def keep(goal):
        results.append(Fibonacci.Result(sequence=[1, 2]))
        goal.succeed(results[0])
        results[0].sequence = [3]

    with ActionServer(node, Fibonacci, 'kept', keep), ActionClient(node, Fibonacci, 'kept') as client:
        assert client.wait_for_server(60)
        assert list(client.send_goal(Fibonacci.Goal()).result.sequence) == [1, 2]


def test_a_goal_begun_later_and_one_whose_cancellation_is_refused(node):
    accepted, ended = [], threading.Event()
    with (
        ActionServer(
            node, Fibonacci, 'later', count, handle_accepted_callback=accepted.append, result_timeout=0.5
        ) as server,
        ActionClient(node, Fibonacci, 'later') as client,
    ):
        assert client.wait_for_server(60)
        answered = threading.Event()
        future = client.send_goal_async(Fibonacci.Goal(order=3))
        future.add_done_callback(lambda _: answered.set())
        assert answered.wait(60)
        handle = future.result()
        assert handle.accepted and handle.stamp.sec > 0
        assert accepted[0].status == GoalStatus.STATUS_ACCEPTED and accepted[0].is_active
        assert not handle.cancel_goal().goals_canceling  # the default
        with pytest.raises(RuntimeError, match='cannot become SUCCEEDED: it is ACCEPTED; expected EXECUTING'):
            accepted[0].succeed()
        handle.get_result_async().add_done_callback(lambda _: ended.set())
        accepted[0].execute()
        assert ended.wait(60) and handle.get_result().status == handle.status == GoalStatus.STATUS_SUCCEEDED
        assert not accepted[0].is_active

        server.register_goal_callback(lambda goal: GoalResponse.REJECT)  # each goal looks for old ones
        deadline = time.monotonic() + 60
        while accepted[0].status != GoalStatus.STATUS_UNKNOWN:
            assert client.send_goal(Fibonacci.Goal(order=1)) is None and time.monotonic() < deadline


def test_a_client_of_aio_cancels(node):
    began = threading.Event()

    async def wait(goal):
        began.set()
        requested = rclpy.task.Future(executor=node.executor)
        timer = node.create_timer(0.01, lambda: goal.is_cancel_requested and requested.set_result(None))
        await requested
        node.destroy_timer(timer)
        goal.canceled()
        return Fibonacci.Result(sequence=[9])

    async def main():
        with ros2.auto_context('aio_side'):
            client = ros2.ActionClient(Fibonacci, '/wait')
            await client.wait_for_server(60)
            goal = await client.send_goal(Fibonacci.Goal(order=1), timeout=60)
            assert await goal.cancel(60)
            with pytest.raises(ros2.GoalCanceled) as caught:
                await goal.result(60)
            assert list(caught.value.result.sequence) == [9]
            client.close()

    with ActionServer(node, Fibonacci, 'wait', wait, cancel_callback=lambda goal: CancelResponse.ACCEPT):
        asyncio.run(asyncio.wait_for(main(), 60))
        assert began.is_set()


def test_a_server_of_aio_serves(node):
    async def serve(ready, stop):
        with ros2.auto_context('aio_side'):
            server = ros2.ActionServer(Fibonacci, '/aio')
            goals = server.listen_reliable()
            ready.set()
            goal = await anext(goals)
            goal.accept()
            goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
            goal.succeed(Fibonacci.Result(sequence=[goal.request.order]))
            while not stop.is_set():
                await asyncio.sleep(0.01)
            server.close()

    ready, stop = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(asyncio.wait_for(serve(ready, stop), 60)))
    thread.start()
    assert ready.wait(60)
    with ActionClient(node, Fibonacci, 'aio') as client:
        assert client.wait_for_server(60)
        response = client.send_goal(Fibonacci.Goal(order=5))
        assert response.status == GoalStatus.STATUS_SUCCEEDED and list(response.result.sequence) == [5]
    stop.set()
    thread.join(60)


def ask(node, client_type, name, request):
    """Returns the response of a service of an action, called without the ActionClient."""
    client = node.create_client(client_type, name)
    assert client.wait_for_service(60)
    response = client.call(request, timeout_sec=60)
    node.destroy_client(client)
    return response


def test_a_known_id_is_rejected_without_asking(node):
    goals = []

    async def goal_callback(goal):
        goals.append(goal)
        return GoalResponse.ACCEPT

    send = Fibonacci.Impl.SendGoalService
    with ActionServer(node, Fibonacci, 'twice', count, goal_callback=goal_callback):
        request = send.Request()
        request.goal_id.uuid = [7] * 16
        first = ask(node, send, 'twice/_action/send_goal', request)
        assert first.accepted and first.stamp.sec > 0
        assert not ask(node, send, 'twice/_action/send_goal', request).accepted
        assert len(goals) == 1


def test_the_codes_of_cancel_requests(node):
    goals = []
    with (
        ActionServer(node, Fibonacci, 'cancels', count, handle_accepted_callback=goals.append) as server,
        ActionClient(node, Fibonacci, 'cancels') as client,
    ):
        assert client.wait_for_server(60)

        def cancel(goal=None):
            request = CancelGoal.Request()
            if goal is not None:
                request.goal_info.goal_id = goal.goal_id
            response = ask(node, CancelGoal, 'cancels/_action/cancel_goal', request)
            return response.return_code, len(response.goals_canceling)

        assert cancel() == (CancelGoal.Response.ERROR_NONE, 0)
        done = threading.Event()
        client.send_goal_async(Fibonacci.Goal()).add_done_callback(lambda _: done.set())
        assert done.wait(60)
        assert cancel() == (CancelGoal.Response.ERROR_REJECTED, 0)
        server.register_cancel_callback(lambda goal: CancelResponse.ACCEPT)
        assert cancel() == (CancelGoal.Response.ERROR_NONE, 1)
        assert cancel(goals[0]) == (CancelGoal.Response.ERROR_GOAL_TERMINATED, 0)
        goals[0].canceled(Fibonacci.Result())


def test_results_are_forgotten_without_further_requests(node):
    with (
        ActionServer(node, Fibonacci, 'brief', count, result_timeout=0.05) as server,
        ActionClient(node, Fibonacci, 'brief') as client,
    ):
        assert client.wait_for_server(60)
        client.send_goal(Fibonacci.Goal(order=1))
        deadline = time.monotonic() + 60
        while len(server._table):
            assert time.monotonic() < deadline
            time.sleep(0.005)


def then(event, function):
    """Returns a function that sets the event after each call."""

    def call(*args):
        value = function(*args)
        event.set()
        return value

    return call


def test_goals_end_with_their_server(node, monkeypatch):
    """A destroyed server aborts them; one that disappears leaves them without a status."""
    accepted = []
    with ActionClient(node, Fibonacci, 'gone') as client:
        for crash in (False, True):
            server = ActionServer(node, Fibonacci, 'gone', count, handle_accepted_callback=accepted.append)
            assert client.wait_for_server(60)
            request_sent, answered, ended = threading.Event(), threading.Event(), threading.Event()
            monkeypatch.setattr(server._table, 'ask_result', then(request_sent, server._table.ask_result))
            sent = client.send_goal_async(Fibonacci.Goal(order=3))
            sent.add_done_callback(lambda _, answered=answered: answered.set())
            assert answered.wait(60)
            result = sent.result().get_result_async()
            result.add_done_callback(lambda _, ended=ended: ended.set())
            assert request_sent.wait(60)  # for the result
            if crash:
                server._table = type(server._table)(server._endpoints, lambda: 0, 1)  # which knows no goal
            server.destroy()
            assert ended.wait(60)
            assert result.result().status == (GoalStatus.STATUS_UNKNOWN if crash else GoalStatus.STATUS_ABORTED)
            assert not client._pending


def test_an_action_is_remapped_as_one_name(node):
    with rclpy.create_node('ship', cli_args=['--ros-args', '-r', 'dock:=harbour']) as ship:
        with ActionServer(ship, Fibonacci, 'dock', count):
            assert get_action_names_and_types(ship) == [('/harbour', ['example_interfaces/action/Fibonacci'])]
