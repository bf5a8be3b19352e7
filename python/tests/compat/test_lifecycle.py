# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy.lifecycle: driven by ROS 2's services from elsewhere, and by the program itself."""

import subprocess
import sys

import pytest
import rclpy
from lifecycle_msgs.msg import State, Transition, TransitionEvent
from lifecycle_msgs.srv import ChangeState, GetAvailableStates, GetAvailableTransitions, GetState
from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn
from std_msgs.msg import String
from test_programs import PROGRAMS


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        made = rclpy.create_node('manager')
        yield made
        made.destroy_node()


def call(node, kind, name, request):
    client = node.create_client(kind, name)
    assert client.wait_for_service(20)
    future = client.call_async(request)
    rclpy.spin_until_future_complete(node, future, timeout_sec=60)
    node.destroy_client(client)
    return future.result()


def test_a_node_of_another_process(node):
    foghorn = subprocess.Popen([sys.executable, PROGRAMS / 'foghorn.py'], stderr=subprocess.DEVNULL)
    try:
        events, heard = [], []
        node.create_subscription(
            TransitionEvent, '/foghorn/transition_event', lambda e: events.append(e.goal_state.label), 10
        )
        node.create_subscription(String, '/horn', heard.append, 10)

        def change(number):
            request = ChangeState.Request(transition=Transition(id=number))
            return call(node, ChangeState, '/foghorn/change_state', request).success

        def state():
            return call(node, GetState, '/foghorn/get_state', GetState.Request()).current_state.label

        assert state() == 'unconfigured'
        assert not change(Transition.TRANSITION_ACTIVATE) and state() == 'unconfigured'
        assert change(Transition.TRANSITION_CONFIGURE) and state() == 'inactive'
        found = call(
            node, GetAvailableTransitions, '/foghorn/get_available_transitions', GetAvailableTransitions.Request()
        )
        assert [(each.transition.label, each.goal_state.label) for each in found.available_transitions] == [
            ('cleanup', 'cleaningup'),
            ('activate', 'activating'),
            ('shutdown', 'shuttingdown'),
        ]
        assert not heard
        assert change(Transition.TRANSITION_ACTIVATE) and state() == 'active'
        while not heard:
            rclpy.spin_once(node, timeout_sec=1)
        assert heard[0].data == 'toooot'
        assert change(Transition.TRANSITION_DEACTIVATE) and change(Transition.TRANSITION_CLEANUP)
        assert change(Transition.TRANSITION_UNCONFIGURED_SHUTDOWN) and state() == 'finalized'
        while 'finalized' not in events:
            rclpy.spin_once(node, timeout_sec=1)
        assert events[-6:] == ['deactivating', 'inactive', 'cleaningup', 'unconfigured', 'shuttingdown', 'finalized']
        found = call(node, GetAvailableStates, '/foghorn/get_available_states', GetAvailableStates.Request())
        assert len(found.available_states) == 11 and found.available_states[3].id == State.PRIMARY_STATE_ACTIVE
        graph = call(node, GetAvailableTransitions, '/foghorn/get_transition_graph', GetAvailableTransitions.Request())
        assert len(graph.available_transitions) == 7 + 6 * 3
    finally:
        foghorn.kill()
        foghorn.wait()


class Fragile(LifecycleNode):
    def __init__(self):
        super().__init__('fragile', enable_communication_interface=False)
        self.does, self.calls = {}, []

    def _do(self, name, state):
        self.calls.append((name, state.label))
        result = self.does.get(name, TransitionCallbackReturn.SUCCESS)
        if isinstance(result, Exception):
            raise result
        return result

    def on_configure(self, state):
        return self._do('configure', state)

    def on_activate(self, state):
        return self._do('activate', state)

    def on_error(self, state):
        return self._do('error', state)


def test_callbacks_that_fail(node):
    with Fragile() as fragile:
        state = lambda: fragile._machine.state.label  # noqa: E731
        fragile.does['configure'] = TransitionCallbackReturn.FAILURE
        assert fragile.trigger_configure() is TransitionCallbackReturn.FAILURE and state() == 'unconfigured'
        fragile.does['configure'] = ValueError('broken')
        assert fragile.trigger_configure() is TransitionCallbackReturn.ERROR and state() == 'unconfigured'
        assert fragile.calls[-2:] == [('configure', 'unconfigured'), ('error', 'unconfigured')]
        fragile.does = {'activate': 'nonsense', 'error': TransitionCallbackReturn.FAILURE}
        assert fragile.trigger_configure() is TransitionCallbackReturn.SUCCESS and state() == 'inactive'
        assert fragile.trigger_activate() is TransitionCallbackReturn.ERROR and state() == 'finalized'
        with pytest.raises(RuntimeError, match="'cleanup' is not possible in the state 'finalized': none is"):
            fragile.trigger_cleanup()
