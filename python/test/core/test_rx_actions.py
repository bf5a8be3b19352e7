# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions and lifecycle nodes as streams of rxros2.rx."""

import asyncio
import threading

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually, eventually_in_loop
from observers import Seen, a_node
from reactivex import operators as ops
from reactivex.subject import Subject

from rxros2 import rx
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.tf2_msgs.action import LookupTransform
from rxros2.interfaces.tf2_msgs.msg import TF2Error

Goal, Feedback, Result = Fibonacci.Goal, Fibonacci.Feedback, Fibonacci.Result


@pytest.fixture
def name(request):
    return '/' + ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')


def texts_of(updates):
    """Returns accepted, 1, 2, =3: the acceptance, feedback, and the result."""
    texts = {
        rx.GoalUpdateKind.ACCEPTED: lambda update: 'accepted',
        rx.GoalUpdateKind.FEEDBACK: lambda update: update.feedback.sequence[0],
        rx.GoalUpdateKind.RESULT: lambda update: f'={update.result.sequence[0]}',
    }
    return [texts[update.kind](update) for update in updates]


class Serving:
    """Answers goals by subjects that the test feeds."""

    def __init__(self, node, name, **options):
        self.goals, self.answers, self.disposed = [], [], []
        rx.serve_goals(node, Fibonacci, name, **options).subscribe(self.take, lambda error: self.goals.append(error))

    def take(self, goal):
        subject = Subject()
        self.goals.append(goal.request.order)
        self.answers.append(subject)
        number = goal.request.order
        goal.answer(subject.pipe(ops.finally_action(lambda: self.disposed.append(number))))

    async def begun(self, count):
        await eventually_in_loop(lambda: len(self.goals) >= count)
        return self.answers[count - 1]


def test_a_goal_from_its_acceptance_to_its_result(run, name):
    async def main():
        with a_node() as node:
            serving, seen, outer = Serving(node, name), Seen(), Seen()
            goals = Subject()
            streams = goals.pipe(rx.send_goal(node, Fibonacci, name), ops.do_action(outer.on_next))
            streams.pipe(ops.merge_all()).subscribe(seen)
            goals.on_next(Goal(order=5))
            assert len(outer.items) == 1
            answer = await serving.begun(1)
            for number in (1, 2):
                answer.on_next(Feedback(sequence=[number]))
            answer.on_next(Result(sequence=[9]))
            await seen.count(3)
            assert texts_of(seen.items) == ['accepted', 1, 2]
            answer.on_completed()
            goals.on_completed()
            await seen.until(lambda seen: seen.completions)
            assert texts_of(seen.items) == ['accepted', 1, 2, '=9'] and not seen.errors
            assert {len(update.goal_id) for update in seen.items} == {16} and seen.items[0].stamp > 0
            assert serving.disposed == [5]

    run(main())


def test_goals_that_fail(run, name, capfd):
    async def main():
        with a_node() as node:

            async def fail(goal):
                raise ValueError('no way')

            def answer(goal):
                if goal.request.order == 1:
                    goal.answer(fail(goal))
                elif goal.request.order == 2:
                    goal.answer(reactivex.just('nonsense'))
                else:
                    goal.answer(reactivex.never())

            serving = rx.serve_goals(
                node,
                Fibonacci,
                name,
                accept=lambda goal: 1 // goal.order > -1 if goal.order else 1 // 0,
                may_cancel=lambda goal: False,
            )
            server = serving.subscribe(answer)

            async def error_of(order, action=name, **options):
                seen = Seen()
                updates = reactivex.just(Goal(order=order)).pipe(rx.send_goal(node, Fibonacci, action, **options))
                updates.pipe(ops.merge_all()).subscribe(seen)
                await seen.until(lambda seen: seen.errors or (seen.items and order == 4))
                return seen.errors[0] if seen.errors else seen

            assert isinstance(await error_of(1), rx.GoalAborted)
            assert isinstance(await error_of(2), rx.GoalAborted)
            assert isinstance(await error_of(0), rx.GoalRejected)
            assert isinstance(await error_of(-1), rx.GoalRejected)
            assert isinstance(await error_of(3, timeout=0.05, cancel_timeout=0.05), rx.GoalTimeout)
            assert isinstance(await error_of(1, f'{name}/nobody', server_timeout=0.05), rx.NoActionServer)
            waiting = await error_of(4)
            server.dispose()  # aborts running goals
            await waiting.until(lambda seen: seen.errors)
            assert isinstance(
                waiting.errors[0], (rx.GoalAborted, rx.GoalLost)
            )  # lost if the result was requested later

    run(main())
    logged = capfd.readouterr().err
    assert 'no way' in logged and "found 'nonsense'" in logged and 'accept failed' in logged


@pytest.mark.parametrize(
    ('policy', 'served', 'seen_of'),
    [
        # which goals are served, of three that come at once; how the first and the last end
        ('switch', [1, 2, 3], ['accepted', 'accepted', 'accepted', '=3']),
        ('concat', [1, 2, 3], ['accepted', '=1', 'accepted', '=2', 'accepted', '=3']),
        ('exhaust', [1], ['accepted', '=1']),
    ],
)
def test_policies_of_preemption(run, name, policy, served, seen_of):
    async def main():
        with a_node() as node:
            serving, seen, goals = Serving(node, name, at_most=1, when_busy='reject'), Seen(), Subject()
            send = rx.send_goal(node, Fibonacci, name)
            operators = {
                'switch': ops.switch_latest(),
                'concat': ops.concat_map(lambda goal: goal),
                'exhaust': ops.exclusive(),
            }
            goals.pipe(send, operators[policy]).subscribe(seen)
            for order in (1, 2, 3):
                goals.on_next(Goal(order=order))
                if policy == 'switch' or order == 1:
                    await serving.begun(order)  # at most one at a time: the canceled one has ended
                    await eventually_in_loop(lambda order=order: len(seen.items) >= order)
            goals.on_completed()
            for number in served:
                if policy != 'switch' or number == 3:
                    answer = await serving.begun(number)
                    answer.on_next(Result(sequence=[number]))
                    answer.on_completed()
            await seen.until(lambda seen: seen.completions)
            assert serving.goals == served and texts_of(seen.items) == seen_of
            assert serving.disposed == served and not seen.errors

    run(main())


def test_exhaust_map(run):
    async def main():
        with a_node():
            source, inner, seen = Subject(), {1: Subject(), 3: Subject()}, Seen()
            source.pipe(rx.exhaust_map(inner.__getitem__)).subscribe(seen)
            source.on_next(1)
            source.on_next(2)
            inner[1].on_next('a')
            inner[1].on_completed()
            source.on_next(3)
            inner[3].on_next('b')
            source.on_completed()
            inner[3].on_completed()
            assert seen.items == ['a', 'b'] and seen.completions == 1

    run(main())


def test_disposing_cancels_also_before_the_answer(run, name):
    async def main():
        with a_node() as node:
            server = ros2.ActionServer(Fibonacci, name, node)
            arrived = server.listen_reliable()
            running = reactivex.just(Goal(order=1)).pipe(rx.send_goal(node, Fibonacci, name), ops.merge_all())
            subscription = running.subscribe()
            goal = await anext(arrived)
            subscription.dispose()
            goal.accept()
            await asyncio.wait_for(goal.wait_for_cancel(), 60)
            goal.canceled()
            subscription = running.subscribe()  # anew for each subscriber
            second = await anext(arrived)
            second.accept()
            subscription.dispose()
            await asyncio.wait_for(second.wait_for_cancel(), 60)
            second.canceled()
            await eventually_in_loop(
                lambda: not any('_Run' in repr(task) for task in asyncio.all_tasks())
            )  # a wait for the end of a canceled goal has ended
            server.close()

    run(main())


@pytest.mark.parametrize('when_busy', ['queue', 'reject', 'preempt'])
def test_a_server_with_one_goal_at_a_time(run, name, when_busy):
    async def main():
        with a_node() as node:
            serving = Serving(node, name, at_most=1, when_busy=when_busy)
            client = ros2.ActionClient(Fibonacci, name, node)
            await client.wait_for_server(timeout=60)
            first = await client.send_goal(Goal(order=1), timeout=60)
            await serving.begun(1)
            if when_busy == 'reject':
                with pytest.raises(rx.GoalRejected):
                    await client.send_goal(Goal(order=2), timeout=60)
            second = None if when_busy == 'reject' else await client.send_goal(Goal(order=2), timeout=60)
            if when_busy == 'preempt':
                with pytest.raises(rx.GoalAborted):
                    await first.result(timeout=60)
                assert serving.disposed == [1]
            if when_busy == 'queue':
                assert serving.goals == [1]
                third = await client.send_goal(Goal(order=3), timeout=60)
                assert await third.cancel(timeout=60)  # while it waits
                with pytest.raises(rx.GoalCanceled):
                    await third.result(timeout=60)
            if when_busy != 'preempt':
                serving.answers[0].on_next(Result(sequence=[1]))
                serving.answers[0].on_completed()
                assert list((await first.result(timeout=60)).sequence) == [1]
            if second is not None:
                answer = await serving.begun(2)
                answer.on_next(Result(sequence=[2]))
                answer.on_completed()
                assert list((await second.result(timeout=60)).sequence) == [2]
            client.close()

    run(main())


def test_several_new_goals_preempt_only_one_running_goal(run, name):
    """Two goals come while the first takes long to end: its place goes to the newest, and the second continues."""

    async def main():
        with a_node() as node:
            begun, cleaning, may_end = [], asyncio.Event(), asyncio.Event()

            async def answer(order):
                begun.append(order)
                try:
                    await asyncio.Event().wait()
                finally:
                    cleaning.set()
                    await may_end.wait()

            goals = rx.serve_goals(node, Fibonacci, name, at_most=2, when_busy='preempt')
            goals.subscribe(lambda goal: goal.answer(answer(goal.request.order)))
            client = ros2.ActionClient(Fibonacci, name, node)
            await client.wait_for_server(timeout=60)
            sent = [await client.send_goal(Goal(order=order), timeout=60) for order in (1, 2)]
            await eventually_in_loop(lambda: begun == [1, 2])
            sent.append(await client.send_goal(Goal(order=3), timeout=60))
            await asyncio.wait_for(cleaning.wait(), 60)
            sent.append(await client.send_goal(Goal(order=4), timeout=60))
            with pytest.raises(rx.GoalCanceled):
                await sent[2].result(timeout=60)  # it waited, and a newer one came
            may_end.set()
            with pytest.raises(rx.GoalAborted):
                await sent[0].result(timeout=60)
            await eventually_in_loop(lambda: begun == [1, 2, 4])
            for order in (2, 4):  # these run
                assert await sent[order - 1].cancel(timeout=60)
                with pytest.raises(rx.GoalCanceled):
                    await sent[order - 1].result(timeout=60)
            client.close()

    run(main())


def test_answers_by_coroutines_and_generators(run, name):
    async def main():
        with a_node() as node:
            cleaned = []

            async def generate(goal):
                try:
                    yield Feedback(sequence=[1])
                    if goal.order == 7:
                        await asyncio.Event().wait()
                    yield Result(sequence=[goal.order])
                finally:
                    cleaned.append(goal.order)

            async def compute(goal):
                await asyncio.sleep(0)
                return Result(sequence=[goal.order])

            def answer(goal):
                kinds = {1: lambda: compute(goal.request), 2: lambda: Result(sequence=[2])}
                goal.answer(kinds.get(goal.request.order, lambda: generate(goal.request))())
                with pytest.raises(RuntimeError, match='answered twice'):
                    goal.answer(None)

            rx.serve_goals(node, Fibonacci, name).subscribe(answer)
            client = ros2.ActionClient(Fibonacci, name, node)
            for order in (1, 2, 3):
                goal = await client.send_goal(Goal(order=order), timeout=60)
                assert list((await goal.result(timeout=60)).sequence) == [order]
            endless = await client.send_goal(Goal(order=7), timeout=60)
            assert await endless.cancel(timeout=60)
            with pytest.raises(rx.GoalCanceled):
                await endless.result(timeout=60)
            assert cleaned == [3, 7]
            client.close()

    run(main())


def test_an_answer_without_a_result_aborts_its_goal(run, name, capfd):
    async def main():
        with a_node() as node:

            async def forget(goal):
                goal.order += 1

            async def generate(goal):
                yield Feedback(sequence=[goal.order])

            answers = {
                1: lambda goal: forget(goal),
                2: lambda goal: generate(goal),
                3: lambda goal: reactivex.just(Feedback(sequence=[goal.order])),
                4: lambda goal: reactivex.empty(),
                5: lambda goal: None,
            }
            rx.serve_goals(node, Fibonacci, name, at_most=1).subscribe(
                lambda goal: goal.answer(answers[goal.request.order](goal.request))
            )
            client = ros2.ActionClient(Fibonacci, name, node)
            for order in answers:
                goal = await client.send_goal(Goal(order=order), timeout=60)
                with pytest.raises(rx.GoalAborted):
                    await goal.result(timeout=60)
            client.close()

    run(main())
    assert capfd.readouterr().err.count('ended without a result, it is aborted') == 5


def test_a_result_that_cannot_be_sent_aborts_its_goal(run, name, capfd):
    async def main():
        with a_node() as node:

            async def look_up(goal):
                return LookupTransform.Result(error=TF2Error(error_string='\ud800' if goal.source_frame else 'fine'))

            rx.serve_goals(node, LookupTransform, name, at_most=1).subscribe(
                lambda goal: goal.answer(look_up(goal.request))
            )
            client = ros2.ActionClient(LookupTransform, name, node)
            bad = await client.send_goal(LookupTransform.Goal(source_frame='bad'), timeout=60)
            with pytest.raises(rx.GoalAborted):
                await bad.result(timeout=60)
            good = await client.send_goal(LookupTransform.Goal(), timeout=60)
            assert (await good.result(timeout=60)).error.error_string == 'fine'
            client.close()

    run(main())
    assert 'the result of a goal could not be sent, it is aborted' in capfd.readouterr().err


def test_an_answer_that_ends_in_the_turn_of_its_cancellation_is_canceled(run, name):
    """The answer polls `cancel_requested` and returns before the loop disposes it."""

    async def main():
        with a_node() as node:

            async def answer(request):
                while not request.cancel_requested:
                    await asyncio.sleep(0)
                return Result(sequence=[7])

            rx.serve_goals(node, Fibonacci, name, at_most=1).subscribe(lambda goal: goal.answer(answer(goal)))
            client = ros2.ActionClient(Fibonacci, name, node)
            for _ in range(20):  # the next goal begins, so the former one has ended
                goal = await client.send_goal(Goal(order=1), timeout=60)
                await goal.cancel(timeout=60)
                with pytest.raises(rx.GoalCanceled):
                    await goal.result(timeout=60)
            client.close()

    run(main())


def test_an_unanswered_goal_is_aborted_and_the_next_begins(run, name, capfd):
    async def main():
        with a_node() as node:
            begun = []
            rx.serve_goals(node, Fibonacci, name, at_most=1).subscribe(lambda goal: begun.append(goal.request.order))
            client = ros2.ActionClient(Fibonacci, name, node)
            goals = [await client.send_goal(Goal(order=order), timeout=60) for order in (1, 2)]
            for goal in goals:
                with pytest.raises(rx.GoalAborted):
                    await goal.result(timeout=60)
            assert begun == [1, 2]
            client.close()

    run(main())
    assert capfd.readouterr().err.count('dropped before it ended') == 2


def test_streams_of_goals_end_with_their_node(run, name):
    async def main():
        with a_node() as other:
            serving, seen = Serving(other, name), Seen()
            with rx.create_node('ends') as node:
                updates = reactivex.just(Goal(order=1)).pipe(rx.send_goal(node, Fibonacci, name))
                updates.pipe(ops.merge_all()).subscribe(seen)
                await serving.begun(1)
                await seen.count(1)
            assert seen.completions == 1
            await eventually_in_loop(lambda: serving.disposed == [1])  # it was canceled

    run(main())


def test_a_node_is_closed_without_a_running_loop_during_a_goal(name):
    with rx.create_node('served') as other, rx.create_node('asks', share=other) as node:
        rx.serve_goals(other, Fibonacci, name).subscribe(lambda goal: goal.answer(reactivex.never()))
        seen = []
        updates = reactivex.just(Goal(order=1)).pipe(rx.send_goal(node, Fibonacci, name), ops.merge_all())
        ended = []
        loop = node.scheduler.loop
        updates.subscribe(lambda update: (seen.append(update), loop.stop()), on_completed=lambda: ended.append(True))
        loop.run_forever()
        assert texts_of(seen) == ['accepted']
    assert ended


# --- lifecycle ---


def test_states_and_transitions_of_another_node(run, name):
    async def main():
        with a_node() as node:
            async with ros2.LifecycleNode(name[1:]) as camera:
                states = Seen()
                rx.from_lifecycle(node, name).pipe(ops.map(lambda state: state.label)).subscribe(states)
                await states.count(1)
                assert states.items == ['unconfigured']
                changes = Seen()
                steps = [
                    rx.change_state(node, name, transition, timeout=60)
                    for transition in ('configure', 'activate', 'cleanup')
                ]
                reactivex.concat(*steps).pipe(ops.map(lambda state: (state.id, state.label))).subscribe(changes)
                await changes.until(lambda seen: seen.errors)
                assert changes.items == [(2, 'inactive'), (3, 'active')]
                assert isinstance(changes.errors[0], rx.TransitionFailed)
                assert "transition 'cleanup' of node" in str(changes.errors[0])
                await states.until(lambda seen: seen.items[-1] == 'active')
                assert states.items == ['unconfigured', 'configuring', 'inactive', 'activating', 'active']
                assert camera.state.label == 'active'
            nobody = Seen()
            rx.change_state(node, '/nobody', 'configure', timeout=0.05).subscribe(nobody)
            await nobody.until(lambda seen: seen.errors)
            assert isinstance(nobody.errors[0], rx.RequestTimeout)
        assert states.completions == 1

    run(main())


class Camera(rx.LifecycleNode):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.log = []

    async def on_deactivate(self, state):
        self.log.append('deactivate')

    def on_shutdown(self, state):
        self.log.append('shutdown')


def test_streams_while_a_node_is_active(run, name):
    async def main():
        with Camera(name[1:]) as camera:
            source, active, configured = Subject(), Seen(), Seen()
            traced = source.pipe(ops.finally_action(lambda: camera.log.append('disposed')), rx.while_active(camera))
            traced.subscribe(active)
            source.pipe(rx.while_configured(camera)).subscribe(configured)
            for number, step in enumerate(['configure', 'activate', 'deactivate', 'activate', None]):
                source.on_next(number)
                if step:
                    await camera.change_state(step)
            assert (active.items, active.errors) == ([2, 4], []) and configured.items == [1, 2, 3, 4]
            assert camera.log == ['disposed', 'deactivate']
            source.on_error(ValueError('broken'))
            assert active.errors and configured.errors
            await camera.change_state('shutdown')
        assert camera.log[-1] == 'shutdown'
        seen = Seen()
        with Camera(name[1:]) as camera:
            reactivex.just(1).pipe(rx.while_active(camera)).subscribe(seen)
            for count, step in enumerate(('configure', 'activate', 'deactivate', 'activate', 'shutdown')):
                await camera.change_state(step)
                await seen.count((count + 1) // 2 if count < 4 else 2)
        assert seen.items == [1, 1] and seen.completions == 1

    run(main())


def test_closing_a_lifecycle_node_shuts_it_down(name):
    """Closes it while its loop is not running, as after spin()."""
    camera = Camera(name[1:])
    camera.scheduler.loop.run_until_complete(camera.change_state('configure'))
    camera.close()
    assert camera.log == ['shutdown'] and camera.state.label == 'finalized'


@pytest.mark.parametrize('where', ['a loop that nobody runs', 'a thread that spins'])
def test_a_node_with_a_hanging_shutdown_is_closed(name, where, monkeypatch, capfd):
    monkeypatch.setattr('rxros2.rx.lifecycle._SHUTDOWN_WITHIN', 0.05)

    class Hanging(rx.LifecycleNode):
        async def on_shutdown(self, state):
            await asyncio.Event().wait()

    camera = Hanging(name[1:])
    if where == 'a thread that spins':
        thread = threading.Thread(target=camera.spin)
        thread.start()
        eventually(lambda: camera.scheduler.loop.is_running())
    camera.close()
    assert camera.closed
    if where == 'a thread that spins':
        thread.join(60)
        assert not thread.is_alive()
    assert 'did not shut down within 0.05 s' in capfd.readouterr().err


def test_a_failing_end_does_not_affect_others(name, capfd):
    class Failing:
        def node_ended(self):
            raise RuntimeError('of one')

    ended = []
    node = rx.create_node(name[1:])
    rx.from_timer(node, 1.0).subscribe(lambda _: None, None, lambda: ended.append(1))
    assert node.adopt(Failing())
    node.close()
    assert ended == [1] and 'RuntimeError: of one' in capfd.readouterr().err
