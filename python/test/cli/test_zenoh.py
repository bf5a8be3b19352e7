# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests commands on the Zenoh engine: with the library a router and two nodes, without it the error and its cure."""

import contextlib
import os
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
