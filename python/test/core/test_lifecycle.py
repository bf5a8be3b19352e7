# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes under asyncio: transitions, their services and events, and clients that trigger them."""

import asyncio
import contextlib

import pytest
from eventually import eventually_in_loop

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.aio.ros2 import lifecycle
from rxros2.interfaces.lifecycle_msgs.msg import State, TransitionEvent
from rxros2.interfaces.lifecycle_msgs.srv import ChangeState, GetAvailableStates, GetAvailableTransitions, GetState
from rxros2.interfaces.std_msgs.msg import String
from rxros2.lifecycle import ACTIVE, INACTIVE, TRANSITIONS, UNCONFIGURED, StateMachine, event, read_event
from rxros2.messages.codec import codec_of, encode
from rxros2.node import open_nodes

SUCCESS, FAILURE, ERROR = ros2.TransitionCallbackReturn


@pytest.fixture
def name(request):
    return ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')


class Recorder(ros2.LifecycleNode):
    """Behaves as `does` says, and records the calls."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.does, self.calls = {}, []

    async def _do(self, name, state):
        self.calls.append((name, state.label))
        result = self.does.get(name)
        if isinstance(result, Exception):
            raise result
        return await result() if callable(result) else result

    async def on_configure(self, state):
        return await self._do('configure', state)

    async def on_activate(self, state):
        return await self._do('activate', state)

    async def on_deactivate(self, state):
        return await self._do('deactivate', state)

    def on_cleanup(self, state):
        self.calls.append(('cleanup', state.label))
        return self.does.get('cleanup')

    async def on_shutdown(self, state):
        return await self._do('shutdown', state)

    async def on_error(self, state):
        return await self._do('error', state)


def brought_to(state):
    """Returns the transitions that lead to a state."""
    return {'unconfigured': [], 'inactive': ['configure'], 'active': ['configure', 'activate']}[state]


STARTS = [
    transition
    for transition in TRANSITIONS
    if transition.label in ('configure', 'cleanup', 'activate', 'deactivate', 'shutdown')
]


@pytest.mark.parametrize('start', STARTS, ids=lambda transition: f'{transition.label}_{transition.start.label}')
@pytest.mark.parametrize('result', [SUCCESS, FAILURE, ERROR, ValueError('broken'), 'nonsense'], ids=str)
@pytest.mark.parametrize('mended', [SUCCESS, FAILURE, ERROR, ValueError('worse')], ids=str)
def test_every_outcome_of_every_transition(start, result, mended):
    """Tests the state machine alone; an exception in a callback is an ERROR for its owner."""
    passed = []
    machine = StateMachine(lambda transition: passed.append(transition.goal.label))
    for transition in brought_to(start.start.label):
        machine.trigger(transition, lambda *_: SUCCESS)
    passed.clear()

    def outcome(value):
        return value if isinstance(value, ros2.TransitionCallbackReturn) else ERROR

    calls = []

    def call(name, before):
        calls.append((name, before.label))
        return outcome(mended if name == 'error' else result)

    assert machine.trigger(start.id, call) is outcome(result)
    results = {transition.label: transition.goal for transition in TRANSITIONS if transition.start is start.goal}
    ended = results[f'transition_{outcome(result).name.lower()}']
    assert calls[0] == (start.label, start.start.label)
    if outcome(result) is ERROR:
        assert ended.label == 'errorprocessing' and calls[1] == ('error', start.start.label)
        final = 'unconfigured' if outcome(mended) is SUCCESS else 'finalized'
        assert passed == [start.goal.label, 'errorprocessing', final]
    else:
        assert passed == [start.goal.label, ended.label] and len(calls) == 1
    assert machine.state.label == passed[-1]


def test_a_life(run, name):
    async def main():
        released = []
        async with Recorder(name) as node, ros2.LifecycleClient(f'/{name}', node) as client:
            await client.wait_for_node(timeout=60)
            events = client.events.listen_reliable(queue_size=0)
            states = node.states.listen_reliable(queue_size=0)
            assert (await anext(states)) == UNCONFIGURED == node.state
            node.resources.callback(released.append, 'closed')
            assert await client.change_state('configure', timeout=60) == INACTIVE
            assert [transition.label for transition in await client.available_transitions(60)] == [
                'cleanup',
                'activate',
                'shutdown',
            ]
            assert await client.change_state(3, timeout=60) == ACTIVE
            assert await node.deactivate() is SUCCESS
            assert not released
            assert await client.change_state('cleanup', timeout=60) == UNCONFIGURED
            assert released == ['closed']
            assert [(transition.id, transition.label) for transition in await client.transition_graph(60)] == [
                (transition.id, transition.label) for transition in TRANSITIONS
            ]
            with pytest.raises(ros2.TransitionFailed, match="the transition 'activate' failed; it is unconfigured"):
                await client.change_state('activate', timeout=60)
            with pytest.raises(
                ros2.TransitionFailed, match="'activate' is not possible .*; possible: configure, shutdown"
            ):
                await node.activate()
            seen = [await anext(events) for _ in range(8)]
            assert [transition.goal.label for transition in seen] == [
                *('configuring', 'inactive', 'activating', 'active'),
                *('deactivating', 'inactive', 'cleaningup', 'unconfigured'),
            ]
            assert seen[0].transition == 'configure' and seen[0].start == UNCONFIGURED
            assert 0 < seen[0].stamp <= seen[7].stamp <= node.now()
            assert [(await anext(states)).label for _ in range(8)] == [transition.goal.label for transition in seen]
        assert node.state.label == 'finalized' and node.states.closed
        assert [transition for transition, _ in node.calls] == [
            'configure',
            'activate',
            'deactivate',
            'cleanup',
            'shutdown',
        ]

    run(main())


def test_requests_are_answered_while_a_callback_runs(run, name):
    async def main():
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def slow():
            begun.set()
            await go_on.wait()

        async with Recorder(name) as node, ros2.LifecycleClient(f'/{name}', node) as client:
            node.does['configure'] = slow
            await client.wait_for_node(timeout=60)
            changing = asyncio.create_task(client.change_state('configure', timeout=60))
            await begun.wait()
            assert (await client.state(timeout=60)).label == 'configuring'
            with pytest.raises(ros2.TransitionFailed) as error:
                await client.change_state('shutdown', timeout=60)
            assert error.value.state.label == 'configuring'
            with pytest.raises(ros2.TransitionFailed):
                await client.change_state('transition_success', timeout=60)
            with pytest.raises(TimeoutError):
                await client.change_state('configure', timeout=0)
            go_on.set()
            assert await changing == INACTIVE
            go_on.clear()
            node.does['deactivate'] = slow
            await node.activate()
            changing = asyncio.create_task(node.deactivate())
            begun.clear()
            await begun.wait()
            changing.cancel()  # a callback that is not going to end
            with pytest.raises(asyncio.CancelledError):
                await changing
            assert node.state.label == 'finalized'

    run(main())


def test_errors(run, name, capfd):
    async def main():
        async with Recorder(name) as node, ros2.LifecycleClient(f'/{name}', node) as client:
            await client.wait_for_node(timeout=60)
            node.does['configure'] = ValueError('broken')
            with pytest.raises(ros2.TransitionFailed, match='it is unconfigured'):
                await client.change_state('configure', timeout=60)
            assert node.calls == [('configure', 'unconfigured'), ('error', 'unconfigured')]
            node.does = {'configure': FAILURE}
            assert await node.configure() is FAILURE and node.state == UNCONFIGURED
            node.does = {'configure': 'nonsense', 'error': FAILURE}
            assert await node.configure() is ERROR and node.state.label == 'finalized'
            assert await client.available_transitions(timeout=60) == []
            await node.shutdown()  # it is

    run(main())
    logged = capfd.readouterr().err
    assert 'on_configure() failed' in logged and 'broken' in logged and "returned 'nonsense'" in logged


def test_functions_and_publishers_while_active(run, name, capfd):
    async def main():
        ended, running = [], asyncio.Event()

        async def work():
            running.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(node.state.label)

        async with Recorder(name) as node:
            async with aio.Scope():
                pub = ros2.LifecyclePub(String, f'/{name}', node=node)
                sub = ros2.Sub(String, f'/{name}', 10, node)
                messages = sub.listen_reliable()
                await sub.wait_for_matched(timeout=60)
                node.while_active(work)
                pub.publish(String(data='too early'))
                pub.publish_serialized(encode(String(data='too early')))
                await node.configure()
                await node.activate()
                await running.wait()
                pub.publish(String(data='now'))
                assert (await anext(messages)).data == 'now'
                pub.publish_serialized(encode(String(data='encoded')))
                assert (await anext(messages)).data == 'encoded'
                await node.deactivate()
                assert ended == ['deactivating']
                pub.publish(String(data='too late'))
                assert pub.dropped == 3
                running.clear()
                await node.activate()
                await running.wait()
        assert ended == ['deactivating', 'shuttingdown']

    run(main())
    assert capfd.readouterr().err.count('is not active') == 2


def test_transitions_do_not_depend_on_publishing(run, name, capfd):
    async def main():
        async with Recorder(name) as node:
            node._lifecycle._events.close()
            assert await node.configure() is SUCCESS and await node.activate() is SUCCESS

    run(main())
    assert 'could not be published' in capfd.readouterr().err


def test_no_services(run, name):
    async def main():
        async with Recorder(name, enable_communication_interface=False) as node:
            assert f'/{name}/get_state' not in node.services()
            assert f'/{name}/transition_event' in node.topics()
            await node.configure()

    run(main())


def test_the_two_layouts_of_transition_events():
    """Since Lyrical the stamp takes the bytes of the earlier timestamp, which was always 0."""
    configure = TRANSITIONS[0]
    codec = codec_of(TransitionEvent)
    sample = bytes(codec.encode(event(configure, 7_000_000_009)))
    assert sample[4:12] == (7).to_bytes(4, 'little') + (9).to_bytes(4, 'little')
    decoded = read_event(codec.decode(sample))
    assert decoded == ('configure', configure.start, configure.goal, 7_000_000_009)
    bare = TransitionEvent(start_state=State(id=1, label='unconfigured'), goal_state=State(id=10, label='configuring'))
    assert read_event(bare) == ('', configure.start, configure.goal, 0)


# --- a node that acts on itself ---

ACTIONS = ['configure', 'cleanup', 'activate', 'deactivate', 'shutdown']


@pytest.mark.parametrize('by_service', [False, True])
@pytest.mark.parametrize('action', ACTIONS)
@pytest.mark.parametrize('callback', ['configure', 'activate', 'deactivate', 'shutdown', 'error'])
def test_every_transition_in_every_callback_raises(run, name, callback, action, by_service):
    async def main():
        raised = []

        async def act():
            try:
                await getattr(node, action)()
            except ros2.TransitionFailed as error:
                raised.append(str(error))

        with ros2.auto_context('observer'):
            async with aio.Scope():
                async with Recorder(name) as node:
                    client = ros2.LifecycleClient('/' + name)
                    await client.wait_for_node(60)

                    async def change(label):
                        if by_service:
                            with contextlib.suppress(ros2.TransitionFailed):
                                await client.change_state(label, 60)
                        else:
                            await node.change_state(label)

                    node.does[callback] = act
                    if callback == 'error':
                        node.does['configure'] = ERROR
                    await change('configure')
                    if callback != 'error':
                        await change('activate')
                        await change('deactivate')
                        await change('shutdown')
                    quietly = callback == action == 'shutdown'  # it is being done
                    assert len(raised) == (not quietly)
                    assert all('not possible' in text or f'in on_{callback}()' in text for text in raised)
                    assert node.state.label == ('unconfigured' if callback == 'error' else 'finalized')

    run(main())


@pytest.mark.parametrize('deep', [False, True])
@pytest.mark.parametrize('action', ACTIONS)
def test_a_function_of_while_active_may_change_the_state(run, name, action, deep):
    async def main():
        async with Recorder(name) as node:
            raised, ended = [], []

            async def act():
                try:
                    await getattr(node, action)()
                except ros2.TransitionFailed as error:
                    raised.append(error)

            async def work():
                try:
                    if deep:
                        await asyncio.gather(act())
                    else:
                        await act()
                    await asyncio.Event().wait()
                finally:
                    ended.append(True)

            node.while_active(work)
            await node.configure()
            await node.activate()
            if action in ('deactivate', 'shutdown'):
                goal = 'inactive' if action == 'deactivate' else 'finalized'
                await node.states.wait_for_value(where=lambda state: state.label == goal, timeout=60)
                assert node.calls[-1] == (action, 'active') and ended == [True] and not raised
            else:
                await eventually_in_loop(lambda: raised)
                assert node.state.label == 'active' and not ended

    run(main())


def test_shutdown_waits_for_a_transition_of_another_task(run, name):
    async def main():
        node = Recorder(name)
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def slowly():
            begun.set()
            await go_on.wait()

        node.does['configure'] = slowly
        configuring = asyncio.create_task(node.configure())
        await begun.wait()
        ends = [asyncio.create_task(node.shutdown()) for _ in range(2)]
        await asyncio.sleep(0)
        assert not any(end.done() for end in ends)
        go_on.set()
        await asyncio.gather(*ends)
        assert await configuring is SUCCESS and node.state.label == 'finalized'
        assert [name for name, _ in node.calls] == ['configure', 'shutdown']
        node.close()

    run(main())


def test_a_node_that_is_closed_in_its_callback_ends_the_transition(run, name):
    async def main():
        with ros2.auto_context('observer'):
            async with aio.Scope():
                node = Recorder(name)
                client = ros2.LifecycleClient('/' + name)
                await client.wait_for_node(60)

                async def close():
                    node.close()

                node.does['configure'] = close
                asking = asyncio.ensure_future(client.change_state('configure'))
                await eventually_in_loop(lambda: node.calls and not node._lifecycle._tasks)
                assert node.state.label == 'inactive'
                asking.cancel()

    run(main())


def test_a_node_is_available_once_it_must_have_discovered_the_subscription_to_its_events(run, name, monkeypatch):
    endpoints = []
    for kind in (lifecycle.Client, lifecycle.InternalSub):

        def make(*args, kind=kind, **options):
            endpoints.append(kind)
            return kind(*args, **options)

        monkeypatch.setattr(lifecycle, kind.__name__, make)

    async def main():
        with ros2.auto_context(name):
            async with aio.Scope():
                ros2.Pub(TransitionEvent, '~/transition_event', 10)
                services = {
                    'change_state': ChangeState,
                    'get_state': GetState,
                    'get_available_states': GetAvailableStates,
                    'get_available_transitions': GetAvailableTransitions,
                    'get_transition_graph': GetAvailableTransitions,
                }
                servers = {service: ros2.Server(kind, f'~/{service}') for service, kind in services.items()}
                client = ros2.LifecycleClient('/' + name)
                assert [kind.__name__ for kind in endpoints] == ['InternalSub', *['Client'] * 5]
                is_available = asyncio.create_task(client.wait_for_node(60))
                request = await servers['get_state'].wait_for_value(timeout=60)
                assert not is_available.done()
                request.send()
                await is_available

    run(main())


def test_a_listener_of_states_that_raises_stops_no_transition():
    def fail(_):
        raise ZeroDivisionError

    machine = StateMachine(fail)
    assert machine.trigger('configure', lambda *_: SUCCESS) is SUCCESS
    assert machine.trigger('activate', lambda *_: SUCCESS) is SUCCESS
    assert machine.state is ACTIVE


def test_a_node_that_cannot_be_made_is_closed(name):
    before = open_nodes()
    with pytest.raises(RuntimeError, match='outside of an event loop'):
        ros2.LifecycleNode(name)
    assert open_nodes() == before
