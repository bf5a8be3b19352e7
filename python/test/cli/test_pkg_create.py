# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg create. tools/test/workspace_test.py builds and tests what it writes."""

import configparser
import os
from xml.etree import ElementTree

import pytest


@pytest.fixture
def create(run_here, tmp_path):
    """Creates a package in an empty folder; returns the result and the texts of its files."""

    def run(name, *options):
        result = run_here('pkg', 'create', name, '--destination-directory', str(tmp_path), *options)
        folder = tmp_path / name
        return result, {
            str(file.relative_to(folder)): file.read_text() for file in folder.rglob('*') if not file.is_dir()
        }

    return run


def test_a_package_of_cpp(create, tmp_path):
    result, files = create(
        'arm', '--dependencies', 'rclcpp', 'std_msgs', '--node-name', 'wave', '--library-name', 'bones'
    )
    assert result.code == 0
    assert set(files) == {
        'package.xml',
        'CMakeLists.txt',
        'src/wave.cpp',
        'src/bones.cpp',
        'include/arm/bones.hpp',
    }
    assert 'class Bones' in files['include/arm/bones.hpp']
    assert 'ament_target_dependencies(bones rclcpp std_msgs)\n' in files['CMakeLists.txt']
    assert 'target_link_libraries(wave bones)\n' in files['CMakeLists.txt']
    assert result.out.startswith('package arm of build type ament_cmake with the library bones and the node wave, in ')
    assert f'{tmp_path}/arm:\n' in result.out and '  src/wave.cpp\n' in result.out
    package = ElementTree.fromstring(files['package.xml'])
    assert package.get('format') == '3'
    assert package.findtext('buildtool_depend') == 'ament_cmake_ros'
    assert [element.text for element in package.findall('depend')] == ['rclcpp', 'std_msgs']
    assert package.findtext('export/build_type') == 'ament_cmake'


def test_an_empty_package_has_the_folders_of_sources(create, tmp_path):
    result, files = create('arm', '--package_format', '2')
    assert result.code == 0 and set(files) == {'package.xml', 'CMakeLists.txt'}
    assert (tmp_path / 'arm/src').is_dir() and (tmp_path / 'arm/include/arm').is_dir()
    assert ElementTree.fromstring(files['package.xml']).get('format') == '2'


def test_a_package_of_plain_cmake(create):
    _, files = create('arm', '--build-type', 'cmake', '--library-name', 'bones', '--dependencies', 'rclcpp')
    assert 'ament' not in files['CMakeLists.txt']
    assert 'find_dependency(rclcpp)\n' in files['armConfig.cmake.in']
    assert ElementTree.fromstring(files['package.xml']).findtext('export/build_type') == 'cmake'


def test_a_package_of_python(create):
    result, files = create(
        'arm', '--build-type', 'ament_python', '--node-name', 'wave', '--library-name', 'bones', '--license', 'MIT',
        '--description', "Waves at 'visitors' & <robots>", '--maintainer-name', 'Ada',
        '--maintainer-email', 'ada@arm.org',
    )  # fmt: skip
    assert result.code == 0 and result.err == ''
    assert set(files) == {
        'package.xml',
        'setup.py',
        'setup.cfg',
        'resource/arm',
        'arm/__init__.py',
        'arm/wave.py',
        'arm/bones/__init__.py',
        'test/test_copyright.py',
        'test/test_flake8.py',
        'test/test_pep257.py',
        'LICENSE',
    }
    for path, text in files.items():
        if path.endswith('.py'):
            compile(text, path, 'exec')
            assert all(len(line) < 100 for line in text.splitlines())  # which ament_flake8 demands
    assert "'wave = arm.wave:main'," in files['setup.py']
    configuration = configparser.RawConfigParser()
    configuration.read_string(files['setup.cfg'])
    assert configuration['install']['install_scripts'] == configuration['develop']['script_dir'] == '$base/lib/arm'
    package = ElementTree.fromstring(files['package.xml'])
    assert package.findtext('description') == "Waves at 'visitors' & <robots>"
    assert package.find('maintainer').attrib == {'email': 'ada@arm.org'} and package.findtext('maintainer') == 'Ada'
    assert 'Ada' in files['LICENSE'] and 'without restriction' in files['LICENSE']


def test_a_python_module_has_no_dash(create):
    result, files = create('my-arm', '--build-type', 'ament_python', '--node-name', 'wave-hand')
    assert result.code == 0
    assert 'my_arm/wave_hand.py' in files and "'wave-hand = my_arm.wave_hand:main'," in files['setup.py']


def test_a_node_with_the_name_of_the_library_is_renamed(create):
    result, files = create('arm', '--node-name', 'bones', '--library-name', 'bones')
    assert 'src/bones_node.cpp' in files and 'so the node is called bones_node' in result.err


def test_a_node_with_the_module_of_the_library_is_renamed(create):
    result, files = create('arm', '--build-type', 'ament_python', '--node-name', 'a-b', '--library-name', 'a_b')
    assert 'arm/a_b_node.py' in files and 'arm/a_b/__init__.py' in files and 'called a-b_node' in result.err
    result, files = create('leg', '--node-name', 'a-b', '--library-name', 'a_b')
    assert 'src/a-b.cpp' in files and 'src/a_b.cpp' in files


@pytest.mark.parametrize('name', ['Apache-2.0', 'BSD-2-Clause', 'BSD-2.0', 'BSD-3-Clause', 'BSL-1.0', 'MIT', 'MIT-0'])
def test_licenses(create, name):
    _, files = create('arm', '--license', name)
    assert len(files['LICENSE']) > 500 and '@' not in files['LICENSE']
    assert ElementTree.fromstring(files['package.xml']).findtext('license') == name


def test_an_unknown_licence_is_a_warning(create):
    result, files = create('arm', '--license', 'Proprietary')
    assert result.code == 0 and 'LICENSE' not in files
    assert "warning: no text of the licence 'Proprietary' is known" in result.err
    result, files = create('leg', '--license', '?')
    assert result.code == 0 and 'Apache-2.0\n' in result.out and files == {}


def test_dependencies_that_are_probably_misspelt_are_a_warning(create):
    result, _ = create('arm', '--dependencies', 'std_msg', 'robot_of_the_workspace', '--license', 'MIT')
    assert result.code == 0
    assert result.err == 'warning: no package std_msg is known; did you mean std_msgs?\n'


@pytest.mark.parametrize(
    ('words', 'error'),
    [
        (['a b'], "'a b' is not a valid name of a package; expected letters"),
        (['../arm'], "'../arm' is not a valid name of a package"),
        (['_arm'], "'_arm' is not a valid name of a package"),
        (['arm', '--node-name', 'a/b'], "'a/b' is not a valid name of a node"),
        (['arm', '--dependencies', 'rclcpp)'], "'rclcpp)' is not a valid name of a dependency"),
        (['arm', '--node-name', 'test'], "the node cannot be named 'test', which is a target of CMake itself"),
        (['test', '--build-type', 'ament_python'], "cannot be named 'test', which is the folder of its tests"),
        (['class', '--build-type', 'ament_python'], "the package cannot be named 'class'"),
        (['class', '--library-name', 'a'], "the package cannot be named 'class', which is a keyword of C++"),
        (['arm', '--library-name', 'co-await'], "the library cannot be named 'co-await', which is a keyword of C++"),
        (['2arm', '--library-name', 'a'], "cannot be named '2arm', which begins with a digit"),
        (['arm', '--build-type', 'catkin'], 'invalid choice'),
    ],
)
def test_errors_write_nothing(create, tmp_path, words, error):
    result, _ = create(*words)
    assert result.code == 2 and error in result.err and os.listdir(tmp_path) == []


def test_a_package_without_a_library_may_have_the_name_of_a_keyword(create):
    result, _ = create('class', '--node-name', 'new')
    assert result.code == 0


def test_an_existing_folder_is_left_alone(create, tmp_path):
    (tmp_path / 'arm').mkdir()
    result, files = create('arm')
    assert result.code == 1 and result.out == '' and files == {}
    assert result.err.startswith(f"rxros2: '{tmp_path}/arm' exists; expected a new folder")


def test_a_folder_that_cannot_be_written(run_here, tmp_path):
    (tmp_path / 'file').touch()
    result = run_here('pkg', 'create', 'arm', '--destination-directory', str(tmp_path / 'file'))
    assert result.code == 1 and 'cannot be written: Not a directory' in result.err
