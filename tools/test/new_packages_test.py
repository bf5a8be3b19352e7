#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Creates packages of C++ and Python with `rxros2 pkg create`, and uses them as docs/how-to/build-ros2-packages.md says.

usage: new_packages_test.py BUILD_TREE SCRATCH

Installs BUILD_TREE into SCRATCH, and makes a virtual environment with the Python package of BUILD_TREE/python_env.
"""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD_TREE, SCRATCH = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
PREFIX, VENV, WORKSPACE = (SCRATCH / name for name in ('rxros2', 'venv', 'my_workspace'))
INSTALLED = WORKSPACE / 'install/setup.bash'
ENVIRONMENT = {
    'PATH': f'{VENV}/bin:/usr/lib/ccache:/usr/bin:/bin',
    'HOME': str(SCRATCH / 'home'),
    'LANG': 'C.UTF-8',
} | {name: value for name, value in os.environ.items() if name.startswith(('ROS_', 'CCACHE_'))}
BUILD = 'python3 -m colcon build'
TEST = 'python3 -m colcon test && python3 -m colcon test-result --verbose'

TALKER = '''\
import rclpy
from rclpy.node import Node
from std_msgs.msg import String


def main():
    """Publish a message, and end."""
    rclpy.init()
    node = Node('talker')
    node.create_publisher(String, 'chatter', 10).publish(String(data='hello'))
    node.get_logger().info('published')
    rclpy.shutdown()
'''

LAUNCH_FILE = '''\
from launch import LaunchDescription
from launch_ros.actions import Node


def generate_launch_description():
    return LaunchDescription([Node(package='my_python', executable='talker', output='screen')])
'''

TALKER_TEST = '''\
from launch_ros.actions import Node
from my_python import talker


def test_it_publishes():
    assert Node.__name__ == 'Node'
    talker.main()
'''


PROBE = '''\
import importlib.machinery
import importlib.util
import pathlib
import sys

import sitecustomize

here = pathlib.Path(__file__).parent
assert sitecustomize.NEXT == 1 and str(here / 'added') in sys.path, sys.path
importlib.util.find_spec('rclpy')


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return importlib.machinery.PathFinder.find_spec(name, [str(here / 'more')])


sys.meta_path.append(Finder)
import rclpy

print('found', rclpy.__name__)
import nowhere
'''


def run(command, setup=PREFIX / 'setup.bash', succeeds=True, **environment):
    """Runs a command in the workspace; returns its output. The test ends if its result is not the expected one."""
    process = subprocess.run(
        ['bash', '-c', f'source {setup} && {command}'],
        cwd=WORKSPACE, env=ENVIRONMENT | environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if (process.returncode == 0) != succeeds:
        sys.exit(f'{process.stdout}\n{command}: exit code {process.returncode}; expected {"0" if succeeds else "not 0"}')
    return process.stdout


def python_environment():
    """A virtual environment of Debian's Python that has rxros2, rclpy_compat and the modules of Debian's colcon."""
    subprocess.run(['/usr/bin/python3', '-m', 'venv', '--system-site-packages', '--without-pip', VENV], check=True)
    [installed] = (BUILD_TREE / 'python_env/lib').glob('python3.*/site-packages')
    [site] = (VENV / 'lib').glob('python3.*/site-packages')
    if installed.parent.name != site.parent.name:
        print(f'skipped: rxros2 was built for {installed.parent.name}, and colcon is for {site.parent.name}')
        sys.exit(77)
    (site / 'built.pth').write_text(f'import site; site.addsitedir({str(installed)!r})\n')
    command = VENV / 'bin/rxros2'
    command.write_text(f'#!{VENV}/bin/python3\nimport sys\nfrom rxros2.cli import main\nsys.exit(main())\n')
    command.chmod(0o755)


def create_packages():
    source = WORKSPACE / 'src'
    create = f'cd {source} && rxros2 pkg create --license Apache-2.0'
    run(f'{create} my_library --library-name wheel --dependencies rclcpp std_msgs')
    run(f'{create} my_package --node-name my_node --dependencies my_library')
    run(f'{create} my_plain --build-type cmake --node-name my_tool --library-name gear --dependencies my_library')
    run(f'{create} my_python --build-type ament_python --node-name talker --dependencies rclpy std_msgs')
    node = source / 'my_package/src/my_node.cpp'
    node.write_text('#include "my_library/wheel.hpp"\n' + node.read_text().replace('{\n', '{\n  my_library::Wheel();\n', 1))


def build_and_run_as_created():
    run(BUILD)
    assert 'Hello from my_package' in run('install/my_package/lib/my_package/my_node', INSTALLED)
    assert 'Hello from my_plain' in run('install/my_plain/lib/my_plain/my_tool', INSTALLED)
    assert 'Hello from my_python' in run('rxros2 run my_python talker', INSTALLED)


def run_a_python_package():
    """A program with rclpy, by hand and by the commands, and a launch file; then its tests."""
    package = WORKSPACE / 'src/my_python'
    (package / 'my_python/talker.py').write_text(TALKER)
    (package / 'test/test_talker.py').write_text(TALKER_TEST)
    (package / 'launch').mkdir()
    (package / 'launch/talker.launch.py').write_text(LAUNCH_FILE)
    setup = package / 'setup.py'
    lines = "        ('share/' + package_name, ['package.xml']),\n"
    assert lines in setup.read_text()
    setup.write_text(
        setup.read_text().replace(lines, f"{lines}        ('share/' + package_name, ['launch/talker.launch.py']),\n")
    )
    run(BUILD)
    for command in ('install/my_python/lib/my_python/talker', 'rxros2 run my_python talker',
                    'rxros2 launch my_python talker.launch.py'):
        assert 'published' in run(command, INSTALLED), command
    output = run(TEST, INSTALLED)
    assert re.search(r'Summary: \d+ tests, 0 errors, 0 failures', output), output
    assert 'name="test_it_publishes"' in (WORKSPACE / 'build/my_python/pytest.xml').read_text()
    assert run('echo $ROS_VERSION $ROS_DISTRO', INSTALLED) == '2 jazzy\n'


def wrong_interpreter():
    """Debian's own colcon writes an interpreter without rxros2, whose error names the cure."""
    program = WORKSPACE / 'install/my_python/lib/my_python/talker'
    first, rest = program.read_text().split('\n', 1)
    assert first == f'#!{VENV}/bin/python3', first
    program.write_text('#!/usr/bin/python3\n' + rest)
    if subprocess.run(['/usr/bin/python3', '-c', 'import rxros2'], cwd='/', capture_output=True).returncode != 0:
        output = run(program, INSTALLED, succeeds=False)
        assert f"No module named 'rclpy': /usr/bin/python3 has no rxros2. Start {program} with 'rxros2 run'" in output, output
        assert f"'{VENV}/bin/python3 -m colcon build'" in output, output
    for command in ('rxros2 run my_python talker', 'rxros2 launch my_python talker.launch.py'):
        assert 'published' in run(command, INSTALLED), command


def sitecustomize():
    """The module that names the cure leaves other programs alone, and one of its name that Python would import."""
    (SCRATCH / 'other/more').mkdir(parents=True)
    (SCRATCH / 'other/more/rclpy.py').touch()
    (SCRATCH / 'other/sitecustomize.py').write_text(f'import sys\nsys.path.append("{SCRATCH}/other/added")\nNEXT = 1\n')
    (SCRATCH / 'other/probe.py').write_text(PROBE)
    output = run(f'cd / && PYTHONPATH=$PYTHONPATH:{SCRATCH}/other /usr/bin/python3 {SCRATCH}/other/probe.py', succeeds=False)
    assert 'found rclpy\n' in output and "ModuleNotFoundError: No module named 'nowhere'\n" in output, output
    ast.parse((ROOT / 'cmake/environment/sitecustomize.py').read_text(), feature_version=(3, 4))  # has no f-strings


def main():
    shutil.rmtree(SCRATCH, ignore_errors=True)
    for folder in (WORKSPACE / 'src', SCRATCH / 'home'):
        folder.mkdir(parents=True)
    page = (ROOT / 'docs/how-to/build-ros2-packages.md').read_text()
    for command in (BUILD, TEST):
        assert command in page, f'docs/how-to/build-ros2-packages.md: expected the tested command {command}'
    python_environment()
    subprocess.run(['cmake', '--install', BUILD_TREE, '--prefix', PREFIX], check=True, stdout=subprocess.DEVNULL)
    for step in (create_packages, build_and_run_as_created, run_a_python_package, wrong_interpreter, sitecustomize):
        step()
        print(step.__name__, 'ok', flush=True)


main()
