# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions under asyncio: goals, feedback, results, cancellation, and requests of impolite clients."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest
from eventually import eventually_in_loop

from rxros2 import _core, aio
from rxros2.actions import Endpoints, GoalEvent, GoalTable, info_of
from rxros2.aio import ros2
from rxros2.interfaces.action_msgs.msg import GoalInfo, GoalStatus, GoalStatusArray
from rxros2.interfaces.action_msgs.srv import CancelGoal
from rxros2.interfaces.builtin_interfaces.msg import Time
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.rosgraph_msgs.msg import Clock
from rxros2.interfaces.tf2_msgs.action import LookupTransform
from rxros2.interfaces.tf2_msgs.msg import TF2Error
from rxros2.interfaces.unique_identifier_msgs.msg import UUID
from rxros2.messages.codec import codec_of
from rxros2.qos import DurabilityPolicy, QoSProfile


@pytest.fixture
def name(request):
    return '/' + ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')


@pytest.fixture(scope='module')
def node():
    with ros2.Node('actions') as node:
        yield node


async def fibonacci(goal):
    """Sends each number as feedback; ends early if it is cancelled. A negative order is an error."""
    if goal.request.order < 0:
        goal.abort(Fibonacci.Result(sequence=[-1]))
        return
    numbers = [0, 1]
    while len(numbers) < goal.request.order:
        goal.publish_feedback(Fibonacci.Feedback(sequence=numbers))
        try:
            await asyncio.wait_for(goal.wait_for_cancel(), 0.002 if goal.request.order < 100 else 0.05)
        except asyncio.TimeoutError:
            numbers.append(numbers[-1] + numbers[-2] if len(numbers) < 40 else 0)
        else:
            goal.canceled(Fibonacci.Result(sequence=numbers))
            return
    goal.succeed(Fibonacci.Result(sequence=numbers))


async def serve(scope, server):
    async for goal in server.listen_reliable():
        if goal.request.order == 13:
            goal.reject()
            continue
        goal.accept()
        scope.task_group.create_task(fibonacci(goal))


def with_both(run, node, name, test, **options):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope() as scope:
                server = ros2.ActionServer(Fibonacci, name, **options)
                scope.task_group.create_task(serve(scope, server))
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                await test(client, server)
            assert server.closed

    run(main())


def test_feedback_and_result(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=6), timeout=60)
        sequences = [list(feedback.sequence) async for feedback in goal.feedback.listen_reliable(queue_size=0)]
        assert sequences and sequences[-1] == [0, 1, 1, 2, 3][: len(sequences[-1])]  # earlier feedback is not included
        result = await goal.result(timeout=60)
        assert list(result.sequence) == [0, 1, 1, 2, 3, 5]
        assert list((await goal.result()).sequence) == [0, 1, 1, 2, 3, 5]  # as often as one likes
        goals = [await client.send_goal(Fibonacci.Goal(order=order)) for order in (3, 4, 5)]
        results = await asyncio.gather(*(goal.result(timeout=60) for goal in goals))
        assert [len(result.sequence) for result in results] == [3, 4, 5]
        assert not client._goals

    with_both(run, node, name, test)


def test_goals_that_do_not_succeed(run, node, name):
    async def test(client, server):
        with pytest.raises(ros2.GoalRejected, match='did not accept'):
            await client.send_goal(Fibonacci.Goal(order=13), timeout=60)
        aborted = await client.send_goal(Fibonacci.Goal(order=-1), timeout=60)
        with pytest.raises(ros2.GoalAborted) as error:
            await aborted.result(timeout=60)
        assert list(error.value.result.sequence) == [-1] and error.value.status == ros2.GoalStatus.ABORTED
        with pytest.raises(TypeError):
            await client.send_goal(7)
        assert not client._goals

    with_both(run, node, name, test)


def test_cancelling(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=1000), timeout=60)
        await goal.feedback.wait_for_value(timeout=60)
        with pytest.raises(TimeoutError, match='has not ended'):
            await goal.result(timeout=0.01)
        assert await goal.cancel(timeout=60)
        with pytest.raises(ros2.GoalCanceled) as error:
            await goal.result(timeout=60)
        assert list(error.value.result.sequence[:2]) == [0, 1]
        assert not await goal.cancel(timeout=60)  # it has ended

        several = [await client.send_goal(Fibonacci.Goal(order=1000)) for _ in range(3)]
        cancels = ros2.Client(CancelGoal, f'{name}/_action/cancel_goal')
        await cancels.wait_for_service(timeout=60)
        response = await cancels.call(CancelGoal.Request(), timeout=60)  # all
        assert len(response.goals_canceling) == 3 and response.return_code == response.ERROR_NONE
        for goal in several:
            with pytest.raises(ros2.GoalCanceled):
                await goal.result(timeout=60)
        unknown = CancelGoal.Request()
        unknown.goal_info.goal_id.uuid = list(range(16))
        response = await cancels.call(unknown, timeout=60)
        assert response.return_code == response.ERROR_UNKNOWN_GOAL_ID

    with_both(run, node, name, test)


def test_a_server_may_refuse_to_cancel_and_forgets_results(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=20), timeout=60)
        assert not await goal.cancel(timeout=60)
        assert len((await goal.result(timeout=60)).sequence) == 20
        assert len(server._table) == 1
        clock.set(111 * 10**9)
        await eventually_in_loop(lambda: len(server._table) == 0)

    clock = _core.Clock.of(node._core)
    clock.simulate(True)  # otherwise a machine that stands still could forget the result before it is requested
    clock.set(100 * 10**9)
    try:
        with_both(run, node, name, test, may_cancel=lambda goal: False, result_timeout=10)
    finally:
        clock.simulate(False)


def test_late_subscriptions_get_the_status(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=3), timeout=60)
        await goal.result(timeout=60)
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        status = await ros2.Sub(GoalStatusArray, f'{name}/_action/status', latched).wait_for_value(
            where=lambda array: array.status_list and array.status_list[0].status == ros2.GoalStatus.SUCCEEDED,
            timeout=60,
        )
        assert bytes(status.status_list[0].goal_info.goal_id.uuid) == goal.goal_id

    with_both(run, node, name, test)


def test_wrong_steps_and_the_end(run, node, name):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                server = ros2.ActionServer(Fibonacci, name)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1)))
                goal = await server.wait_for_value(timeout=60)
                with pytest.raises(RuntimeError, match='is unknown cannot be succeeded'):
                    goal.succeed()
                goal.accept()
                with pytest.raises(RuntimeError, match='answered twice'):
                    goal.reject()
                with pytest.raises(RuntimeError, match='executing cannot be canceled'):
                    goal.canceled()
                with pytest.raises(TypeError):
                    goal.publish_feedback(7)
                sent = await sending
                waiting = asyncio.create_task(sent.result())
                await asyncio.sleep(0.01)
                client.close()
                with pytest.raises(aio.SubClosed):
                    await waiting
                assert sent.feedback.closed
                with pytest.raises(TimeoutError):
                    lonely = ros2.ActionClient(Fibonacci, f'{name}/nobody')
                    await lonely.wait_for_server(timeout=0.02)

    run(main())


# --- ROS 2's rules, and faults of earlier systems ---

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def with_server(run, node, name, test, **options):
    """Runs `test(client, server, raw)`; raw contains the three services of the action, without ActionClient."""

    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                server = ros2.ActionServer(Fibonacci, name, **options)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                impl = Fibonacci.Impl
                raw = {
                    'send': ros2.Client(impl.SendGoalService, f'{name}/_action/send_goal'),
                    'result': ros2.Client(impl.GetResultService, f'{name}/_action/get_result'),
                    'cancel': ros2.Client(CancelGoal, f'{name}/_action/cancel_goal'),
                }
                for raw_client in raw.values():
                    await raw_client.wait_for_service(timeout=60)
                await test(client, server, raw)

    run(main())


def send_request(number, order=1):
    return Fibonacci.Impl.SendGoalService.Request(goal_id=UUID(uuid=[number] * 16), goal=Fibonacci.Goal(order=order))


def result_request(goal_id):
    return Fibonacci.Impl.GetResultService.Request(goal_id=UUID(uuid=list(goal_id)))


def cancel_request(goal_id=bytes(16), stamp=0):
    sec, nanosec = divmod(stamp, 10**9)
    return CancelGoal.Request(
        goal_info=GoalInfo(goal_id=UUID(uuid=list(goal_id)), stamp=Time(sec=sec, nanosec=nanosec))
    )


async def accepted(client, server, order=1, **options):
    """Returns both ends of a goal that is being executed."""
    sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=order), timeout=60))
    goal = await server.wait_for_next(timeout=60)
    goal.accept(**options)
    return await sending, goal


def test_a_known_id_is_rejected_without_asking(run, node, name):
    async def test(client, server, raw):
        goals = []
        server.asap_callback.append(lambda goal: (goals.append(goal), goal.accept()))
        first = await raw['send'].call(send_request(7), timeout=60)
        assert first.accepted and (first.stamp.sec, first.stamp.nanosec) != (0, 0)
        assert not (await raw['send'].call(send_request(7), timeout=60)).accepted
        assert (await raw['send'].call(send_request(8), timeout=60)).accepted
        assert len(goals) == 2

    with_server(run, node, name, test)


def test_a_goal_that_ends_at_acceptance_keeps_the_order(run, node, name):
    async def test(client, server, raw):
        def at_once(goal):
            goal.accept()
            for number in range(3):
                goal.publish_feedback(Fibonacci.Feedback(sequence=[number]))
            goal.succeed(Fibonacci.Result(sequence=[goal.request.order]))

        server.asap_callback.append(at_once)
        for order in range(100):
            messages = []
            goal = await client.send_goal(Fibonacci.Goal(order=order), timeout=60, feedback=messages.append)
            assert goal.stamp > 0
            assert list((await goal.result(timeout=60)).sequence) == [order]
            assert [list(message.sequence) for message in messages] == [[0], [1], [2]]
        assert goal.status == ros2.GoalStatus.SUCCEEDED

    with_server(run, node, name, test)


def test_status_messages(run, node, name):
    """There is one for each change, the first with the acceptance; none for a server that has no goals yet."""

    async def test(client, server, raw):
        status = ros2.Sub(GoalStatusArray, f'{name}/_action/status', LATCHED)
        seen = status.listen_reliable(queue_size=0)

        async def states():
            return [goal_status.status for goal_status in (await anext(seen)).status_list]

        first, goal = await accepted(client, server)
        assert await states() == [2]
        second, deferred = await accepted(client, server, execute=False)
        assert await states() == [2, 1] and second.status == ros2.GoalStatus.ACCEPTED
        deferred.execute()
        assert await states() == [2, 2]
        assert await second.cancel(timeout=60)
        assert await states() == [2, 3]
        goal.succeed()
        assert await states() == [4, 3]
        deferred.canceled()
        assert await states() == [4, 5]
        with pytest.raises(ros2.GoalCanceled):
            await second.result(timeout=60)
        assert not await second.cancel(timeout=60)  # changes nothing, so publishes nothing
        third, goal = await accepted(client, server)
        assert await states() == [4, 5, 2]
        assert third.status == ros2.GoalStatus.EXECUTING and first.status == ros2.GoalStatus.SUCCEEDED
        goal.abort()
        assert await states() == [4, 5, 6]

    with_server(run, node, name, test)


def test_the_status_is_encoded_as_its_codec_does():
    """The status is encoded by hand, for speed."""
    of = Endpoints(Fibonacci, '/a', lambda name, *_: name)
    now = 3_000_000_007
    table = GoalTable(of, lambda: now, 10)
    codec = codec_of(GoalStatusArray)
    expected = GoalStatusArray()
    for number in range(5):
        assert table.status() == bytes(codec.encode(expected))
        goal = table.add(bytes(range(number, number + 16)))
        table.accept(goal, execute=bool(number % 2))
        now += 1_500_000_000
        status = GoalStatus(goal_info=info_of(goal), status=int(goal.state))
        expected.status_list = [*expected.status_list, status]


def table_of_ended(number, result_timeout):
    """Returns a table with that many goals, the first of which has not ended."""
    of = Endpoints(Fibonacci, '/a', lambda name, *_: name)
    table = GoalTable(of, lambda: 0, result_timeout)
    goals = [table.add(bytes([number] * 16)) for number in range(number)]
    for goal in goals:
        table.accept(goal, execute=True)
    for goal in goals[1:]:
        table.end(goal, GoalEvent.SUCCEED, None)
    return table, goals


def test_the_status_lists_the_last_goals_that_ended():
    table, goals = table_of_ended(30, 10)
    listed = [
        bytes(status.goal_info.goal_id.uuid) for status in codec_of(GoalStatusArray).decode(table.status()).status_list
    ]
    assert listed == [goals[0].id, *(goal.id for goal in goals[-20:])]
    assert len(table) == 30
    request = cancel_request(goals[1].id)
    assert table.to_cancel(request) == ([], CancelGoal.Response.ERROR_GOAL_TERMINATED)


def test_a_fetched_result_does_not_wait_for_an_earlier_one():
    table, goals = table_of_ended(4, 0)
    for goal in goals[2:]:
        assert table.ask_result(result_request(goal.id), None) is goal.response
    table.expire()
    assert table.goals() == goals[:2] and goals[1].is_known and not goals[2].is_known


def test_which_goals_a_cancel_request_means(run, node, name):
    """Goals are selected by id, by stamp, by both or by neither; and the return codes."""

    async def test(client, server, raw):
        async def ask(*selection):
            response = await raw['cancel'].call(cancel_request(*selection), timeout=60)
            return response.return_code, {bytes(goal_info.goal_id.uuid) for goal_info in response.goals_canceling}

        R = CancelGoal.Response
        assert await ask() == (R.ERROR_NONE, set())  # nothing to cancel is not an error
        assert await ask(bytes([5] * 16)) == (R.ERROR_UNKNOWN_GOAL_ID, set())
        _, a = await accepted(client, server)
        _, b = await accepted(client, server)
        _, c = await accepted(client, server)
        assert a.accepted_at < b.accepted_at < c.accepted_at
        assert await ask(bytes(16), a.accepted_at - 1) == (R.ERROR_NONE, set())
        assert await ask(bytes(16), b.accepted_at) == (R.ERROR_NONE, {a.goal_id, b.goal_id})
        assert a.cancel_requested and b.cancel_requested and not c.cancel_requested
        assert await ask(a.goal_id) == (R.ERROR_GOAL_TERMINATED, set())  # it is being canceled already
        a.canceled()
        assert await ask(a.goal_id) == (R.ERROR_GOAL_TERMINATED, set())
        _, d = await accepted(client, server, execute=False)
        _, e = await accepted(client, server)
        assert await ask(e.goal_id, c.accepted_at) == (R.ERROR_NONE, {c.goal_id, e.goal_id})
        d.execute()
        server._may_cancel = lambda goal: False
        assert await ask() == (R.ERROR_REJECTED, set())
        assert await ask(d.goal_id) == (R.ERROR_REJECTED, set())

        def fail(goal):
            raise ValueError('no idea')

        server._may_cancel = fail
        assert await ask(d.goal_id) == (R.ERROR_REJECTED, set())
        server._may_cancel = lambda goal: True
        assert await client.cancel_all_goals(before=d.accepted_at, timeout=60) == [d.goal_id]
        for goal in (b, c, d, e):
            goal.canceled()

    with_server(run, node, name, test)


def test_feedback_of_unknown_goals_is_not_decoded_and_none_is_sent_after_the_end(run, node, name, capfd):
    async def test(client, server, raw):
        goal_ids = []
        sent, goal = await accepted(client, server)
        everything = ros2.Sub(Fibonacci.Impl.FeedbackMessage, f'{name}/_action/feedback', raw=True)
        everything.asap_callback.append(lambda sample: goal_ids.append(bytes(sample[4:20])))
        await everything.wait_for_matched(timeout=60)
        broken = ros2.Pub(Fibonacci.Impl.FeedbackMessage, f'{name}/_action/feedback')
        await broken.wait_for_matched(timeout=60)
        next_feedback = sent.feedback.wait_for_next(timeout=60)
        broken.publish_serialized(
            bytes([0, 1, 0, 0]) + bytes([9] * 16)
        )  # feedback of another client's goal, and too short
        broken.publish_serialized(bytes([0, 1, 0, 0]) + goal.goal_id)
        goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
        assert list((await next_feedback).sequence) == [1]
        goal.succeed()
        goal.publish_feedback(Fibonacci.Feedback(sequence=[2]))
        await sent.result(timeout=60)
        _, next_goal = await accepted(client, server)
        next_goal.publish_feedback(Fibonacci.Feedback(sequence=[3]))
        await everything.wait_for_value(where=lambda sample: bytes(sample[4:20]) == next_goal.goal_id, timeout=60)
        assert goal_ids == [bytes([9] * 16), goal.goal_id, goal.goal_id, next_goal.goal_id]
        next_goal.abort()
        broken.close()

    with_server(run, node, name, test)
    assert capfd.readouterr().err.count('malformed feedback') == 1


def test_feedback_before_the_answer_is_refused(run, node, name):
    async def test(client, server, raw):
        sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        goal = await server.wait_for_next(timeout=60)
        with pytest.raises(RuntimeError, match='not accepted yet'):
            goal.publish_feedback(Fibonacci.Feedback())
        goal.reject()
        with pytest.raises(ros2.GoalRejected):
            await sending

    with_server(run, node, name, test)


def test_goals_that_are_dropped(run, node, name, capfd):
    async def test(client, server, raw):
        sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        del (await server.wait_for_next(timeout=60)).request
        with pytest.raises(ros2.GoalRejected):
            await sending
        for options, error in (({}, ros2.GoalAborted), ({'execute': False}, ros2.GoalCanceled)):
            sent, goal = await accepted(client, server, **options)
            del goal
            with pytest.raises(error):
                await sent.result(timeout=60)
        sent, goal = await accepted(client, server)
        assert await sent.cancel(timeout=60)
        del goal
        with pytest.raises(ros2.GoalCanceled):
            await sent.result(timeout=60)

    with_server(run, node, name, test)
    logged = capfd.readouterr().err
    assert 'dropped without an answer' in logged and 'it is aborted' in logged and 'it is canceled' in logged


def test_closing_the_server_ends_its_goals(run, node, name):
    async def test(client, server, raw):
        sent, goal = await accepted(client, server)
        waiting = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        unanswered = await server.wait_for_next(timeout=60)
        while not server._table.goals()[0].waiting:  # until the client has requested the result
            await asyncio.sleep(0.001)
        server.close()
        with pytest.raises(ros2.GoalAborted):
            await sent.result(timeout=60)
        with pytest.raises(ros2.GoalRejected):
            await waiting
        with pytest.raises(RuntimeError, match='aborted cannot be succeeded'):
            goal.succeed()
        goal.publish_feedback(Fibonacci.Feedback())
        assert unanswered.status == ros2.GoalStatus.UNKNOWN

    with_server(run, node, name, test)


def test_closing_the_servers_node_ends_its_goals(run, node, name):
    async def main():
        async with aio.Scope():
            with ros2.Node('ends') as other:
                server = ros2.ActionServer(Fibonacci, name, other, scope=None)
                client = ros2.ActionClient(Fibonacci, name, node)
                await client.wait_for_server(timeout=60)
                sent, goal = await accepted(client, server)
                while not server._table.goals()[0].waiting:  # until the client has requested the result
                    await asyncio.sleep(0.001)
            with pytest.raises(ros2.GoalAborted):
                await sent.result(timeout=60)
            assert goal.status == ros2.GoalStatus.ABORTED

    run(main())


def test_goals_without_an_answer(run, node, name):
    async def test(client, server, raw):
        with pytest.raises(ros2.GoalTimeout, match='did not answer within 0.05 s'):
            await client.send_goal(Fibonacci.Goal(order=1), timeout=0.05)
        canceled = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=2)))
        goals = server.listen_reliable()
        late, later = await anext(goals), await anext(goals)
        canceled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await canceled
        assert not client._goals
        for goal in (late, later):
            goal.accept()  # too late: only the client itself can cancel it
            await asyncio.wait_for(goal.wait_for_cancel(), 60)
            goal.canceled()
        assert not client._send._pending

        abandoned = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=3)))
        kept = await anext(goals)
        (reply,) = client._send._pending.values()
        abandoned.cancel()
        await asyncio.gather(abandoned, return_exceptions=True)
        reply.set_result(Fibonacci.Impl.SendGoalService.Response(accepted=True))
        client.close()
        await asyncio.sleep(0)
        del kept

        lonely = ros2.ActionClient(Fibonacci, f'{name}/nobody')
        with pytest.raises(ros2.NoActionServer, match='nobody within 0.02 s'):
            await lonely.send_goal(Fibonacci.Goal(), timeout=0.02)
        with pytest.raises(ros2.NoActionServer):
            await lonely.wait_for_server(timeout=0.02)
        assert not lonely.server_is_ready()
        lonely.close()
        assert not lonely._send._pending

    with_server(run, node, name, test)


def test_results_expire_by_the_simulated_clock_from_the_goals_end_on(run, name):
    async def main():
        with ros2.Node('sim', parameters={'use_sim_time': True}) as sim, ros2.auto_context(sim):
            async with aio.Scope():
                clock = ros2.Pub(Clock, '/clock', 1)
                await clock.wait_for_matched(timeout=60)

                async def set_clock(seconds):
                    while sim.now() != seconds * 10**9:
                        clock.publish(Clock(clock=Time(sec=seconds)))
                        await asyncio.sleep(0.001)

                await set_clock(100)
                server = ros2.ActionServer(Fibonacci, name, result_timeout=10)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                sent, goal = await accepted(client, server)
                await set_clock(150)  # it takes longer than results are kept
                goal.succeed(Fibonacci.Result(sequence=[4]))
                assert list((await sent.result(timeout=60)).sequence) == [4]
                results = ros2.Client(Fibonacci.Impl.GetResultService, f'{name}/_action/get_result')
                await results.wait_for_service(timeout=60)
                await set_clock(160)
                assert (await results.call(result_request(goal.goal_id), timeout=60)).status == 4
                await set_clock(161)
                while len(server._table):
                    await asyncio.sleep(0.001)
                unknown = await results.call(result_request(goal.goal_id), timeout=60)
                assert unknown.status == 0 and list(unknown.result.sequence) == []

    run(main())


def test_without_a_timeout_results_are_kept_until_requested(run, node, name):
    async def test(client, server, raw):
        server.asap_callback.append(lambda goal: (goal.accept(), goal.succeed(Fibonacci.Result(sequence=[1]))))
        assert (await raw['send'].call(send_request(3), timeout=60)).accepted
        assert len(server._table) == 1
        assert (await raw['result'].call(result_request([3] * 16), timeout=60)).status == 4
        assert not len(server._table)
        assert (await raw['result'].call(result_request([3] * 16), timeout=60)).status == 0

    with_server(run, node, name, test, result_timeout=0)


def test_an_action_is_remapped_as_one_name(run, name):
    async def main():
        remapped = ['--ros-args', '-r', 'dock:=harbour/dock']
        with ros2.Node('ship', args=remapped, namespace='/sea') as ship, ros2.Node('pilot') as pilot:
            async with aio.Scope():
                server = ros2.ActionServer(Fibonacci, 'dock', ship)
                client = ros2.ActionClient(Fibonacci, '/sea/harbour/dock', pilot)
                await client.wait_for_server(timeout=60)
                sent, goal = await accepted(client, server)
                goal.succeed()
                await sent.result(timeout=60)
                assert '/sea/dock/_action/feedback' not in pilot.topics()
                with pytest.raises(ValueError, match='name of an action is empty'):
                    ros2.ActionServer(Fibonacci, '', ship)

    run(main())


SERVER = """
import asyncio, sys
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci

async def main():
    with ros2.auto_context('server'):
        server = ros2.ActionServer(Fibonacci, sys.argv[1])
        goals = []
        async for goal in server.listen_reliable():
            if goal.request.order < 0:
                continue  # left without an answer
            goal.accept()
            goals.append(goal)
            print('accepted', flush=True)

asyncio.run(main())
"""


def test_a_server_that_dies_ends_its_goals_at_the_client(run, node, name):
    """The server is killed, so that its lease ends without a message.

    A goal that another server does not know is lost too.
    """

    async def main():
        async with aio.Scope():
            client = ros2.ActionClient(Fibonacci, name, node)
            died = subprocess.Popen([sys.executable, '-c', SERVER, name], stdout=subprocess.PIPE)
            try:
                await client.wait_for_server(timeout=60)
                goal = await client.send_goal(Fibonacci.Goal(order=1), timeout=60)
            finally:
                os.kill(died.pid, signal.SIGKILL)
                died.wait()
                died.stdout.close()
            with pytest.raises(ros2.GoalLost, match='no longer knows it') as error:
                await goal.result(timeout=60)
            assert error.value.status == ros2.GoalStatus.UNKNOWN and goal.feedback.closed

    run(main())


def test_a_server_that_is_replaced_loses_its_goals(run, node, name):
    async def test(client, server, raw):
        sent, goal = await accepted(client, server)
        waiting = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        await server.wait_for_next(timeout=60)
        other = ros2.ActionServer(Fibonacci, name)
        other.asap_callback.append(lambda goal: None)
        while client._feedback.matched() != 2:
            await asyncio.sleep(0.001)
        server._abort_all = lambda: None  # as if it had crashed
        goal._server = other
        server.close()
        with pytest.raises(ros2.GoalLost):
            await sent.result(timeout=60)
        other.close()
        with pytest.raises(ros2.GoalLost):
            await waiting

    with_server(run, node, name, test)


def test_requests_to_cancel_end_with_the_server(run, node, name):
    async def test(client, server, raw):
        sent, _goal = await accepted(client, server)
        server._servers[1].asap_callback.clear()  # as if it was stuck
        one, every = asyncio.create_task(sent.cancel()), asyncio.create_task(client.cancel_all_goals())
        await eventually_in_loop(lambda: len(client._cancels) == 2)
        other = ros2.ActionServer(Fibonacci, name)
        await eventually_in_loop(lambda: client._feedback.matched() == 2)
        server._abort_all = lambda: None  # as if it had crashed
        server.close()
        assert await asyncio.wait_for(one, 60) is False
        assert not every.done()  # the other server may have received it
        other.close()
        assert await asyncio.wait_for(every, 60) == [] and not client._cancels

    with_server(run, node, name, test)


# --- answers that fail, and answers that are large ---


def test_a_result_that_cannot_be_encoded_leaves_its_goal_and_the_server(run, node, name):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope() as scope:
                server = ros2.ActionServer(LookupTransform, name)
                client = ros2.ActionClient(LookupTransform, name)
                refused = []

                async def serve():
                    async for goal in server.listen_reliable():
                        goal.accept()
                        bad = LookupTransform.Result(error=TF2Error(error_string='\ud800'))
                        for end in (goal.succeed, goal.abort):
                            try:
                                end(bad)
                            except ValueError as error:
                                refused.append(str(error))
                        assert goal.status == ros2.GoalStatus.EXECUTING
                        goal.succeed(LookupTransform.Result(error=TF2Error(error_string='fine')))

                scope.task_group.create_task(serve())
                await client.wait_for_server(timeout=60)
                for _ in range(2):
                    goal = await client.send_goal(LookupTransform.Goal(), timeout=60)
                    assert (await goal.result(timeout=60)).error.error_string == 'fine'
                assert len(refused) == 4 and not any(server_part.closed for server_part in server._servers)

    run(main())


def test_a_result_is_kept_as_it_was_when_the_goal_ended(run, node, name):
    async def test(client, server, raw):
        goal, served = await accepted(client, server)
        result = Fibonacci.Result(sequence=[1, 2])
        served.succeed(result)
        result.sequence = [3]
        assert list((await goal.result(timeout=60)).sequence) == [1, 2]
        request = Fibonacci.Impl.GetResultService.Request()
        request.goal_id.uuid = list(goal.goal_id)
        assert list((await raw['result'].call(request, timeout=60)).result.sequence) == [1, 2]

    with_server(run, node, name, test)


@pytest.mark.parametrize('step', ['add', 'to_cancel', 'ask_result'])
def test_a_failed_request_costs_only_its_own_answer(run, node, name, step, monkeypatch):
    async def test(client, server, raw):
        def fail(*_):
            monkeypatch.setattr(server._table, step, works)
            raise ZeroDivisionError

        works = getattr(server._table, step)
        goal, served = await accepted(client, server)
        await eventually_in_loop(lambda: served._served.waiting)  # until the client has requested the result
        monkeypatch.setattr(server._table, step, fail)
        if step == 'add':
            with pytest.raises(ros2.GoalRejected):
                await client.send_goal(Fibonacci.Goal(), timeout=60)
        elif step == 'to_cancel':
            response = await raw['cancel'].call(cancel_request(goal.goal_id), timeout=60)
            assert response.return_code == CancelGoal.Response.ERROR_REJECTED
        else:
            response = await raw['result'].call(Fibonacci.Impl.GetResultService.Request(), timeout=60)
            assert response.status == ros2.GoalStatus.UNKNOWN
        served.succeed()
        await goal.result(timeout=60)
        other, served = await accepted(client, server)
        assert await other.cancel(timeout=60)
        served.canceled()
        with pytest.raises(ros2.GoalCanceled):
            await other.result(timeout=60)

    with_server(run, node, name, test)


@pytest.mark.parametrize('numbers', [500, 1019, 1020, 15_000])
def test_feedback_of_every_size_arrives(run, node, name, numbers):
    """A sample of 4096 bytes or more is not copied into a bytes object."""

    async def test(client, server, raw):
        messages = []
        sending = asyncio.ensure_future(client.send_goal(Fibonacci.Goal(), timeout=60, feedback=messages.append))
        served = await server.wait_for_value(timeout=60)
        served.accept()
        goal = await sending
        served.publish_feedback(Fibonacci.Feedback(sequence=[7] * numbers))
        served.succeed()
        await goal.result(timeout=60)
        assert [len(message.sequence) for message in messages] == [numbers] and not client._feedback.closed
        await client.wait_for_server(timeout=60)

    with_server(run, node, name, test)


def test_results_expire_after_elapsed_time(run, node, name):
    """A clock that is set back or starts does not count as elapsed time."""

    async def main():
        clock = _core.Clock.of(node._core)
        clock.simulate(True)
        clock.set(0)
        try:
            with ros2.auto_context(node):
                server = ros2.ActionServer(Fibonacci, name, result_timeout=10)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                goal, served = await accepted(client, server)
                served.succeed()
                await goal.result(timeout=60)
                for second in (1_000_000, 1_000_009, 5, 5, 3):
                    clock.set(second * 1_000_000_000)
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                    assert len(server._table) == 1
                clock.set(4_000_000_001)
                await eventually_in_loop(lambda: len(server._table) == 0)
                server.close()
                client.close()
        finally:
            clock.simulate(False)

    run(main())


def test_an_undefined_status_is_unknown():
    assert ros2.GoalStatus(77) is ros2.GoalStatus.UNKNOWN
