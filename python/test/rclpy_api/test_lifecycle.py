# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy.lifecycle, driven by ROS 2's services and by the program itself."""

import inspect
import subprocess
import sys
import threading

import pytest
import rclpy
import rclpy.action.client
import rclpy.action.server
import rclpy.lifecycle
from lifecycle_msgs.msg import State, Transition, TransitionEvent
from lifecycle_msgs.srv import ChangeState, GetAvailableStates, GetAvailableTransitions, GetState
from rclpy.executors import SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn
from std_msgs.msg import String
from test_programs import PROGRAMS

RCLError = rclpy_implementation.RCLError


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        manager = rclpy.create_node('manager')
        yield manager
        manager.destroy_node()


def call(node, kind, name, request):
    client = node.create_client(kind, name)
    assert client.wait_for_service(60)
    future = client.call_async(request)
    rclpy.spin_until_future_complete(node, future, timeout_sec=60)
    node.destroy_client(client)
    return future.result()


def test_a_node_of_another_process(node):
    foghorn = subprocess.Popen([sys.executable, PROGRAMS / 'foghorn.py'], stderr=subprocess.DEVNULL)
    try:
        events, received = [], []
        node.create_subscription(
            TransitionEvent, '/foghorn/transition_event', lambda e: events.append(e.goal_state.label), 10
        )
        node.create_subscription(String, '/horn', received.append, 10)

        def change(number):
            request = ChangeState.Request(transition=Transition(id=number))
            return call(node, ChangeState, '/foghorn/change_state', request).success

        def state():
            return call(node, GetState, '/foghorn/get_state', GetState.Request()).current_state.label

        assert state() == 'unconfigured'
        assert not change(Transition.TRANSITION_ACTIVATE) and state() == 'unconfigured'
        assert change(Transition.TRANSITION_CONFIGURE) and state() == 'inactive'
        answer = call(
            node, GetAvailableTransitions, '/foghorn/get_available_transitions', GetAvailableTransitions.Request()
        )
        assert [
            (description.transition.label, description.goal_state.label) for description in answer.available_transitions
        ] == [
            ('cleanup', 'cleaningup'),
            ('activate', 'activating'),
            ('shutdown', 'shuttingdown'),
        ]
        assert not received
        assert change(Transition.TRANSITION_ACTIVATE) and state() == 'active'
        while not received:
            rclpy.spin_once(node, timeout_sec=1)
        assert received[0].data == 'toooot'
        assert change(Transition.TRANSITION_DEACTIVATE) and change(Transition.TRANSITION_CLEANUP)
        assert change(Transition.TRANSITION_UNCONFIGURED_SHUTDOWN) and state() == 'finalized'
        while 'finalized' not in events:
            rclpy.spin_once(node, timeout_sec=1)
        assert events[-6:] == ['deactivating', 'inactive', 'cleaningup', 'unconfigured', 'shuttingdown', 'finalized']
        answer = call(node, GetAvailableStates, '/foghorn/get_available_states', GetAvailableStates.Request())
        assert len(answer.available_states) == 11 and answer.available_states[3].id == State.PRIMARY_STATE_ACTIVE
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
        with pytest.raises(RCLError, match="'cleanup' is not possible in the state 'finalized'; possible: none"):
            fragile.trigger_cleanup()


class Slow(LifecycleNode):
    def __init__(self):
        super().__init__('slow')
        self.begun, self.go_on = threading.Event(), threading.Event()

    def on_configure(self, state):
        self.begun.set()
        assert self.go_on.wait(60)
        return TransitionCallbackReturn.SUCCESS


def test_requests_are_answered_while_a_callback_runs_in_the_only_thread(node):
    with Slow() as slow:
        executor = SingleThreadedExecutor()
        executor.add_node(slow)
        spinning = threading.Thread(target=executor.spin)
        spinning.start()
        client = node.create_client(ChangeState, '/slow/change_state')
        assert client.wait_for_service(60)
        changing = client.call_async(ChangeState.Request(transition=Transition(label='configure')))
        assert slow.begun.wait(60)
        assert call(node, GetState, '/slow/get_state', GetState.Request()).current_state.label == 'configuring'
        slow.go_on.set()
        rclpy.spin_until_future_complete(node, changing, timeout_sec=60)
        assert changing.result().success
        assert call(node, GetState, '/slow/get_state', GetState.Request()).current_state.label == 'inactive'
        executor.shutdown()
        spinning.join(60)


def test_transitions_after_the_context_was_shut_down():
    context = rclpy.Context()
    context.init(args=[])
    node = LifecycleNode('late', context=context)
    context.shutdown()
    assert node.trigger_configure() is TransitionCallbackReturn.SUCCESS
    assert node.trigger_shutdown() is TransitionCallbackReturn.SUCCESS and node._machine.state.label == 'finalized'
    node.destroy_node()


def test_after_an_error_a_node_is_unconfigured_by_default(node):
    class Broken(LifecycleNode):
        def on_activate(self, state):
            raise ValueError('broken')

    with Broken('broken', enable_communication_interface=False) as broken:
        broken.trigger_configure()
        assert broken.trigger_activate() is TransitionCallbackReturn.ERROR
        assert broken._machine.state.label == 'unconfigured'


def parameters(function):
    return [name for name in inspect.signature(function).parameters if name != 'self']


# The parameters of rclpy 7.1 (Jazzy) and later additions, without those of actions as waitables.
QOS = ['goal_service_qos_profile', 'result_service_qos_profile', 'cancel_service_qos_profile']
API = {
    (rclpy.action.ActionClient, '__init__'): [
        *('node', 'action_type', 'action_name', 'callback_group', *QOS),
        *('feedback_sub_qos_profile', 'status_sub_qos_profile', 'enable_feedback_msg_optimization'),
    ],
    **{
        (of, 'configure_introspection'): ['clock', 'service_event_qos_profile', 'introspection_state']
        for of in (rclpy.action.ActionClient, rclpy.action.ActionServer)
    },
    (rclpy.action.ActionClient, 'send_goal_async'): ['goal', 'feedback_callback', 'goal_uuid'],
    (rclpy.action.ActionClient, 'wait_for_server'): ['timeout_sec'],
    (rclpy.action.ActionClient, 'server_is_ready'): [],
    (rclpy.action.ActionClient, 'destroy'): [],
    (rclpy.action.client.ClientGoalHandle, '__init__'): ['action_client', 'goal_id', 'goal_response'],
    **{
        (rclpy.action.client.ClientGoalHandle, name): []
        for name in ('cancel_goal', 'cancel_goal_async', 'get_result', 'get_result_async')
    },
    (rclpy.action.ActionServer, '__init__'): [
        *('node', 'action_type', 'action_name', 'execute_callback', 'callback_group', 'goal_callback'),
        *('handle_accepted_callback', 'cancel_callback', *QOS),
        *('feedback_pub_qos_profile', 'status_pub_qos_profile', 'result_timeout'),
    ],
    (rclpy.action.ActionServer, 'notify_execute'): ['goal_handle', 'execute_callback'],
    (rclpy.action.ActionServer, 'notify_goal_done'): [],
    **{
        (rclpy.action.ActionServer, f'register_{name}_callback'): [f'{name}_callback']
        for name in ('goal', 'handle_accepted', 'cancel', 'execute')
    },
    (rclpy.action.server.ServerGoalHandle, '__init__'): ['action_server', 'goal_info', 'goal_request'],
    (rclpy.action.server.ServerGoalHandle, 'execute'): ['execute_callback'],
    (rclpy.action.server.ServerGoalHandle, 'publish_feedback'): ['feedback'],
    (LifecycleNode, '__init__'): ['node_name', 'enable_communication_interface', 'options'],
    (rclpy.lifecycle.LifecycleNodeMixin, '__init__'): ['enable_communication_interface', 'callback_group'],
    (rclpy.lifecycle.LifecycleNodeMixin, 'add_managed_entity'): ['entity'],
    (rclpy.lifecycle.LifecycleNodeMixin, 'destroy_lifecycle_publisher'): ['publisher'],
    **{
        (rclpy.lifecycle.LifecycleNodeMixin, f'trigger_{name}'): []
        for name in ('configure', 'cleanup', 'activate', 'deactivate', 'shutdown')
    },
    **{
        (kind, f'on_{name}'): ['state']
        for kind in (rclpy.lifecycle.LifecycleNodeMixin, rclpy.lifecycle.ManagedEntity)
        for name in ('configure', 'cleanup', 'activate', 'deactivate', 'shutdown', 'error')
    },
    (rclpy.lifecycle.LifecyclePublisher, 'publish'): ['msg'],
    (rclpy.lifecycle.SimpleManagedEntity, 'when_enabled'): ['wrapped', 'when_not_enabled'],
}


@pytest.mark.parametrize(('of', 'names'), API.items(), ids=[f'{of.__name__}.{name}' for of, name in API])
def test_names_and_parameters(of, names):
    assert parameters(getattr(*of)) == names


def test_names_of_the_modules():
    for module, names in (
        (rclpy.action, 'ActionClient ActionServer CancelResponse GoalResponse get_action_names_and_types'),
        (rclpy.action, 'get_action_client_names_and_types_by_node get_action_server_names_and_types_by_node'),
        (rclpy.lifecycle, 'LifecycleNode LifecycleNodeMixin LifecyclePublisher LifecycleState ManagedEntity Node'),
        (rclpy.lifecycle, 'NodeMixin Publisher SimpleManagedEntity State TransitionCallbackReturn'),
        (rclpy.action.server, 'GoalEvent ServerGoalHandle default_goal_callback default_cancel_callback'),
    ):
        assert not [name for name in names.split() if not hasattr(module, name)]
