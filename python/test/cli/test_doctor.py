# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 doctor: no findings for a correct environment, and the right finding for each fault."""

import errno
import json
import os
import pathlib
import re
import signal
import socket
import subprocess

import pytest
from conftest import COMMAND

from rxros2.cli.checks import Finding, environment, network, sourced
from rxros2.cli.checks.running import Streams
from rxros2.cli.doctor import Changes
from rxros2.graph_checks import check_near_services, check_servers, incompatible
from rxros2.qos import DurabilityPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy

HERE = pathlib.Path(__file__).resolve().parent


def test_no_warnings_here(rxros2):
    result = rxros2('doctor', 'versions', 'middleware', 'graph')
    assert result.code == 0 and '0 errors, 0 warnings' in result.out
    assert 'two participants found each other in ' in result.out


def test_finds_incompatible_endpoints(rxros2, started):
    with started('faulty_nodes.py'):
        late = ['2 nodes are called /twin', '/odd has several types', 'hears nothing']
        findings = json.loads(rxros2('doctor', 'graph', '--json', until=late).out)
        texts = [finding['text'] for finding in findings if finding['level'] == 'warning']
        assert texts == [
            '2 nodes are called /twin: their parameters and services are mixed up',
            '/odd has several types, nodes with different ones exchange no messages: std_msgs/msg/Int8 (/twin), '
            'std_msgs/msg/String (/twin)',
            '/odd: /twin hears nothing of /twin: reliability best_effort, asked for reliable',
        ]
        assert all(finding['advice'] for finding in findings if finding['level'] == 'warning')
        assert rxros2('doctor', 'graph', until='hears nothing').code == 0
        assert rxros2('doctor', 'graph', '-iw', until='hears nothing').code == 1


def test_finds_streams_that_ended_by_an_error(rxros2, started):
    with started('broken_driver.py'):
        result = rxros2('doctor', 'streams', until='driver')
        assert result.code == 1
        assert 'error    /driver: stage map of publish_to_topic(/text) has ended by an error: IndexError' in result.out
        assert f'({HERE / "broken_driver.py"}:11 in text_of)' in result.out


NEAR = (
    '/chatter is published (/talker) and nobody subscribes to it; /chater is subscribed to (/listener) and nobody '
    'publishes it: is one name misspelt?'
)
STOPPED = 'the transform map -> odom of /talker stopped, after it came at '


def test_finds_silent_faults(rxros2, started):
    with started('silent_nodes.py'):
        late = [
            '/chatter is',
            '/lantern has',
            '/count has 2',
            '/lamp has 2',
            '/rest has',
            '/simulated take',
            '/camera is',
        ]
        late += ["'rate' of /driver", 'has no parameter']
        findings = json.loads(rxros2('doctor', 'graph', 'running', '--json', until=late).out)
        texts = [re.sub(r'\(/\S+\.yaml\)', '(FILE)', finding['text']) for finding in findings]
        assert [text for text, finding in zip(texts, findings, strict=True) if finding['level'] != 'ok'] == [
            NEAR,
            'service /lantern has several types, clients and servers with different ones do not match: '
            'std_srvs/srv/SetBool (/listener), std_srvs/srv/Trigger (/talker)',
            'action /count has 2 servers (/driver, /talker): all of them execute each request, and the client gets the '
            'first response',
            'service /lamp has 2 servers (/listener, /talker): all of them execute each request, and the client gets '
            'the first response',
            'service /rest has clients and no server, /reset has a server: is one name misspelt?',
            'nobody publishes /clock, from which /simulated take their time (use_sim_time): it stands still',
            'the lifecycle node /camera is unconfigured, while /lidar is active',
            "parameter 'rate' of /driver is 30; it was started with 20 (FILE)",
            "/driver has no parameter 'fram', which it was started with (FILE); it has 'frame'",
        ]


def test_services_of_names_that_ros2_forbids_end_no_check():
    class Graph:
        def services(self):
            return {'/a-b': ['std_srvs/srv/Trigger'], '/reset': ['std_srvs/srv/Trigger']}

        def count_services(self, name):
            if name == '/a-b':
                raise ValueError('Invalid service name')
            return 1

        def count_clients(self, name):
            return 0

    assert [*check_servers(Graph()), *check_near_services(Graph())] == []


def test_watch_prints_findings_as_they_come_and_go(started):
    command = [*COMMAND, 'doctor', '--watch', '--json', '-iw']
    present = set()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watch:

        def read_until(condition):
            while not condition():
                event = json.loads(watch.stdout.readline())
                assert event['check'] in ('graph', 'running') and event['level'] == 'warning'
                (present.add if event['event'] == 'new' else present.remove)(event['text'])

        with started('silent_nodes.py') as nodes:
            read_until(lambda: NEAR in present)
            nodes.stdin.write('\n')
            nodes.stdin.flush()
            read_until(lambda: any(text.startswith(STOPPED) for text in present))
        read_until(lambda: not present)
        watch.send_signal(signal.SIGINT)
        assert watch.wait(60) == 0


def test_watch_takes_only_checks_of_the_running_system(run_here):
    assert 'no check of --watch network; there are graph, running' in run_here('doctor', '--watch', 'network').err


def test_changes_count_when_two_looks_show_them():
    fault, other = ('graph', Finding('warning', 'a')), ('graph', Finding('warning', 'b'))
    changes = Changes()
    assert [list(changes.update(look)) for look in ([fault], [fault, other], [fault], [other], [])] == [
        [],
        [('new', *fault)],
        [],
        [],
        [('solved', *fault)],
    ]
    assert not changes.present


@pytest.mark.parametrize(
    ('name', 'value', 'level', 'text'),
    [
        ('ROS_DOMAIN_ID', '7', 'ok', 'ROS_DOMAIN_ID=7'),
        ('ROS_DOMAIN_ID', 'abc', 'error', "ROS_DOMAIN_ID is 'abc'; expected a number from 0 to 232"),
        ('ROS_DOMAIN_ID', '233', 'error', "ROS_DOMAIN_ID is '233'; expected a number from 0 to 232"),
        ('ROS_DOMAIN_ID', '150', 'warning', 'other programs may occupy some of them'),
        ('ROS_AUTOMATIC_DISCOVERY_RANGE', 'LOCAL', 'error', "is 'LOCAL'; expected one of SUBNET, "),
        ('ROS_AUTOMATIC_DISCOVERY_RANGE', 'OFF', 'note', 'only ROS_STATIC_PEERS are found'),
        ('ROS_LOCALHOST_ONLY', '1', 'note', 'no other machine is found'),
        ('ROS_STATIC_PEERS', '127.0.0.1', 'ok', '127.0.0.1 of ROS_STATIC_PEERS is a known host'),
        ('RMW_IMPLEMENTATION', 'rmw_fastrtps_cpp', 'note', 'rmw_fastrtps_cpp is ignored'),
        ('RXROS2_SHARED_MEMORY', 'off', 'note', 'large messages between processes'),
        ('RXROS2_SHARED_MEMORY', '0', 'error', 'expected on or off'),
        ('CYCLONEDDS_URI', '<CycloneDDS/>', 'note', '<CycloneDDS/> is in effect'),
        ('CYCLONEDDS_URI', '<CycloneDDS>', 'error', 'is not readable XML'),
        ('CYCLONEDDS_URI', 'file:///proc/nowhere.xml', 'error', 'No such file'),
        ('AMENT_PREFIX_PATH', '/proc/nowhere', 'warning', '/proc/nowhere of AMENT_PREFIX_PATH does not exist'),
        ('AMENT_PREFIX_PATH', '/tmp', 'ok', '/tmp is sourced'),
    ],
)
def test_environment(monkeypatch, name, value, level, text):
    monkeypatch.delenv('ROS_AUTOMATIC_DISCOVERY_RANGE', raising=False)
    monkeypatch.setenv(name, value)
    assert [finding.level for finding in environment.check() if text in finding.text] == [level]


@pytest.fixture
def prefixes(tmp_path, monkeypatch):
    """Folders that look like a ROS 2, an installed RxROS2 and a workspace; returns what is said if some are sourced."""
    for name, packages in {'ros2': ('rcl', 'rclcpp'), 'rxros2': ('rcl', 'rclcpp'), 'workspace': ('mine',)}.items():
        for package in packages:
            (tmp_path / name / 'share' / package).mkdir(parents=True)
            (tmp_path / name / 'share' / package / 'package.xml').touch()
    (tmp_path / 'rxros2' / 'lib').mkdir()
    (tmp_path / 'rxros2' / 'lib' / 'librxros2_rclcpp.so').touch()

    def findings_of(*names):
        path = ':'.join(str(tmp_path / name) for name in names)
        monkeypatch.setenv('AMENT_PREFIX_PATH', path)
        monkeypatch.setenv('CMAKE_PREFIX_PATH', path)
        return [
            (finding.level, finding.text.replace(f'{tmp_path}/', ''), finding.advice) for finding in sourced.check()
        ]

    return findings_of


def test_sourced_prefixes_and_their_order(prefixes):
    alone = prefixes('workspace', 'ros2')
    assert alone[:2] == [('ok', 'workspace is sourced: a workspace', ''), ('ok', 'ros2 is sourced: a ROS 2', '')]
    assert ('ok', 'C++ packages are built on the rclcpp in ros2: a ROS 2', '') in alone
    findings_of_both = prefixes('ros2', 'rxros2')
    assert findings_of_both[2][:2] == ('note', 'C++ packages are built on the rclcpp in ros2: a ROS 2')
    assert 'an installed RxROS2: source that one last' in findings_of_both[2][2]
    assert findings_of_both[3][1].startswith('programs run on the libraries they were built with')
    ours = prefixes('rxros2', 'ros2')
    assert ours[2][:2] == ('note', 'C++ packages are built on the rclcpp in rxros2: an installed RxROS2')
    assert 'on the other, a ROS 2: source that one last' in ours[2][2]


def test_incomplete_environment(prefixes, monkeypatch):
    prefixes('ros2')
    monkeypatch.delenv('CMAKE_PREFIX_PATH')
    assert [finding.level for finding in sourced.check() if 'find_package(rclcpp) fails' in finding.text] == ['warning']


def test_unknown_static_peer(monkeypatch):
    def fail(*_):
        raise socket.gaierror(-2, 'Name or service not known')

    monkeypatch.setenv('ROS_STATIC_PEERS', 'robbot')
    monkeypatch.setattr(socket, 'getaddrinfo', fail)
    texts = [finding.text for finding in environment.check() if finding.level == 'error']
    assert texts == ['robbot of ROS_STATIC_PEERS is not a known host: Name or service not known']


UP, LOOPBACK, MULTICAST = 0x1, 0x8, 0x1000


@pytest.mark.parametrize(
    ('interfaces', 'level', 'text'),
    [
        ([('lo', UP | LOOPBACK, '127.0.0.1')], 'warning', 'no network: only this machine is reachable'),
        ([('eth0', MULTICAST, '10.0.0.1')], 'warning', 'no network: '),
        ([('wg0', UP, '10.0.0.1')], 'warning', 'wg0 (10.0.0.1) has multicast off'),
        ([('lo2', UP | MULTICAST, '203.0.113.7')], 'error', 'multicast on lo2 (203.0.113.7) does not arrive: '),
    ],
)
def test_network(monkeypatch, interfaces, level, text):
    monkeypatch.delenv('ROS_AUTOMATIC_DISCOVERY_RANGE', raising=False)
    monkeypatch.delenv('ROS_LOCALHOST_ONLY', raising=False)
    monkeypatch.setattr(network, 'interfaces', lambda: interfaces)
    assert [finding.level for finding in network.check() if finding.text.startswith(text)] == [level]


class EmulatedSocket(socket.socket):
    """A socket of qemu-user, which takes a membership of a group, but not the interface for sending."""

    def setsockopt(self, level, option, value):
        if option == socket.IP_MULTICAST_IF:
            raise OSError(errno.ENOPROTOOPT, os.strerror(errno.ENOPROTOOPT))
        super().setsockopt(level, option, value)


@pytest.mark.parametrize(('range_', 'level'), [('SUBNET', 'error'), ('LOCALHOST', 'note'), ('OFF', 'note')])
def test_a_system_without_multicast_is_no_firewall(monkeypatch, range_, level):
    monkeypatch.delenv('ROS_LOCALHOST_ONLY', raising=False)
    monkeypatch.setenv('ROS_AUTOMATIC_DISCOVERY_RANGE', range_)
    monkeypatch.setattr(network, 'interfaces', lambda: [('any', UP | MULTICAST, '0.0.0.0')])
    monkeypatch.setattr(socket, 'socket', EmulatedSocket)
    (finding,) = [finding for finding in network.check() if 'multicast' in finding.text]
    assert finding.level == level
    assert finding.text.startswith('this system offers no multicast on any (0.0.0.0): Protocol not available')
    assert 'no firewall is to blame' in finding.advice and 'ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST' in finding.advice


def test_this_machines_interfaces():
    interfaces = {name: (flags, address) for name, flags, address in network.interfaces()}
    assert interfaces['lo'][0] & UP and interfaces['lo'][1] == '127.0.0.1'


@pytest.mark.parametrize(
    ('offered', 'requested', 'policy'),
    [
        ({}, {}, None),
        ({'reliability': ReliabilityPolicy.BEST_EFFORT}, {}, 'reliability best_effort, asked for reliable'),
        ({}, {'reliability': ReliabilityPolicy.BEST_EFFORT}, None),
        ({}, {'durability': DurabilityPolicy.TRANSIENT_LOCAL}, 'durability volatile, asked for transient_local'),
        ({'deadline': 2.0}, {'deadline': 1.0}, 'deadline 2.0, asked for 1 s'),
        ({}, {'deadline': 1.0}, 'deadline none, asked for 1 s'),
        ({'deadline': 1.0}, {'deadline': 2.0}, None),
        ({}, {'liveliness': LivelinessPolicy.MANUAL_BY_TOPIC}, 'liveliness automatic, asked for manual_by_topic'),
        ({}, {'liveliness_lease_duration': 1.0}, 'liveliness lease none, asked for 1 s'),
    ],
)
def test_qos_compatibility(offered, requested, policy):
    assert incompatible(QoSProfile(**offered), QoSProfile(**requested)) == policy


def test_wrong_check(run_here):
    assert 'no check nework; there are network, ' in run_here('doctor', 'nework').err


def test_numbers_of_faults(run_here, monkeypatch):
    for name in [name for name in os.environ if name.startswith(('ROS', 'RMW', 'CYCLONEDDS', 'AMENT'))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv('AMENT_PREFIX_PATH', '/proc/nope')
    assert run_here('doctor', 'environment').out.splitlines()[-1] == '0 errors, 1 warning'


def test_a_stage_that_is_busy_all_the_time_is_a_note():
    streams = Streams(None)

    def reported(mean, seconds=(0.0, 0.5, 1.0, 1.5)):
        stage = {'name': 'detect', 'place': 'robot.py:12', 'mean': mean * 1e6}
        report = {'host': 'robot', 'pid': 17, 'process': 'python3'}
        for time_ in seconds:
            streams._add(report | {'time': time_}, stage | {'in': 20 * time_})
        return [finding for _, finding in streams._findings.values()]

    assert reported(30) == []  # 20 items a second of 30 ms
    (finding,) = reported(49, (2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5))
    assert finding.level == 'note' and finding.text == (
        'the stage detect of python3 (process 17 on robot, robot.py:12) is busy all the time: an item takes 49 ms'
    )
    assert reported(30, (6.0, 6.5)) == []


def test_report(rxros2, robot):
    """Prints facts about this machine, and with -rf only what failed."""
    result = rxros2('wtf', '--report', until='/cmd_vel')
    assert result.code == 0, result.err
    for text in ('PLATFORM INFORMATION\nsystem', 'RMW MIDDLEWARE\n', 'NETWORK CONFIGURATION\n', 'PACKAGE VERSIONS\n'):
        assert text in result.out
    assert re.search(r'^/cmd_vel +: 1 publishers, 0 subscriptions$', result.out, re.MULTILINE)
    sections = json.loads(rxros2('doctor', '-r', '-ep', 'environment', '--json').out)
    assert list(sections) == ['PLATFORM INFORMATION', 'RMW MIDDLEWARE']
    failed = rxros2('doctor', '-rf', 'environment', env={'ROS_DOMAIN_ID': 'x'})
    assert failed.code == 1 and failed.out.startswith('environment\n  error') and 'RMW MIDDLEWARE' in failed.out
    assert '  ok ' not in failed.out
    assert rxros2('doctor', '-r', '-rf').code == 2


def test_hello(rxros2):
    result = rxros2('doctor', 'hello', '--once', '-t', 'canyouhearme')
    assert result.code == 0 and 'topic /canyouhearme: 1 messages published\n  none received' in result.out
    assert 'emit-period is 0; expected more than 0' in rxros2('doctor', 'hello', '-ep', '0').err
