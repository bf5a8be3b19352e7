# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""component commands, with a container and the components of rclcpp_components' tests."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import time

import pytest
from conftest import COMMAND

BUILT = pathlib.Path(os.environ.get('RXROS2_COMPONENTS', 'nowhere'))
CONTAINER = '/box'


@pytest.fixture(scope='module')
def prefixes(tmp_path_factory):
    """AMENT_PREFIX_PATH with the components, and with the package that has containers."""
    prefix = tmp_path_factory.mktemp('prefix')
    programs = prefix / 'lib/rclcpp_components'
    programs.mkdir(parents=True)
    (programs / 'component_container').symlink_to(BUILT / 'component_container')
    packages = prefix / 'share/ament_index/resource_index/packages'
    packages.mkdir(parents=True)
    for name in ('rclcpp_components', 'test_components'):
        (packages / name).touch()
    return {'AMENT_PREFIX_PATH': f'{prefix}:{BUILT / "test_prefix"}'}


@contextlib.contextmanager
def container(prefixes):
    command = [BUILT / 'component_container', '--ros-args', '-r', f'__node:={CONTAINER[1:]}']
    with subprocess.Popen(command, env=os.environ | prefixes) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0


@pytest.fixture
def component(rxros2, prefixes):
    def run(*words, **options):
        return rxros2('component', *words, env=prefixes, **options)

    return run


def test_types(component):
    assert component('types').out.startswith('test_components\n  test_components::Plain\n')
    assert component('types', 'test_components').out.startswith('test_components::Plain\n')
    assert component('types', 'test_components', '--csv').out.startswith(
        'package,component\ntest_components,test_components::Plain\n'
    )
    assert component('types', 'rclcpp_components').out == ''
    result = component('types', 'tset_components')
    assert result.code == 1 and result.err.startswith('rxros2: no package tset_components; there are test_components, ')


def test_load_list_and_unload(component, rxros2, prefixes):
    with container(prefixes):
        loaded = component('load', CONTAINER, 'test_components', 'test_components::Plain', until='Loaded')
        assert loaded.out == "Loaded component 1 into '/box' container node as '/plain'\n"
        words = ['-n', 'drive', '--node-namespace', '/left', '--log-level', 'debug', '-r', 'in:=commands']
        words += ['-p', 'speed:=2.5', '-e', 'use_intra_process_comms:=false', '-q']
        result = component('load', 'box', 'test_components', 'test_components::Plain', *words)
        assert result.out == '2  /left/drive\n', result.err
        for name, value in ('speed', 'Double value is: 2.5'), ('intra_process', 'False'), ('level', '10'):
            assert value in rxros2('param', 'get', '/left/drive', name, until=value).out

        assert component('list', until='/left/drive').out == '/box\n  1  /plain\n  2  /left/drive\n'
        assert component('list', CONTAINER).out == '1  /plain\n2  /left/drive\n'
        assert component('list', '--containers-only', until='box').out == '/box\n'
        assert json.loads(component('list', CONTAINER, '--json').out) == [
            {'container': '/box', 'id': 1, 'component': '/plain'},
            {'container': '/box', 'id': 2, 'component': '/left/drive'},
        ]
        result = component('unload', CONTAINER, '1', '7')
        assert result.out == "Unloaded component 1 from '/box' container node\n" and result.code == 1
        assert result.err == 'rxros2: /box did not unload component 7: No node found with unique_id: 7\n'
        assert component('list', CONTAINER).out == '2  /left/drive\n'


def test_component_errors(component, rxros2, prefixes):
    with container(prefixes):
        result = component('load', CONTAINER, 'test_components', 'test_components::Plane', until='Failed')
        assert result.code == 1
        assert result.err.startswith(
            'rxros2: /box did not load test_components::Plane of test_components: Failed to find class with the '
            'requested plugin name.\nno component of package test_components: test_components::Plane; there are '
            'test_components::Plain, '
        )
        result = component('load', CONTAINER, 'tset_components', 'test_components::Plain')
        assert 'no package with components here: tset_components; there are test_components, ' in result.err
        result = component('load', CONTAINER, 'test_components', 'test_components::Throws')
        assert result.err.endswith('Component constructor threw an exception: no camera is connected\n')
        for words, text in (
            (['--log-level', 'loud'], "log level 'loud'; expected debug, info"),
            (['-p', 'speed'], "'speed'; expected NAME:=VALUE"),
        ):
            result = component('load', CONTAINER, 'test_components', 'test_components::Plain', *words)
            assert result.code == 2 and text in result.err
        result = component('list', 'bx', '--spin-time', '1', until='/box')
        assert result.code == 1 and result.err == 'rxros2: no container /bx; there is /box\n'


def test_standalone(component, prefixes):
    started = component('standalone', 'test_components', 'test_components::Throws')
    assert started.code == 1
    assert 'rxros2: /standalone_container did not load test_components::Throws' in started.err

    command = [*COMMAND, 'component', 'standalone']
    command += ['test_components', 'test_components::Plain', '-c', 'alone']
    with subprocess.Popen(command, env=os.environ | prefixes) as process:
        deadline = time.monotonic() + 60
        while '/alone\n  1  /plain\n' not in component('list').out and time.monotonic() < deadline:
            pass
        process.send_signal(signal.SIGTERM)  # only to this process
        assert process.wait(60) == 0
    with subprocess.Popen(command, env=os.environ | prefixes, start_new_session=True) as process:
        deadline = time.monotonic() + 60
        while '/alone\n  1  /plain\n' not in component('list').out and time.monotonic() < deadline:
            pass
        os.killpg(process.pid, signal.SIGINT)  # Ctrl-C
        assert process.wait(60) == 0
