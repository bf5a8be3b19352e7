# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Commands and options that scripts for ROS 2's command line use."""

import io
import json
import signal
import subprocess

import pytest
from conftest import COMMAND


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A prefix with one package."""
    share = tmp_path / 'share'
    (share / 'ament_index/resource_index/packages').mkdir(parents=True)
    (share / 'ament_index/resource_index/packages/tiny').touch()
    (share / 'tiny').mkdir()
    (share / 'tiny/package.xml').write_text('<package format="3"><name>tiny</name><version> 1.2.0 </version></package>')
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path))
    return tmp_path


def test_message_info_of_echo(robot, rxros2):
    words = 'topic', 'echo', '/map_name', '--once', '--qos-durability', 'transient_local', '--include-message-info'
    lines = rxros2(*words).out.splitlines()
    names = ['source_timestamp', 'received_timestamp', 'publication_sequence_number', 'reception_sequence_number']
    assert [line.split(':')[0] for line in lines[:4]] == names
    assert int(lines[1].split()[1]) >= int(lines[0].split()[1]) > 10**18
    assert lines[4:] == ['---', "data: 'küche: 1'", '---']
    message = json.loads(rxros2(*words, '--json').out)
    assert list(message['info']) == names and message['message'] == {'data': 'küche: 1'}
    assert rxros2(*words, '--csv').out.rstrip().split(',')[4:] == ['küche: 1']


def test_filter_of_a_field(robot, rxros2):
    words = 'topic', 'echo', '/scan', '--once', '--field', 'ranges', '--filter'
    assert rxros2(*words, 'm').out.startswith('- 0.0\n')  # an array is true if it has items
    assert rxros2(*words, 'm[3] == 3.0').code == 0
    result = rxros2(*words, 'm > 3')
    assert result.code == 2 and result.err.startswith('rxros2: --filter: ValueError: ') and result.err.count('\n') == 1


def test_filter_of_hz(robot, rxros2):
    assert rxros2('topic', 'hz', '/scan', '--filter', 'm.ranges[1] == 1.0', '--once').out.startswith('average rate: ')
    result = rxros2('topic', 'hz', '/scan', '--filter', 'm.ranges[1] == 2.0', '--once', '--timeout', '0.5')
    assert result.code == 1 and 'not enough messages of /scan within 0.5 s' in result.err


def test_simulated_time_of_hz(robot, rxros2):
    """Without /clock, simulated time stands still; --wall-time measures all the same."""
    words = 'topic', 'hz', '/cmd_vel', '--once', '--use-sim-time'
    assert rxros2(*words).out.startswith('average rate: 0.000\n')
    assert not rxros2(*words, '--wall-time').out.startswith('average rate: 0.000\n')


def test_counts_of_find(robot, rxros2):
    assert rxros2('topic', 'find', 'sensor_msgs/msg/LaserScan', '--count-topics', until='1').out == '1\n'
    assert rxros2('service', 'find', 'std_srvs/srv/SetBool', '-c', until='1').out == '1\n'


def test_values_from_standard_input(robot, run_here, monkeypatch):
    def given(text):
        monkeypatch.setattr('sys.stdin', io.StringIO(text))

    given('data: hello')
    words = 'topic', 'pub', '/stdin', 'std_msgs/msg/String', '--stdin', '-t', '1', '-w', '0', '--keep-alive', '0'
    assert "std_msgs.msg.String(data='hello')" in run_here(*words, '--node-name', 'named').out
    given('{data: true}')
    assert "message='on'" in run_here('service', 'call', '/light', 'std_srvs/srv/SetBool', '--stdin').out
    given('[')
    result = run_here(*words)
    assert result.code == 2 and 'rxros2: the message is not valid YAML' in result.err


def test_name_of_the_publishing_node(robot, rxros2):
    words = 'topic', 'pub', '/named', 'std_msgs/msg/String', '-r', '50', '--node-name', 'my_publisher', '-p', '0'
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.DEVNULL) as publishing:
        try:
            assert '/my_publisher\n' in rxros2('node', 'list', until='/my_publisher').out
        finally:
            publishing.kill()


def test_service_info(robot, rxros2):
    result = rxros2('service', 'info', '/light', until='Services count: 1')
    assert result.out == 'Type: std_srvs/srv/SetBool\nClients count: 0\nServices count: 1\n'
    assert json.loads(rxros2('service', 'info', 'light', '--json').out)[0]['type'] == 'std_srvs/srv/SetBool'
    result = rxros2('service', 'info', '/lihgt', '--spin-time', '1', until='/light')
    assert result.code == 1 and 'no service /lihgt; ' in result.err and '/light' in result.err


def test_service_echo(robot):
    words = ['service', 'echo', '/light', 'std_srvs/srv/SetBool', '--spin-time', '0.1']
    with subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, text=True) as echo:
        assert echo.stderr.readline().startswith('warning: no events of /light yet: its server or a client must enable')
        echo.send_signal(signal.SIGINT)
        assert echo.wait(60) == 0


def test_load_of_a_dump_succeeds(robot, rxros2, tmp_path):
    dump = rxros2('param', 'dump', '/robot').out
    assert 'qos_overrides:' in dump  # its values are read-only
    file = tmp_path / 'robot.yaml'
    file.write_text(dump)
    result = rxros2('param', 'load', '/robot', file)
    assert (result.code, result.err) == (0, '') and 'Set parameter serial successful' in result.out
    file.write_text(dump.replace('serial: A7', 'serial: A8'))
    result = rxros2('param', 'load', '/robot', file)
    assert result.code == 1 and 'Set parameter serial failed' in result.err
    file.write_text('/**:\n  ros__parameters: {speed: 1.5}\n/robot:\n  ros__parameters: {wheel: {radius: 1.0}}\n')
    result = rxros2('param', 'load', '/robot', file, '--no-use-wildcard')
    assert 'wheel.radius' in result.out and 'speed' not in result.out


def test_delete(robot, rxros2):
    result = rxros2('param', 'delete', '/robot', 'speed')
    assert result.code == 1 and 'speed of /robot was not deleted: ' in result.err
    result = rxros2('param', 'delete', '/robot', 'sped')
    assert result.code == 1 and 'no parameter of /robot sped; ' in result.err and 'speed' in result.err


def test_package_xml(workspace, run_here):
    assert run_here('pkg', 'xml', 'tiny', '--tag', 'version').out == '1.2.0\n'
    assert run_here('pkg', 'xml', 'tiny').out.startswith('<package format="3">')
    result = run_here('pkg', 'xml', 'tiny', '-t', 'license')
    assert result.code == 1 and result.err.endswith('package.xml has no element license\n')
    (workspace / 'share/tiny/package.xml').write_text('<package')
    result = run_here('pkg', 'xml', 'tiny', '-t', 'license')
    assert result.code == 1 and 'is not valid XML: ' in result.err


@pytest.mark.parametrize('verb', ['start', 'stop', 'status'])
def test_no_daemon_is_needed(run_here, verb):
    result = run_here('daemon', verb)
    assert result.code == 0 and 'needs no daemon' in result.out


def test_multicast(run_here):
    with subprocess.Popen([*COMMAND, 'multicast', 'receive'], stdout=subprocess.PIPE, text=True) as receiving:
        assert receiving.stdout.readline() == 'Waiting for UDP multicast datagram...\n'  # it has joined the group
        assert run_here('multicast', 'send', '--ttl', '1').code == 0
        assert "'Hello World!'" in receiving.stdout.readline()


def test_multicast_errors(run_here):
    result = run_here('multicast', 'receive', '--timeout', '0')
    assert result.code == 2 and 'timeout is 0; expected more than 0' in result.err
    assert 'ttl is 300; expected 0 to 255' in run_here('multicast', 'send', '--ttl', '300').err
