# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests commands on the Zenoh engine: with the library a router and two nodes, without it the error and its cure."""

import contextlib
import os
import queue
import socket
import subprocess

import pytest
from conftest import COMMAND

from rxros2._core import zenoh_version


def _is_installed():
    with contextlib.suppress(RuntimeError):
        return bool(zenoh_version())
    return False


needs_zenoh = pytest.mark.skipif(not _is_installed(), reason='the Zenoh engine is not built')
needs_no_zenoh = pytest.mark.skipif(_is_installed(), reason='the Zenoh engine is built')


def _run(*arguments, **more):
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=120, check=False, env=os.environ | more
    )


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


@needs_zenoh
def test_nodes_meet_through_a_router():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        address = f'tcp/127.0.0.1:{free.getsockname()[1]}'
    router = {'ZENOH_CONFIG_OVERRIDE': f'listen/endpoints=["{address}"]'}
    nodes = {
        'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp',
        'ROS_AUTOMATIC_DISCOVERY_RANGE': 'SYSTEM_DEFAULT',
        'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["{address}"]',
    }
    with contextlib.ExitStack() as processes:

        def start(environment, *arguments):
            process = subprocess.Popen(
                [*COMMAND, *arguments], stdout=subprocess.PIPE, text=True, env=os.environ | environment
            )
            processes.callback(process.wait)
            processes.callback(process.terminate)
            return process

        assert start(router, 'zenohd').stdout.readline().startswith('Router of zenoh 1.')
        start(nodes, 'topic', 'pub', '--rate', '20', '/greeting', 'std_msgs/msg/String', '{data: hello}')
        echo = _run('topic', 'echo', '--once', '/greeting', **nodes)
        assert 'data: hello' in echo.stdout, echo.stderr
        listed = _run('topic', 'list', '-t', **nodes)
        assert '/greeting [std_msgs/msg/String]' in listed.stdout, listed.stderr


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


def _free_address():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        return f'tls/127.0.0.1:{free.getsockname()[1]}'


def _enclave(name, address):
    return {'ROS_SECURITY_ENCLAVE_OVERRIDE': name, 'ZENOH_CONFIG_OVERRIDE': f'connect/endpoints=["{address}"]'}


@needs_zenoh
def test_enclaves_without_settings_of_zenoh_start_no_node(secured):
    result = _run('topic', 'list', ROS_SECURITY_ENCLAVE_OVERRIDE='/talker')
    assert result.returncode == 1
    assert 'zenoh_session.json5' in result.stderr and 'rxros2 security generate_zenoh' in result.stderr


@needs_zenoh
def test_permissions_of_enclaves_hold_over_zenoh(secured):
    zenoh = pytest.importorskip('zenoh')
    keystore, domain = secured
    keystore.write_zenoh(domain)
    address = _free_address()
    with contextlib.ExitStack() as processes:

        def start(environment, *arguments):
            process = subprocess.Popen(
                [*COMMAND, *arguments], stdout=subprocess.PIPE, text=True, env=os.environ | environment
            )
            processes.callback(process.wait)
            processes.callback(process.terminate)
            return process

        router = {'ZENOH_CONFIG_OVERRIDE': f'listen/endpoints=["{address}"]'}
        assert start(router, 'zenohd').stdout.readline().startswith('Router of zenoh 1.')
        greeting = ('/greeting', 'std_msgs/msg/String')
        start(_enclave('/talker', address), 'topic', 'pub', '--rate', '20', *greeting, '{data: hello}')
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
            return processes.enter_context(zenoh.open(config))

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
