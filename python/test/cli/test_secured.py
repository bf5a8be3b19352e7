# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A robot in one enclave and the command line in another: allowed commands work, unsecured ones see nothing."""

import pytest

pytest.importorskip('cryptography')

from rxros2.security import policy
from rxros2.security.keystore import Keystore, domain_id

BOTH = {'publish': True, 'subscribe': True}
OPERATOR = [
    policy.Rule('topic', BOTH, ['/rosout', '/parameter_events', '/clock']),
    policy.Rule('topic', {'subscribe': True}, ['/map_name']),
    policy.Rule('service', {'reply': True, 'request': True}, ['/*']),
    policy.Rule('action', {'call': True}, ['/count']),
]


@pytest.fixture
def secured(request, tmp_path, monkeypatch, started):
    """The robot (robot.py, or what the test is parametrized with) runs as /robot, the commands as /operator."""
    keystore = Keystore.create(tmp_path / 'keystore', domain_id())
    keystore.create_enclave('/robot', domain_id())
    keystore.create_enclave('/operator', domain_id(), [policy.Profile('/', 'operator', OPERATOR)])
    monkeypatch.setenv('ROS_SECURITY_ENABLE', 'true')
    monkeypatch.setenv('ROS_SECURITY_STRATEGY', 'Enforce')
    monkeypatch.setenv('ROS_SECURITY_KEYSTORE', str(keystore.root))
    monkeypatch.setenv('ROS_SECURITY_ENCLAVE_OVERRIDE', '/robot')
    with started(getattr(request, 'param', 'robot.py')):
        monkeypatch.setenv('ROS_SECURITY_ENCLAVE_OVERRIDE', '/operator')
        yield


def test_allowed_commands(secured, rxros2):
    # `node info` waits for its node: on a busy machine the handshake takes longer than a list.
    assert '/robot' in rxros2('node', 'info', '/robot', until='Publishers:').out.splitlines()
    assert 'küche: 1' in rxros2('topic', 'echo', '--once', '/map_name', until='küche').out
    output = rxros2('service', 'call', '/light', 'std_srvs/srv/SetBool', '{data: true}', until='on')
    assert "message='on'" in output.out, output
    assert rxros2('param', 'get', '/robot', 'speed', until='0.5').out == 'Double value is: 0.5\n'
    assert rxros2('param', 'set', '/robot', 'speed', '0.7', until='uccess').code == 0


@pytest.mark.parametrize('secured', ['bringup_robot.py'], indirect=True)
def test_actions(secured, rxros2):
    kind = 'example_interfaces/action/Fibonacci'
    output = rxros2('action', 'send_goal', '--feedback', '/count', kind, '{order: 3}', until='SUCCEEDED')
    assert output.code == 0 and output.out.count('Feedback') == 3, output
    denied = rxros2('action', 'send_goal', '/dock', kind, '{order: 3}')
    assert denied.code != 0
    assert "enclave '/operator' may not call action '/dock'" in denied.err


def test_denied_commands(secured, rxros2, tmp_path):
    denied = rxros2('topic', 'pub', '--once', '/say', 'std_msgs/msg/String', '{data: hello}')
    assert denied.code != 0
    assert "enclave '/operator' may not publish topic '/say'" in denied.err
    assert f"'{tmp_path}/keystore/enclaves/operator/permissions.p7s'" in denied.err
    assert '<topics publish="ALLOW"><topic>/say</topic></topics>' in denied.err


@pytest.mark.parametrize('secured', ['policy_node.py'], indirect=True)
def test_unsecured_command_sees_nothing(secured, rxros2):
    assert '/ns/guarded' in rxros2('node', 'info', '/ns/guarded', until='Publishers:').out
    stranger = {'ROS_SECURITY_ENABLE': 'false'}
    assert '/ns/guarded' not in rxros2('node', 'list', env=stranger).out
    assert '/status' not in rxros2('topic', 'list', env=stranger).out


def test_unknown_enclave(secured, rxros2):
    refused = rxros2('node', 'list', env={'ROS_SECURITY_ENCLAVE_OVERRIDE': '/nobody'})
    assert refused.code != 0
    assert "enclave '/nobody' (of ROS_SECURITY_ENCLAVE_OVERRIDE) cannot be used" in refused.err
