# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""topic, node and service commands, against a node in another process."""

import json
import re
import subprocess
import sys

import pytest
from eventually import eventually

pytestmark = pytest.mark.usefixtures('robot')


def test_topic_list(rxros2):
    names = rxros2('topic', 'list', until='/scan').out.splitlines()
    assert {'/cmd_vel', '/pose', '/scan'} < set(names) and '/_hidden' not in names
    assert '/_hidden' in rxros2('topic', 'list', '--include-hidden-topics', until='/_hidden').out.splitlines()
    assert '/cmd_vel [geometry_msgs/msg/Twist]' in rxros2('topic', 'list', '-t', until='/cmd_vel').out.splitlines()
    result = json.loads(rxros2('topic', 'list', '-v', '--json', until='/say').out)
    assert {'topic': '/say', 'type': ['std_msgs/msg/String'], 'publishers': 0, 'subscriptions': 1} in result

    def agree():  # on a busy machine a list may be made before all topics are discovered
        names = rxros2('topic', 'list').out.splitlines()
        return int(rxros2('topic', 'list', '-c').out) == len(names) > 3

    eventually(agree)


def test_topic_type_and_find(rxros2):
    assert rxros2('topic', 'type', 'scan').out == 'sensor_msgs/msg/LaserScan\n'
    assert rxros2('topic', 'find', 'geometry_msgs/Twist', until='/cmd_vel').out == '/cmd_vel\n'
    result = rxros2('topic', 'type', '/cmd_val', '--spin-time', '0.5', until='; there are /cmd_vel, ')
    assert result.code == 1 and result.err.startswith('rxros2: no topic /cmd_val; there are /cmd_vel, ')


def test_topic_info(rxros2):
    assert rxros2('topic', 'info', '/scan').out == (
        'Type: sensor_msgs/msg/LaserScan\n\nPublisher count: 1\n\nSubscription count: 0\n\n'
    )
    text = rxros2('topic', 'info', '/scan', '-v').out
    assert (
        'Node name: robot\nNode namespace: /\nTopic type: sensor_msgs/msg/LaserScan\nTopic type hash: RIHS01_' in text
    )
    assert '  Reliability: BEST_EFFORT\n' in text and '  Deadline: Infinite\n' in text
    result = json.loads(rxros2('topic', 'info', '/say', '--json').out)
    assert (result['publishers'], result['subscriptions']) == (0, 1)
    assert result['endpoints'][0]['node_name'] == 'robot'
    rows = rxros2('topic', 'info', '/map_name', '--csv').out.splitlines()
    assert dict(zip(rows[0].split(','), rows[1].split(','), strict=True))['durability'] == 'transient_local'
    scan = 'no topic /scn; there are /scan'
    assert scan in rxros2('topic', 'info', '/scn', '--spin-time', '0.5', until=scan).err


def test_node_info(rxros2):
    lines = rxros2('node', 'info', '/robot', until=['/cmd_vel:', '/say:', '/light:']).out.splitlines()
    sections = [line for line in lines if not line.startswith('    ')]
    assert sections == ['/robot'] + [
        f'  {item}:'
        for item in (
            'Subscribers', 'Publishers', 'Service Servers', 'Service Clients', 'Action Servers', 'Action Clients'
        )
    ]  # fmt: skip
    assert lines.index('    /cmd_vel: geometry_msgs/msg/Twist') > lines.index('  Publishers:')
    assert lines.index('    /say: std_msgs/msg/String') < lines.index('  Publishers:')
    assert lines.index('    /light: std_srvs/srv/SetBool') > lines.index('  Service Servers:')
    info = rxros2('node', 'info', 'robot', '--json', until=['/parameter_events', '/say'])
    assert json.loads(info.out)['subscribers'] == {
        '/parameter_events': ['rcl_interfaces/msg/ParameterEvent'],
        '/say': ['std_msgs/msg/String'],
    }
    result = rxros2('node', 'info', '/robt', '--spin-time', '1', until='/robot')
    assert result.code == 1 and result.err == 'rxros2: no node /robt; there is /robot\n'


def test_echo_prints_as_ros2_does(rxros2):
    result = rxros2('topic', 'echo', '/cmd_vel', '--once')
    assert result.code == 0
    assert result.out == 'linear:\n  x: 0.0\n  y: 0.0\n  z: 0.0\nangular:\n  x: 0.0\n  y: 0.0\n  z: 0.0\n---\n'


def test_echo_adapts_qos(rxros2):
    """Receives from a best-effort publisher, and old messages of a transient-local one."""
    assert rxros2('topic', 'echo', '/scan', '--once', '--field', 'ranges[7]').out == '7.0\n---\n'
    assert rxros2('topic', 'echo', '/map_name', '--once').out == "data: 'küche: 1'\n---\n"
    result = rxros2('topic', 'echo', '/map_name', '--once', '--qos-durability', 'volatile', '--timeout', '0.5')
    assert result.code == 1 and result.err == 'rxros2: no message of /map_name within 0.5 s\n'


def test_echo_receives_from_late_publisher(rxros2):
    """The publisher is best effort and volatile, and appears after the subscription."""
    string, pipes = 'std_msgs/msg/String', {'stdout': subprocess.PIPE, 'text': True}
    words = ['topic', 'echo', '/late', string, '--once', '--spin-time', '0.1', '--timeout', '60', '--no-lost-messages']
    with subprocess.Popen([sys.executable, '-m', 'rxros2.cli', *words], **pipes) as echo:
        rxros2('topic', 'info', '/late', until='Subscription count: 1')
        words = ['topic', 'pub', '/late', string, 'data: here', '--rate', '20', '--qos-profile', 'sensor_data']
        with subprocess.Popen([sys.executable, '-m', 'rxros2.cli', *words], **pipes) as late:
            assert echo.communicate(timeout=90)[0] == 'data: here\n---\n'
            late.terminate()


def test_echo_shortens(rxros2):
    ranges = rxros2('topic', 'echo', '/scan', '--once', '--field', 'ranges').out.splitlines()
    assert ranges[0] == '- 0.0' and ranges[127:] == ['- 127.0', "- '...'", '---']
    assert len(rxros2('topic', 'echo', '/scan', '--once', '--field', 'ranges', '-f').out.splitlines()) == 201
    assert (
        "ranges: '<sequence type: sequence<float>, length: 200>'"
        in rxros2('topic', 'echo', '/scan', '--once', '--no-arr').out
    )
    assert "data: '<string length: <8>>'" in rxros2('topic', 'echo', '/map_name', '--once', '--no-str').out
    assert rxros2('topic', 'echo', '/map_name', '--once', '-l', '3').out == 'data: küc...\n---\n'


def test_echo_for_machines(rxros2):
    assert json.loads(rxros2('topic', 'echo', '/map_name', '--once', '--json').out) == {'data': 'küche: 1'}
    assert rxros2('topic', 'echo', '/cmd_vel', '--once', '--csv').out == '0.0,0.0,0.0,0.0,0.0,0.0\n'
    assert (
        rxros2('topic', 'echo', '/cmd_vel', '--once', '--flow-style', '--field', 'linear').out
        == 'x: 0.0\ny: 0.0\nz: 0.0\n---\n'
    )
    assert rxros2('topic', 'echo', '/cmd_vel', '--once', '--raw').out.startswith("b'\\x00\\x01\\x00\\x00")


@pytest.mark.parametrize(
    ('options', 'expected'),
    [
        (['--field', 'linear.w'], "no 'w' of --field linear.w in geometry_msgs/msg/Twist; it has x, y, z"),
        (
            ['--field', 'linear.x.y'],
            "no 'y' of --field linear.x.y in geometry_msgs/msg/Twist; float 0.0 has no such part",
        ),
        (['--filter', 'm.x > 0'], "--filter: AttributeError: 'Twist' object has no attribute 'x'"),
        (['--filter', 'm.'], '--filter m.: invalid syntax'),
        (['--qos-depth', '0'], 'depth of a QoS profile is 0; expected at least 1'),
    ],
)
def test_echo_errors(rxros2, options, expected):
    result = rxros2('topic', 'echo', '/cmd_vel', *options)
    assert result.code == 2 and expected in result.err


def test_echo_filters(rxros2):
    result = rxros2('topic', 'echo', '/cmd_vel', '--filter', 'm.linear.x > 0', '--timeout', '0.3')
    assert result.code == 1 and result.out == ''


def test_echo_warns_of_other_type(rxros2):
    """The warning comes at once, because without --timeout the command waits for a publisher of the right type."""
    mismatch = 'its publishers are of type geometry_msgs/msg/Twist, not std_msgs/msg/String'
    result = rxros2('topic', 'echo', '/cmd_vel', 'std_msgs/msg/String', '--timeout', '1', until=mismatch)
    assert result.code == 1 and f'warning: no message of /cmd_vel can arrive: {mismatch}\n' in result.err
    assert result.err.endswith(f'no message of /cmd_vel within 1 s; {mismatch}\n')


def test_echo_until_ctrl_c(rxros2):
    result = rxros2('topic', 'echo', '/cmd_vel', interrupt='---')
    assert result.code == 0 and result.err == ''


def test_hz(rxros2):
    result = rxros2('topic', 'hz', '/cmd_vel', '--once')
    rate = float(re.match(r'average rate: (\d+\.\d+)\n\tmin: .*s max: .*s std dev: .*s window: \d+\n', result.out)[1])
    assert rate > 0  # 50 on an idle machine; on a busy one several messages may arrive at once
    figures = json.loads(rxros2('topic', 'hz', '/cmd_vel', '--once', '--json').out)
    assert set(figures) == {'topic', 'rate', 'min', 'max', 'std_dev', 'window'}
    assert figures['min'] <= 1 / figures['rate'] <= figures['max']


def test_bw(rxros2):
    figures = json.loads(rxros2('topic', 'bw', '/scan', '--once', '--json').out)
    assert figures['min'] == figures['mean'] == figures['max'] > 800
    assert figures['bytes_per_second'] > figures['mean']
    assert re.match(
        r'\d+.* [KM]?B/s from \d+ messages\n\tMessage size mean: ', rxros2('topic', 'bw', '/cmd_vel', '--once').out
    )


def test_delay(rxros2):
    figures = json.loads(rxros2('topic', 'delay', '/pose', '--once', '--json').out)
    assert 0.05 <= figures['min'] <= figures['mean'] <= figures['max'] < 60
    result = rxros2('topic', 'delay', '/cmd_vel')
    assert result.code == 1 and 'geometry_msgs/msg/Twist has no header' in result.err


def test_figures_of_several_topics_and_none(rxros2):
    out = rxros2('topic', 'hz', '/cmd_vel', '/pose', '--once', '--csv').out.splitlines()
    assert out[0] == 'topic,rate,min,max,std_dev,window' and {line.split(',')[0] for line in out[1:]} == {
        '/cmd_vel',
        '/pose',
    }
    complaint = 'not enough messages of /say within 0.2 s'
    result = rxros2('topic', 'hz', '/say', '--timeout', '0.2', env={'RXROS2_SPIN_TIME': '1'}, until=complaint)
    assert result.code == 1 and complaint in result.err
    assert rxros2('topic', 'hz', '/cmd_vel', interrupt='average rate').code == 0


def test_pub_reaches_subscription(rxros2):
    """The robot repeats the message."""
    result = rxros2('topic', 'pub', '--once', '/say', 'std_msgs/msg/String', '{data: hello}')
    assert result.code == 0
    assert result.out == "publisher: beginning loop\npublishing #1: std_msgs.msg.String(data='hello')\n\n"
    assert rxros2('topic', 'echo', '/said', '--once', until='HELLO').out == 'data: HELLO\n---\n'
    assert (
        rxros2('topic', 'pub', '-t', '3', '-r', '100', '-p', '3', '/say', 'std_msgs/String', 'data: 1e3').out.count(
            'publishing'
        )
        == 1
    )
    assert rxros2('topic', 'echo', '/said', '--once', until='1E3').out == 'data: 1E3\n---\n'


def test_pub_until_ctrl_c(rxros2):
    result = rxros2('topic', 'pub', '-r', '20', '/other', 'std_msgs/msg/Int8', 'data: 1', interrupt='publishing #3')
    assert result.code == 0 and result.err == ''


@pytest.mark.parametrize(
    ('words', 'code', 'expected'),
    [
        (['std_msgs/msg/String', '{dat: 1}'], 2, "std_msgs/msg/String has no field 'dat'; it has data"),
        (
            ['std_msgs/msg/Int8', '{data: 1000}'],
            2,
            "std_msgs/msg/Int8: 'data': expected an integer from -128 to 127, found 1000",
        ),
        (
            ['geometry_msgs/msg/Twist', '{linear: 3}'],
            2,
            'linear: expected fields of geometry_msgs/msg/Vector3, as {x: ..., y: ..., z: ...}; found 3',
        ),
        (['std_msgs/msg/String', '{data'], 2, 'the message is not valid YAML: '),
        (['std_srvs/srv/SetBool', '{}'], 2, 'std_srvs/srv/SetBool is not a valid message'),
        (['std_msgs/msg/Sting'], 1, 'no definition std_msgs/msg/Sting; there are std_msgs/msg/String'),
        (['std_msgs/msg/String', '-r', '0'], 2, 'rate is 0; expected more than 0'),
        (['std_msgs/msg/String', '-r', 'nan'], 2, "argument -r/--rate: invalid float value: 'nan'"),
        (['std_msgs/msg/String', '-r', 'inf'], 2, 'rate is inf; expected more than 0, and not infinite'),
        (
            ['std_msgs/msg/String', '-w', '1', '--max-wait-time-secs', '0.1'],
            1,
            'has 0 matching subscriptions after 0.1 s; expected 1',
        ),
    ],
)
def test_pub_errors(rxros2, words, code, expected):
    result = rxros2('topic', 'pub', '/nobody', *words)
    assert result.code == code and expected in result.err


def test_nodes(rxros2):
    assert '/robot' in rxros2('node', 'list', until='/robot').out.splitlines()
    assert any(name.startswith('/_rxros2_cli_') for name in rxros2('node', 'list', '-a').out.splitlines())
    assert int(rxros2('node', 'list', '-c', until='1').out) == 1


def test_service_list_type_and_find(rxros2):
    assert '/light' in rxros2('service', 'list', until='/light').out.splitlines()
    assert '/light [std_srvs/srv/SetBool]' in rxros2('service', 'list', '-t', until='/light').out.splitlines()
    assert rxros2('service', 'type', '/light').out == 'std_srvs/srv/SetBool\n'
    assert rxros2('service', 'find', 'std_srvs/srv/SetBool', until='/light').out == '/light\n'
    result = rxros2('service', 'type', '/ligt', '--spin-time', '0.5', until='; there are /light, ')
    assert result.code == 1 and result.err.startswith('rxros2: no service /ligt; there are /light, ')


def test_service_call(rxros2):
    result = rxros2('service', 'call', '/light', 'std_srvs/srv/SetBool', '{data: true}')
    assert result.code == 0
    assert result.out == (
        'requester: making request: std_srvs.srv.SetBool_Request(data=True)\n\n'
        "response:\nstd_srvs.srv.SetBool_Response(success=True, message='on')\n\n"
    )
    assert json.loads(rxros2('service', 'call', '/light', '--json').out) == {'success': False, 'message': 'off'}
    assert rxros2('service', 'call', '/light', '-r', '10', interrupt='response').code == 130


def test_service_call_errors(rxros2):
    result = rxros2('service', 'call', '/ligt', 'std_srvs/srv/SetBool', '--timeout', '2', until='there are /light')
    assert result.code == 1 and 'no service /ligt; there are /light' in result.err
    result = rxros2('service', 'call', '/light', 'std_srvs/srv/Trigger', '--spin-time', '0.5', until='SetBool')
    assert result.code == 1 and 'service /light is of type std_srvs/srv/SetBool, not std_srvs/srv/Trigger' in result.err
    assert (
        "has no field 'lit'; it has data" in rxros2('service', 'call', '/light', 'std_srvs/srv/SetBool', '{lit: 1}').err
    )


def test_completion_of_names(rxros2):
    assert rxros2('completion', 'words', '--', 'topic', 'echo', '/cm', until='/cmd_vel').out == '/cmd_vel\n'
    assert rxros2('completion', 'words', '--', 'service', 'call', '/li', until='/light').out == '/light\n'


def test_a_table_on_a_terminal():
    """A pseudo terminal gets colours and columns."""
    pytest.importorskip('rich')
    command = ['script', '-qec', f'"{sys.executable}" -m rxros2.cli topic list -t', '/dev/null']

    def table():
        result = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        assert result.stdout.startswith('\x1b[1mtopic')
        return re.search(r'/cmd_vel +geometry_msgs/msg/Twist', result.stdout)

    eventually(table, 'the row of /cmd_vel')


def test_endpoints_of_commands_announce_their_types():
    """A peer of ROS 2 prints a warning about each endpoint without a type hash."""
    from rxros2.cli.graph import command_node
    from rxros2.messages import interface, type_hash
    from rxros2.qos import qos_profile_default

    with command_node() as node:
        for topic, type_ in (('/known', 'sensor_msgs/msg/Range'), ('/unknown', 'no_such_msgs/msg/A')):
            node.subscribe(topic, type_, qos_profile_default, lambda subscription: None)
        infos = [
            node.find(lambda topic=topic: node.ros_node.subscriptions_info(topic)) for topic in ('/known', '/unknown')
        ]
        assert [info.topic_type_hash for (info,) in infos] == [type_hash(interface('sensor_msgs/msg/Range')), '']
