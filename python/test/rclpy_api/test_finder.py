# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy_compat provides `rclpy` and interface packages, never in place of installed ones."""

import pathlib
import subprocess
import sys

import pytest


def run(code, tmp_path=None, **environment):
    """Returns the output of a new interpreter, with tmp_path as a sourced workspace."""
    command = [sys.executable, '-c', code]
    path = {'PYTHONPATH': str(tmp_path)} if tmp_path else {}
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env={'PATH': '/usr/bin', **path, **environment}, cwd='/'
    ).stdout.strip()


def test_interfaces_can_be_imported_first():
    code = 'from std_msgs.msg import String; import rclpy; import std_srvs.srv; print(String, rclpy.__file__)'
    printed = run(code)
    assert "<class 'std_msgs.msg._string.String'>" in printed and 'rclpy_compat' in printed


def test_classes_are_those_of_rxros2():
    code = (
        'import sensor_msgs.msg, rxros2.interfaces.sensor_msgs.msg as theirs, pickle\n'
        'from sensor_msgs.msg import *\n'
        'assert JointState is sensor_msgs.msg.JointState is theirs.JointState\n'
        'assert "Imu" in dir(sensor_msgs.msg)\n'
        'assert pickle.loads(pickle.dumps(JointState(name=["a"]))) == JointState(name=["a"])\n'
        'print("same")'
    )
    assert run(code) == 'same'


def test_launch_is_found():
    code = (
        'import launch, launch_ros.actions\n'
        'from launch.actions.log_info import LogInfo\n'
        'from ament_index_python.packages import get_package_share_directory\n'
        'service = launch.LaunchService()\n'
        'service.include_launch_description(launch.LaunchDescription([LogInfo(msg="launched")]))\n'
        'print(service.run(), launch_ros.actions.Node.__module__)'
    )
    assert run(code, ROS_LOG_DIR='/dev/null/none') == '[INFO] [launch.user]: launched\n0 rxros2.launch.ros.node'


@pytest.mark.parametrize('name', ['rclpy', 'std_msgs', 'launch', 'tf2_ros'])
def test_sourced_packages_take_precedence(tmp_path, name):
    package = tmp_path / name
    package.mkdir()
    (package / '__init__.py').write_text('origin = "installed"\n')
    (package / 'msg.py').write_text('String = "installed too"\n')
    assert run(f'import {name}; print({name}.origin)', tmp_path) == 'installed'
    if name == 'std_msgs':
        assert run('from std_msgs.msg import String; print(String)', tmp_path) == 'installed too'


def test_launch_of_a_workspace_needs_its_launch_ros(tmp_path):
    (tmp_path / 'launch').mkdir()
    (tmp_path / 'launch/__init__.py').touch()
    code = 'try: import launch_ros.actions\nexcept ImportError as error: print(error)'
    assert run(code, tmp_path).startswith(
        f"launch is {tmp_path}/launch/__init__.py, but no launch_ros is installed, and rxros2's launch_ros needs"
    )


def test_folders_that_are_no_packages_do_not_take_precedence(tmp_path):
    """Tests run in folders that have a folder launch/, and programs where packages of interfaces stand."""
    for folder in ('launch', 'launch_ros', 'rclpy', 'std_msgs/msg', 'arm/launch'):
        (tmp_path / folder).mkdir(parents=True)
    code = (
        'import arm.launch, launch.actions, launch_ros.actions, rclpy.node\n'
        'from std_msgs.msg import String\n'
        'from launch import LaunchService\n'
        'print(LaunchService.__module__, String.__name__, rclpy.node.Node.__name__, list(arm.launch.__path__))'
    )
    assert run(code, tmp_path) == f"rxros2.launch.service String Node ['{tmp_path}/arm/launch']"


def test_an_installed_package_gets_no_modules_of_definitions(tmp_path):
    (tmp_path / 'std_msgs/msg').mkdir(parents=True)
    for folder in (tmp_path / 'std_msgs', tmp_path / 'std_msgs/msg'):
        (folder / '__init__.py').write_text('')
    code = 'try: import std_msgs.msg._string\nexcept ModuleNotFoundError: print("missing")'
    assert run(code, tmp_path) == 'missing'


def test_missing_packages_are_not_found(tmp_path):
    code = (
        'import importlib\n'
        'for name in ("no_such_msgs", "no_such_msgs.msg", "rclpy.no_such", "std_msgs.no_such"):\n'
        '    try: importlib.import_module(name)\n'
        '    except ModuleNotFoundError: continue\n'
        '    print(name, "was found")\n'
        'try: from std_msgs.msg import NoSuch\n'
        'except ImportError: print("as it should be")'
    )
    assert run(code) == 'as it should be'


def test_a_start_of_python_imports_nothing_for_it():
    loaded = run('import sys; print([m for m in sys.modules if m.startswith(("rxros2", "rclpy", "numpy"))])')
    assert loaded == "['rclpy_compat']"


def test_the_distribution_has_no_top_level_rclpy():
    """pip can install it beside a real rclpy, and no path puts it in front of that."""
    import rclpy_compat

    site = pathlib.Path(rclpy_compat.__file__).parents[1]
    assert not (site / 'rclpy').exists()


@pytest.mark.parametrize('with_kind', [False, True])
def test_modules_of_a_folder_named_like_a_package_of_interfaces(tmp_path, with_kind):
    (tmp_path / 'std_msgs' / ('msg' if with_kind else '.')).mkdir(parents=True)
    (tmp_path / 'std_msgs/nodes.py').write_text('NAME = 5\n')
    assert run('import std_msgs.nodes; from std_msgs.msg import String; print(std_msgs.nodes.NAME)', tmp_path) == '5'
