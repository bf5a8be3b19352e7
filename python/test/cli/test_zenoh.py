# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests commands on the Zenoh engine: with the library a router and two nodes, without it the error and its cure."""

import contextlib
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import time

import pytest
from conftest import COMMAND
from engines import behind_router, free_address, needs_no_zenoh, needs_zenoh

from rxros2.cli.checks.zenoh import findings


def _run(*arguments, **more):
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=120, check=False, env=os.environ | more
    )


def _eventually(condition):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@needs_no_zenoh
def test_a_missing_engine_is_named_with_its_cure():
    result = _run('topic', 'list', RMW_IMPLEMENTATION='rmw_zenoh_cpp')
    assert result.returncode == 1
    assert 'librxros2_zenoh.so' in result.stderr
    assert '-DRXROS2_ZENOH=ON' in result.stderr
    assert 'Traceback' not in result.stderr


@needs_no_zenoh
def test_no_router_runs_without_the_engine():
    result = _run('zenohd')
    assert result.returncode == 1
    assert 'librxros2_zenoh.so' in result.stderr


def test_a_wrong_endpoint_of_a_router_is_refused():
    result = _run('zenohd', '--connect', 'robot7')
    assert result.returncode == 2
    assert "--connect is 'robot7'; expected an endpoint such as tcp/robot7:7447" in result.stderr


@pytest.fixture
def start():
    """Starts programs, which end with the test."""
    with contextlib.ExitStack() as programs:

        def start(command, environment):
            program = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | environment
            )
            programs.callback(program.communicate)
            programs.callback(program.terminate)
            return program

        yield start


def _start_router(start, address):
    router = start([*COMMAND, 'zenohd'], {'ZENOH_CONFIG_OVERRIDE': f'listen/endpoints=["{address}"]'})
    assert router.stdout.readline().startswith('Router of zenoh 1.')


@needs_zenoh
def test_nodes_meet_through_a_router(start):
    address = free_address()
    nodes = behind_router(address)
    _start_router(start, address)
    start([*COMMAND, 'topic', 'pub', '--rate', '20', '/greeting', 'std_msgs/msg/String', '{data: hello}'], nodes)
    echo = _run('topic', 'echo', '--once', '/greeting', **nodes)
    assert 'data: hello' in echo.stdout, echo.stderr
    listed = _run('topic', 'list', '-t', **nodes)
    assert '/greeting [std_msgs/msg/String]' in listed.stdout, listed.stderr


ROUTER, TALKER, LISTENER = 'a0', 'b1', 'c2'


def _about(zid, sessions=(), **metadata):
    return json.dumps({'zid': zid, 'metadata': metadata or None, 'sessions': list(sessions)})


def _report(**changes):
    """Returns the report of a session that is connected with the router of its host and has met two nodes."""
    host = socket.gethostname()
    report = {
        'id': 'd3',
        'mode': 'peer',
        'connect': ['tcp/localhost:7447'],
        'listen': ['tcp/localhost:0'],
        'multicast': True,
        'port': {'endpoint': 'localhost:7447', 'is_open': True, 'fault': '', 'cure': ''},
        'links': [{'id': ROUTER, 'kind': 'router', 'to': ['tcp/127.0.0.1:7447']}],
        'nodes': [
            {'domain': 0, 'session': TALKER, 'namespace': '/', 'name': 'talker'},
            {'domain': 0, 'session': LISTENER, 'namespace': '/', 'name': 'listener'},
        ],
        'zenoh_nodes': [
            _about(ROUTER, program='node of rxros2 that serves as the router', process=5, host=host),
            _about(TALKER, program='node of rxros2', process=5, host=host),
            _about(LISTENER, program='node of rxros2', process=6, host=host),
        ],
    }
    return report | changes


def _texts(report, level, **environment):
    return [finding.text for finding in findings(report, environment) if finding.level == level]


def test_a_healthy_network_is_described():
    report = _report()
    assert _texts(report, 'ok') == [
        'a session of Zenoh is a peer, d3, with the settings of rmw_zenoh_cpp with discovery range SUBNET: it connects '
        'to tcp/localhost:7447 and listens on tcp/localhost:0, and searches by multicast',
        'the router tcp/127.0.0.1:7447, a0, is a node of rxros2 that serves as the router: process 5 of this host',
        '2 nodes in 2 processes on this host',
    ]
    assert not _texts(report, 'note') + _texts(report, 'warning') + _texts(report, 'error')


def test_the_source_of_the_settings_is_named():
    environment = {'ZENOH_SESSION_CONFIG_URI': '/etc/z.json5', 'ZENOH_CONFIG_OVERRIDE': 'mode="peer"'}
    session = _texts(_report(listen={'peer': ['tcp/a:1'], 'router': None}, multicast=False), 'ok', **environment)[0]
    assert 'with the settings of /etc/z.json5 and ZENOH_CONFIG_OVERRIDE: ' in session
    assert session.endswith('listens on tcp/a:1')


def test_another_program_at_the_port_is_an_error_with_its_cure():
    port = {'endpoint': 'localhost:7447', 'is_open': True, 'fault': 'another program', 'cure': 'end that program'}
    errors = [f for f in findings(_report(port=port, links=[], zenoh_nodes=[]), {}) if f.level == 'error']
    assert [error.text for error in errors] == [
        'at localhost:7447, where the router of this host should be, is another program'
    ]
    assert errors[0].advice == 'end that program'


@pytest.mark.parametrize(
    ('range_', 'level'), [('', 'note'), ('SUBNET', 'note'), ('LOCALHOST', 'note'), ('SYSTEM_DEFAULT', 'error')]
)
def test_a_missing_router_is_an_error_only_if_no_node_serves(range_, level):
    closed = {'endpoint': 'localhost:7447', 'is_open': False, 'fault': '', 'cure': ''}
    report = _report(port=closed, links=[], nodes=[], zenoh_nodes=[])
    by_level = {f.level: f for f in findings(report, {'ROS_AUTOMATIC_DISCOVERY_RANGE': range_}) if 'router' in f.text}
    assert level in by_level, by_level
    assert 'no router ' in by_level[level].text and 'localhost:7447' in by_level[level].text
    assert level == 'note' or 'rxros2 zenohd' in by_level[level].advice


def test_nodes_are_counted_by_host():
    """Counts a session that does not describe itself by the address that a router knows."""
    sessions = [{'peer': LISTENER, 'links': [{'src': 'tcp/10.0.0.1:7447', 'dst': 'tcp/10.0.0.7:5000'}]}]
    nodes = [{'domain': 0, 'session': id_, 'namespace': '/', 'name': 'n'} for id_ in (LISTENER, LISTENER, 'e4')]
    report = _report(nodes=nodes, zenoh_nodes=[_about(ROUTER, sessions)])
    texts = _texts(report, 'ok')
    assert '2 nodes in 1 process on 10.0.0.7' in texts
    assert '1 node in 1 process on hosts behind routers' in texts
    assert any('is a program of its own, such as rmw_zenohd' in text for text in texts)


def test_nodes_of_another_domain_are_named():
    assert _texts(_report(), 'warning', ROS_DOMAIN_ID='7') == ['2 nodes in domain 0, which domain 7 does not see']
    nodes = [{'domain': domain, 'session': TALKER, 'namespace': '/', 'name': 'n'} for domain in (0, 3)]
    assert _texts(_report(nodes=nodes), 'note') == ['1 node in domain 3, which domain 0 does not see']


@pytest.mark.parametrize(
    'text',
    [
        '',
        '[]',
        '[' * 100_000,
        '{"zid": 3}',
        '{"zid": "a0", "metadata": 3, "sessions": [3, {"links": [4]}]}',
        '{"zid": "a0", "metadata": {"program": ["x"], "host": {}, "process": []}, "sessions": {}}',
        '{"zid": "a0", "sessions": [{"links": 5}, {"links": true}, {"peer": {}, "links": [{"dst": 5}]}]}',
    ],
)
def test_what_peers_say_about_themselves_may_be_malformed(text):
    assert _texts(_report(zenoh_nodes=[text]), 'ok')


def test_what_peers_say_about_themselves_stays_in_its_line():
    evil = '\x1b[2Jevil\n[ok] all fine\u2028' + 'x' * 1000
    about = _about(
        ROUTER, [{'peer': TALKER, 'links': [{'dst': f'tcp/{evil}:1'}]}], program=evil, process=evil, host=evil
    )
    texts = [finding.text for finding in findings(_report(zenoh_nodes=[about]), {})]
    assert any('evil' in text for text in texts)
    for text in texts:
        assert text.isprintable() and len(text) < 1000, repr(text)


@needs_zenoh
def test_the_wait_for_a_router_can_be_interrupted():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        environment = {
            'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp',
            'ROS_AUTOMATIC_DISCOVERY_RANGE': 'SYSTEM_DEFAULT',
            'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["tcp/127.0.0.1:{free.getsockname()[1]}"]',
            'ZENOH_ROUTER_CHECK_ATTEMPTS': '0',
        }
        command = [*COMMAND, 'topic', 'list']
        with subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env=os.environ | environment
        ) as command_process:
            try:
                assert 'waiting for one (ZENOH_ROUTER_CHECK_ATTEMPTS=0)' in command_process.stderr.readline()
                command_process.send_signal(signal.SIGINT)
                assert command_process.wait(60) == 130
                assert 'Traceback' not in command_process.stderr.read()
            finally:
                command_process.kill()


# Prints the nodes that it sees whenever a line comes.
WATCHER = """
import sys
from rxros2.node import Node
with Node('watcher', args=[]) as node:
    print('ready', flush=True)
    for line in sys.stdin:
        print(*node.nodes(), node.count_publishers('/greeting'), flush=True)
"""


@needs_zenoh
def test_a_peer_cannot_remove_the_node_of_another_one(start):
    zenoh = pytest.importorskip('zenoh')
    address = free_address()
    nodes = behind_router(address)
    _start_router(start, address)
    start([*COMMAND, 'topic', 'pub', '--rate', '20', '/greeting', 'std_msgs/msg/String', '{data: hello}'], nodes)
    watcher = start([sys.executable, '-c', WATCHER], nodes)
    assert watcher.stdout.readline() == 'ready\n'

    def seen():
        watcher.stdin.write('\n')
        watcher.stdin.flush()
        *nodes, publishers = watcher.stdout.readline().split()
        return set(nodes), int(publishers)

    assert _eventually(lambda: seen()[1] == 1)
    (publisher,) = seen()[0] - {'/watcher'}
    config = zenoh.Config()
    for key, value in (
        ('mode', 'client'), ('connect/endpoints', [address]), ('scouting/multicast/enabled', False)
    ):  # fmt: skip
        config.insert_json5(key, json.dumps(value))
    with zenoh.open(config) as stranger:
        domain = os.environ.get('ROS_DOMAIN_ID', '0')
        replies = stranger.liveliness().get(f'@ros2_lv/{domain}/*/*/*/NN/**', timeout=60)
        keys = [str(reply.ok.key_expr) for reply in replies]
        (key,) = (key for key in keys if key.endswith(publisher))
        # Another name for the node of that session, and a further token for its own name.
        forged = [key.removesuffix(publisher) + '/ghost', f'{key}/more']
        tokens = [stranger.liveliness().declare_token(text) for text in forged]
        assert _eventually(lambda: '/ghost' in seen()[0])
        for token in reversed(tokens):
            token.undeclare()
        assert _eventually(lambda: '/ghost' not in seen()[0])
    assert seen() == ({'/watcher', publisher}, 1)


@needs_zenoh
def test_doctor_describes_the_router_and_the_nodes():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    environment = {
        'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp',
        'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST',
        'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["tcp/localhost:{port}"]',
    }
    publish = [*COMMAND, 'topic', 'pub', '--rate', '20', '/greeting', 'std_msgs/msg/String', '{data: hello}']
    with subprocess.Popen(publish, stdout=subprocess.PIPE, text=True, env=os.environ | environment) as publisher:
        try:
            assert publisher.stdout.readline()
            result = _run('doctor', 'middleware', **environment)
        finally:
            publisher.terminate()
    assert result.returncode == 0, result.stdout
    assert f'process {publisher.pid} of this host' in result.stdout
    assert 'is a node of rxros2 that serves as the router' in result.stdout
    assert '1 node in 1 process on this host' in result.stdout
    assert 'two participants found each other' in result.stdout


@needs_zenoh
def test_doctor_finds_another_program_at_the_port_of_the_router():
    with socket.create_server(('127.0.0.1', 0)) as other:
        environment = {
            'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp',
            'ROS_AUTOMATIC_DISCOVERY_RANGE': 'SYSTEM_DEFAULT',
            'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["tcp/127.0.0.1:{other.getsockname()[1]}"]',
        }
        result = _run('doctor', 'middleware', **environment)
    assert result.returncode == 1
    assert 'another program, not a Zenoh router' in result.stdout
    assert '-> end that program' in result.stdout


SECURITY_POLICY = """<policy version="0.2.0"><enclaves>
<enclave path="/talker"><profiles><profile ns="/" node="n">
<topics publish="ALLOW"><topic>/greeting</topic><topic>/rosout</topic><topic>/parameter_events</topic></topics>
<topics subscribe="ALLOW"><topic>/parameter_events</topic><topic>/clock</topic></topics>
<services reply="ALLOW" request="ALLOW"><service>/*</service></services></profile></profiles></enclave>
<enclave path="/listener"><profiles><profile ns="/" node="n">
<topics publish="ALLOW"><topic>/rosout</topic><topic>/parameter_events</topic></topics>
<topics subscribe="ALLOW"><topic>/greeting</topic><topic>/parameter_events</topic><topic>/clock</topic></topics>
<services reply="ALLOW" request="ALLOW"><service>/*</service></services></profile></profiles></enclave>
</enclaves></policy>
"""


@pytest.fixture
def secured(tmp_path, monkeypatch):
    """A keystore without settings of Zenoh, its domain, and the variables that enforce it."""
    pytest.importorskip('cryptography')
    from rxros2.security import policy
    from rxros2.security.keystore import Keystore

    domain = int(os.environ.get('ROS_DOMAIN_ID', '0'))
    (tmp_path / 'policy.xml').write_text(SECURITY_POLICY)
    keystore = Keystore.create(tmp_path / 'keystore', domain)
    for name, profiles in policy.load(tmp_path / 'policy.xml').enclaves.items():
        keystore.create_enclave(name, domain, profiles)
    for name, value in {
        'ROS_SECURITY_ENABLE': 'true',
        'ROS_SECURITY_STRATEGY': 'Enforce',
        'ROS_SECURITY_KEYSTORE': str(keystore.root),
        'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp',
        'ROS_AUTOMATIC_DISCOVERY_RANGE': 'SYSTEM_DEFAULT',
    }.items():
        monkeypatch.setenv(name, value)
    return keystore, domain


def _enclave(name, address):
    return {'ROS_SECURITY_ENCLAVE_OVERRIDE': name, 'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["{address}"]'}


@needs_zenoh
def test_enclaves_without_settings_of_zenoh_start_no_node(secured):
    result = _run('topic', 'list', ROS_SECURITY_ENCLAVE_OVERRIDE='/talker')
    assert result.returncode == 1
    assert 'zenoh_session.json5' in result.stderr and 'rxros2 security generate_zenoh' in result.stderr


@needs_zenoh
def test_permissions_of_enclaves_hold_over_zenoh(secured, start):
    zenoh = pytest.importorskip('zenoh')
    keystore, domain = secured
    keystore.write_zenoh(domain)
    address = free_address('tls')
    with contextlib.ExitStack() as sessions:
        _start_router(start, address)
        greeting = ('/greeting', 'std_msgs/msg/String')
        start([*COMMAND, 'topic', 'pub', '--rate', '20', *greeting, '{data: hello}'], _enclave('/talker', address))
        echo = _run('topic', 'echo', '--once', *greeting, **_enclave('/listener', address))
        assert 'data: hello' in echo.stdout, echo.stderr
        # Our own node knows what it may not do, and says so.
        denied = _run('topic', 'pub', '--once', *greeting, '{data: no}', **_enclave('/listener', address))
        assert denied.returncode != 0
        assert "enclave '/listener' may not publish topic '/greeting'" in denied.stderr
        denied = _run('topic', 'echo', '--once', *greeting, **_enclave('/talker', address))
        assert denied.returncode != 0
        assert "enclave '/talker' may not subscribe to topic '/greeting'" in denied.stderr

        # A program that checks nothing itself is checked by the router.
        def join(enclave):
            config = zenoh.Config.from_file(str(keystore.folder(enclave) / 'zenoh_session.json5'))
            config.insert_json5('access_control/enabled', 'false')
            config.insert_json5('mode', '"client"')
            config.insert_json5('listen/endpoints', '[]')
            config.insert_json5('connect/endpoints', f'["{address}"]')
            return sessions.enter_context(zenoh.open(config))

        key = f'{domain}/greeting/std_msgs::msg::dds_::String_/*'
        messages, copies = queue.Queue(), queue.Queue()
        listener, forger, talker, spy = (join(name) for name in ('/listener', '/listener', '/talker', '/talker'))
        listener.declare_subscriber(key, messages.put)
        spy.declare_subscriber(key, copies.put)
        sample = messages.get(timeout=60)
        assert b'hello' in bytes(sample.payload)
        # A forged message is followed by an allowed one: then it would have arrived.
        forger.put(str(sample.key_expr), b'forged')
        forger.close()
        talker.put(str(sample.key_expr), b'last')
        payloads = []
        while not payloads or payloads[-1] != b'last':
            payloads.append(bytes(messages.get(timeout=60).payload))
        assert b'forged' not in payloads
        assert copies.empty()


@needs_zenoh
def test_doctor_reaches_a_secured_router(secured, start):
    keystore, domain = secured
    keystore.write_zenoh(domain)
    address = free_address('tls')
    _start_router(start, address)
    result = _run('doctor', 'middleware', **_enclave('/talker', address))
    plain = _run(
        'doctor',
        'middleware',
        ROS_SECURITY_ENABLE='false',
        ZENOH_CONFIG_OVERRIDE=f'connect/endpoints=["tcp{address[3:]}"]',
    )
    assert f'the router {address}' in result.stdout, result.stdout
    assert 'another program' not in result.stdout
    assert 'is a program that expects TLS, such as a secured Zenoh router' in plain.stdout, plain.stdout
