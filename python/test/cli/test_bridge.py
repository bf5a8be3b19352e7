# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bridge between two domains, and between DDS and Zenoh where that is built."""

import contextlib
import signal
import subprocess

import pytest
from conftest import COMMAND
from domains import FAR, NEAR

from rxros2.cli.frame import command


@contextlib.contextmanager
def bridging(*arguments, env=None):
    """Runs a bridge. Yields its process, and a list that has its output and errors at the end."""
    process = subprocess.Popen(
        [*COMMAND, 'bridge', *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    result = []
    try:
        assert process.stdout.readline() == 'bridging; Ctrl-C ends it\n', process.stderr.read()
        yield process, result
        process.send_signal(signal.SIGINT)
        result += process.communicate(timeout=60)
        assert process.returncode == 0, result
    finally:
        process.kill()
        process.wait()


def test_topics_services_and_a_summary(rxros2, robot):
    far = {'ROS_DOMAIN_ID': str(FAR)}
    between = ('--domain-from', str(NEAR), '--domain-to', str(FAR))
    with bridging(*between, '--rename', '/:=/robot7/', '--exclude', '/scan', '--one-way') as (_, result):
        # The latched message, a message of a volatile topic, and a call.
        echo = rxros2('topic', 'echo', '--once', '/robot7/map_name', env=far, until='küche')
        assert 'küche: 1' in echo.out, echo.err
        echo = rxros2('topic', 'echo', '--once', '/robot7/pose', '--field', 'header.frame_id', env=far, until='map')
        assert 'map' in echo.out, echo.err
        call = rxros2(
            'service', 'call', '/robot7/light', 'std_srvs/srv/SetBool', '{data: true}', env=far, until="message='on'"
        )
        assert "message='on'" in call.out, call.out + call.err
        listed = rxros2('topic', 'list', env=far, until='/robot7/pose').out.splitlines()
        assert '/robot7/pose' in listed
        assert not {'/robot7/scan', '/robot7/_hidden', '/robot7/rosout'} & {*listed}
    out, err = result
    assert err == ''
    assert (
        f'topic /map_name [std_msgs/msg/String] from dds domain {NEAR} to dds domain {FAR} as /robot7/map_name' in out
    )
    assert f'service /light [std_srvs/srv/SetBool] of dds domain {NEAR} in dds domain {FAR} as /robot7/light' in out
    assert f'service /light in dds domain {FAR} as /robot7/light: 1 requests, 1 responses' in out
    assert f'topic /map_name [std_msgs/msg/String] to dds domain {FAR} as /robot7/map_name: 1 messages, ' in out


@pytest.mark.parametrize(
    ('words', 'expected'),
    [
        (['--from', 'dds', '--to', 'dds'], 'both sides are dds domain'),
        (['--domain-from', '1', '--domain-to', '2', '--rate', '/scan'], "--rate is '/scan'; expected a pair such as"),
        (['--domain-from', '1', '--domain-to', '2', '--rate', '/scan=x'], "--rate has 'x'; expected a number"),
        (['--domain-from', '1', '--domain-to', '2', '--rename', '/a'], "--rename is '/a'; expected a pair such as"),
        (['--domain-from', '1', '--domain-to', '2', '--rename', '/a/:=/b'], "'/a/:=/b' renames nothing"),
        (['--domain-from', '1', '--domain-to', '2', '--topics', '('], "'(' is no regular expression"),
        (['--domain-from', '1', '--domain-to', '333'], 'domain id 333 is out of range'),
        (['--domain-from=-1', '--domain-to', '2'], 'domain id -1 is out of range'),
        (['--from', 'fastdds'], "invalid choice: 'fastdds'"),
    ],
)
def test_wrong_arguments(rxros2, words, expected):
    result = rxros2('bridge', *words)
    assert result.code == 2
    assert expected in result.err
    assert 'Traceback' not in result.err


@pytest.mark.parametrize(
    ('words', 'engines'),
    [
        ([], ('dds', 'zenoh')),
        (['--from', 'zenoh'], ('zenoh', 'dds')),
        (['--to', 'dds'], ('zenoh', 'dds')),
        (['--domain-to', '3'], ('dds', 'zenoh')),
        (['--domain-from', '3', '--domain-to', '3'], ('dds', 'zenoh')),
        (['--domain-from', '3', '--domain-to', '4'], ('', '')),
        (['--domain-from', '3', '--domain-to', '4', '--to', 'zenoh'], ('zenoh', 'zenoh')),
        (['--domain-from', '3', '--domain-to', '4', '--from', 'dds', '--to', 'zenoh'], ('dds', 'zenoh')),
    ],
)
def test_the_engines_of_the_arguments(words, engines):
    module, parser = command(['bridge'])
    assert module._engines(parser.parse_args(words)) == engines


def test_the_command_fails_if_the_bridge_ends_by_itself(monkeypatch):
    module, parser = command(['bridge'])
    monkeypatch.setattr('rxros2.bridge.Bridge.wait', lambda self: None)
    assert module.main(parser.parse_args(['--domain-from', str(NEAR), '--domain-to', str(FAR)])) == 1


def is_zenoh_installed():
    from rxros2._core import zenoh_version

    with contextlib.suppress(RuntimeError):
        return bool(zenoh_version())
    return False


@pytest.mark.skipif(is_zenoh_installed(), reason='the Zenoh engine is built')
def test_a_missing_engine_is_named_with_its_cure(rxros2):
    result = rxros2('bridge')
    assert result.code == 1
    assert '-DRXROS2_ZENOH=ON' in result.err


@pytest.mark.skipif(not is_zenoh_installed(), reason='the Zenoh engine is not built')
def test_a_talker_on_dds_and_a_listener_on_zenoh(rxros2, robot):
    with bridging() as (_, result):
        over_zenoh = ('--engine', 'zenoh')
        echo = rxros2(*over_zenoh, 'topic', 'echo', '--once', '/map_name', until='küche')
        assert 'küche: 1' in echo.out, echo.err
        call = rxros2(
            *over_zenoh, 'service', 'call', '/light', 'std_srvs/srv/SetBool', '{data: true}', until="message='on'"
        )
        assert "message='on'" in call.out, call.out + call.err
    assert f'from dds domain {NEAR} to zenoh domain {NEAR}' in result[0]
