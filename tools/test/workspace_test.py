#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Builds the packages of workspace/ against an installed RxROS2, with plain cmake and with colcon, and runs them.

usage: workspace_test.py BUILD_TREE SCRATCH

Installs BUILD_TREE into SCRATCH and moves the prefix to another folder first. Every command runs in an environment that
has nothing of the build tree: all that it knows of RxROS2 comes from setup.bash.
"""

import contextlib
import ctypes
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

WORKSPACE = pathlib.Path(__file__).parent / 'workspace'
BUILD_TREE, SCRATCH = (pathlib.Path(a).resolve() for a in sys.argv[1:])
PREFIX = SCRATCH / 'moved' / 'rxros2'
# The system's tools, and what belongs to this test's run: its DDS domain, its compiler cache.
ENVIRONMENT = {'PATH': '/usr/lib/ccache:/usr/bin:/bin', 'HOME': str(SCRATCH / 'home'), 'LANG': 'C.UTF-8'} | {
    k: v for k, v in os.environ.items() if k.startswith(('ROS_', 'CCACHE_'))
}
if 'CCACHE_DIR' not in os.environ and pathlib.Path.home().joinpath('.cache/ccache').is_dir():
    ENVIRONMENT['CCACHE_DIR'] = str(pathlib.Path.home() / '.cache/ccache')


def shell(command, setup=()):
    """The argument list that runs command in bash after sourcing each file of setup."""
    sources = ''.join(f'source {shlex.quote(str(s))} && ' for s in setup)
    return ['bash', '-c', sources + command]


def run(command, setup=(), succeeds=True, where=SCRATCH):
    """Runs command to its end; returns its output. The test ends if it fails, or if it succeeds and should not."""
    process = subprocess.run(
        shell(command, setup), cwd=where, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if (process.returncode == 0) != succeeds:
        sys.exit(f'{process.stdout}\n{command}: exit code {process.returncode}; expected {"0" if succeeds else "not 0"}')
    return process.stdout


@contextlib.contextmanager
def running(name, program, setup):
    """Runs an installed program; on leaving, it must end with code 0 when it is interrupted."""
    log = SCRATCH / f'{name}.log'
    with log.open('w') as out:
        process = subprocess.Popen(
            shell('exec ' + program, setup), env=ENVIRONMENT, stdout=out, stderr=subprocess.STDOUT, cwd=SCRATCH
        )

    def prints(pattern, seconds=60):
        deadline = time.monotonic() + seconds
        while not re.search(pattern, log.read_text()):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{log.read_text()}\n{program} ({process.poll()}): expected a line with '{pattern}'")
            time.sleep(0.05)

    try:
        yield prints
    finally:
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            code = 'none in 60 s'
    if code != 0:
        sys.exit(f'{log.read_text()}\n{program}: exit code {code} after SIGINT; expected 0')


def install():
    first = SCRATCH / 'installed'
    run(f'cmake --install {BUILD_TREE} --prefix {first}')
    PREFIX.parent.mkdir(parents=True)
    first.rename(PREFIX)
    for path in PREFIX.rglob('*'):
        # setup.sh contains its folder, since a POSIX shell does not pass it to a sourced file
        if path.is_file() and path.suffix != '.sh' and str(BUILD_TREE).encode() in path.read_bytes():
            sys.exit(f"{path}: names the build tree '{BUILD_TREE}'; expected a prefix that can be moved")
    libraries = sorted(p for p in PREFIX.glob('lib/*.so*') if not p.name.startswith('librxros2'))
    # If a ROS 2 is sourced too, LD_LIBRARY_PATH has both folders (beside_ros2()).
    strange = [p.name for p in libraries if not p.is_symlink() or p.resolve().parent != PREFIX / 'lib/rxros2_typesupport']
    assert libraries and not strange, f'{strange}: names that a ROS 2 may have; expected librxros2…, and type support'
    from catkin_pkg.package import parse_package

    for path in PREFIX.glob('share/*/package.xml'):
        parse_package(str(path)).validate()


def find_packages():
    """Each installed package is found, brings what it needs, and exports targets that exist."""
    names = sorted(p.name for p in (PREFIX / 'share/ament_index/resource_index/packages').iterdir())
    assert {'rclcpp', 'std_msgs', 'rosidl_default_generators', 'rxros2', 'rxros2_cpp'} <= set(names), names
    source = SCRATCH / 'find'
    source.mkdir()
    (source / 'CMakeLists.txt').write_text(
        f"""cmake_minimum_required(VERSION 3.8)
project(find)
find_package(ament_cmake REQUIRED)
add_library(everything INTERFACE)
foreach(package {' '.join(names)})
  find_package(${{package}} QUIET)
  if(NOT ${{package}}_FOUND)
    if(NOT ${{package}}_NOT_FOUND_MESSAGE MATCHES "expected Debian's [a-z0-9-]+")
      message(FATAL_ERROR "${{package}} was not found: ${{${{package}}_NOT_FOUND_MESSAGE}}")
    endif()
    continue()  # a vendor package, whose library is not installed
  endif()
  foreach(target IN LISTS ${{package}}_TARGETS)
    if(NOT TARGET ${{target}})
      message(FATAL_ERROR "${{package}} names target ${{target}}, which does not exist")
    endif()
  endforeach()
  foreach(folder IN LISTS ${{package}}_INCLUDE_DIRS)
    if(NOT IS_DIRECTORY "${{folder}}")
      message(FATAL_ERROR "${{package}} names folder ${{folder}}, which does not exist")
    endif()
  endforeach()
  ament_target_dependencies(everything INTERFACE ${{package}})
endforeach()
"""
    )
    run(f'cmake -S {source} -B {source}/build', [PREFIX / 'setup.bash'])


# Vendor packages: the name for find_package, the target (or the variable of a module), a header, and an expression.
BORROWED = {
    'console_bridge_vendor': ('console_bridge', 'console_bridge::console_bridge', 'console_bridge/console.h',
                              'console_bridge::getLogLevel()'),
    'eigen3_cmake_module': ('Eigen3 3.3', '${Eigen3_TARGETS}', 'Eigen/Core', 'int(Eigen::Vector3d(0, 0, 0).sum())'),
    'libcurl_vendor': ('CURL', 'CURL::libcurl', 'curl/curl.h', 'curl_version() == nullptr'),
    'liblz4_vendor': ('lz4', '${lz4_LIBRARIES}', 'lz4.h', 'LZ4_versionNumber()'),
    'orocos_kdl_vendor': ('orocos_kdl', 'orocos-kdl', 'kdl/chain.hpp', 'int(KDL::Chain().getNrOfJoints())'),
    'pybind11_vendor': ('pybind11', 'pybind11::embed', 'pybind11/pybind11.h', 'PYBIND11_VERSION_MAJOR'),
    'sdl2_vendor': ('SDL2', 'SDL2::SDL2', 'SDL.h', 'SDL_WasInit(0)'),
    'shared_queues_vendor': ('shared_queues_vendor', 'shared_queues_vendor::singleproducerconsumer',
                             'moodycamel/readerwriterqueue.h', 'int(moodycamel::ReaderWriterQueue<int>(1).size_approx())'),
    'sqlite3_vendor': ('SQLite3', 'SQLite::SQLite3', 'sqlite3.h', 'sqlite3_libversion_number()'),
    'tinyxml2_vendor': ('TinyXML2', '${TinyXML2_LIBRARIES}', 'tinyxml2.h', 'tinyxml2::XMLDocument().ErrorID()'),
    'zstd_vendor': ('zstd', '${zstd_TARGETS}', 'zstd.h', 'int(ZSTD_versionNumber())'),
}


def vendor_packages():
    """Each vendor package finds Debian's library, by the names that ROS 2 gives it, or names the package to install."""
    installed = {p.name for p in PREFIX.glob('share/*_vendor')} - {'yaml_cpp_vendor'}
    assert installed <= set(BORROWED), installed - set(BORROWED)
    source = SCRATCH / 'vendors'
    source.mkdir()
    lists = ['cmake_minimum_required(VERSION 3.8)', 'project(vendors CXX)', 'set(CMAKE_CXX_STANDARD 17)']
    for package, (find, target, header, expression) in BORROWED.items():
        (source / f'{package}.cpp').write_text(
            f'#include <cstdio>\n#include <{header}>\n'
            f'int main() {{ std::printf("{package} says %d\\n", int({expression})); }}\n'
        )
        lists.append(
            f"""find_package({package} QUIET)
if({package}_FOUND)
  find_package({find} REQUIRED)
  add_executable({package} {package}.cpp)
  target_link_libraries({package} {target})
  add_custom_target(run_{package} ALL COMMAND {package})
else()
  message(STATUS "{package}: ${{{package}_NOT_FOUND_MESSAGE}}.")
endif()"""
        )
    (source / 'CMakeLists.txt').write_text('\n'.join(lists) + '\n')
    output = run(f'cmake -S {source} -B {source}/build && cmake --build {source}/build -j2', [PREFIX / 'setup.bash'])
    for package in BORROWED:
        if missing := re.search(rf"{package}: .* was not found; expected Debian's (\S+)\.", output):
            status = subprocess.run(['dpkg-query', '-W', '-f=${Status}', missing[1]], text=True, capture_output=True).stdout
            assert not status.endswith(' installed'), f'{missing[0]} It is installed\n{output}'
        else:
            assert re.search(rf'{package} says \d', output), output


def workspace_vendor():
    """A vendor package of a workspace takes the system's library; if there is none, it says what to do."""
    source = SCRATCH / 'vendor'
    source.mkdir()
    (source / 'CMakeLists.txt').write_text(
        """cmake_minimum_required(VERSION 3.8)
project(anvil_vendor NONE)
find_package(ament_cmake_vendor_package REQUIRED)
ament_vendor(anvil_vendor SATISFIED ${ANVIL} VCS_URL https://anvil.example/anvil.git VCS_VERSION v1.2 GLOBAL_HOOK
  PATCHES patches CMAKE_ARGS -DTESTS=OFF)
"""
    )
    configure = f'cmake -S {source} -B {source}/build -DANVIL='
    output = run(configure + 'TRUE', [PREFIX / 'setup.bash'])
    assert 'anvil_vendor: the system has it' in output, output
    output = re.sub(r'\s+', ' ', run(configure + 'FALSE', [PREFIX / 'setup.bash'], succeeds=False))
    assert 'does not have what would be downloaded from https://anvil.example/anvil.git (v1.2)' in output, output


def build_with_cmake(packages, target):
    """Each package by itself, installed to target, in the order given."""
    setup = [PREFIX / 'setup.bash']
    for package in packages:
        build = SCRATCH / 'build_cmake' / package
        run(
            f'export CMAKE_PREFIX_PATH={target}:$CMAKE_PREFIX_PATH && '
            f'cmake -S {WORKSPACE / package} -B {build} -DCMAKE_INSTALL_PREFIX={target} -DBUILD_TESTING=OFF && '
            f'cmake --build {build} -j2 && cmake --install {build}',
            setup,
        )


def test_packages():
    """Packages with tests: several that are one program, a benchmark, and one of a library of headers."""
    target = SCRATCH / 'install_cmake'
    expected = {
        'greenhouse_gripper': ['gripper_test_10', 'gripper_test_20', 'matchers_test_10', 'matchers_test_20', 'mock_test',
                               'fixtures_test'],
        'greenhouse_seeds': ['seeds_test', 'seeds_benchmark'],
    }
    for package, tests in expected.items():
        build = SCRATCH / 'build_tests' / package
        output = run(
            f'export CMAKE_PREFIX_PATH={target}:$CMAKE_PREFIX_PATH && cmake -S {WORKSPACE / package} -B {build} '
            f'-DCMAKE_INSTALL_PREFIX={target} -DPython3_EXECUTABLE=/usr/bin/python3 -DAMENT_RUN_PERFORMANCE_TESTS=ON && '
            f'cmake --build {build} -j2 && ctest --test-dir {build} && cmake --install {build}',
            [PREFIX / 'setup.bash'],
        )
        for name in tests:
            assert re.search(rf'{name} \.+ +Passed', output), output
    assert (target / 'include/greenhouse_seeds/greenhouse_seeds/version.h').exists()
    [measured] = (SCRATCH / 'build_tests').rglob('seeds_benchmark.google_benchmark.json')
    assert '"iterations": 1000' in measured.read_text(), measured.read_text()


def wrong_definitions():
    """An error in a user's own definitions names the file and line."""
    package = SCRATCH / 'wrong'
    shutil.copytree(WORKSPACE / 'greenhouse_msgs', package)
    climate = package / 'msg' / 'Climate.msg'
    climate.write_text('float32 celsius\nfloat33 humidity\n')
    configure = f'cmake -S {package} -B {package / "build"}'
    output = run(configure, [PREFIX / 'setup.bash'], succeeds=False)
    assert "wrong/msg/Climate.msg:2: 'float33' is not a valid type" in re.sub(r'\s+', ' ', output), output
    climate.write_text('float32 celsius\n\nDraught wind\n')
    output = run(f'{configure} && cmake --build {package / "build"}', [PREFIX / 'setup.bash'], succeeds=False)
    assert f"{climate}:3: there is no type 'greenhouse_msgs/msg/Draught'" in output, output


def measure(program, setup):
    with running('recorder', program('greenhouse_climate', 'recorder'), setup) as recorder:
        with running('thermometer', program('greenhouse_climate', 'thermometer'), setup) as thermometer:
            thermometer(r'06:00, 18\.0 degrees')
            recorder(r'between \d+\.\d and \d+\.\d degrees')
            recorder('heard of the sunrise')


def advise(program, setup):
    with running('adviser', program('greenhouse_vents', 'vent_adviser'), setup) as adviser:
        adviser('advises on /vent_angle')
        client = program('greenhouse_vents', 'ask_vents')
        output = run(client + ' 31 18', setup)
        assert 'vents at 65 degrees, since it is warm inside' in output, output
        adviser('31 inside, 18 outside: 65 degrees')
        output = run(client + ' 31 18 rain', setup)
        assert 'vents at 0 degrees, since it rains' in output, output


def shade(program, setup, prefix):
    """Components alone, composed by hand, and loaded by a container."""
    index = prefix / 'share/ament_index/resource_index'
    assert (index / 'rclcpp_components/greenhouse_shades').read_text().splitlines() == [
        'greenhouse_shades::LightSensor;lib/liblight_sensor.so',
        'greenhouse_shades::Blinds;lib/libblinds.so',
        'greenhouse_shades::Awning;lib/libblinds.so',
    ]
    garden = (index / 'garden_components/greenhouse_shades').read_text()
    assert garden == 'greenhouse_shades::Parasol;lib/libblinds.so\n', garden
    sensor = program('greenhouse_shades', 'light_sensor_node') + ' --ros-args -p lux:=12000.0'
    with running('light_sensor', sensor, setup) as sensor:
        sensor('12000 lux')
    by_hand = program('greenhouse_shades', 'by_hand') + f' {prefix}/lib/liblight_sensor.so {prefix}/lib/libblinds.so'
    with running('by_hand', by_hand, setup) as by_hand:
        by_hand(r'\[parasol\]: closed at 25000 lux')
    container = f'{PREFIX}/lib/rclcpp_components/component_container --ros-args -r __node:=roof'
    with running('container', container, setup) as container:
        output = run(program('greenhouse_shades', 'hang_up') + ' /roof LightSensor Blinds Tent', setup)
        assert 'LightSensor /light_sensor\nBlinds /blinds\nTent Failed to find class' in output, output
        container(r'\[blinds\]: closed at 25000 lux')
        container(r"other components of package 'greenhouse_shades': 'greenhouse_shades::LightSensor', ")


def load_type_support(prefix):
    """The types of a user's package can be loaded by name, from a library that needs no other of ours."""
    name = 'greenhouse_msgs__rosidl_typesupport_cpp'
    library = ctypes.CDLL(str(prefix / f'lib/rxros2_typesupport/lib{name}.so'), os.RTLD_NOW)
    for symbol in ('message_type_support_handle__greenhouse_msgs__msg__Climate',
                   'service_type_support_handle__greenhouse_msgs__srv__VentAngle',
                   'message_type_support_handle__greenhouse_msgs__action__WaterBed_Feedback'):
        get = library['rosidl_typesupport_cpp__get_' + symbol]
        get.restype = ctypes.c_void_p
        assert get(), symbol
    # Where a ROS 2's stand, for those that open them by path: the same library, under both names.
    for identifier in ('rosidl_typesupport_cpp', 'rosidl_typesupport_introspection_cpp'):
        by_path = ctypes.CDLL(str(prefix / f'lib/libgreenhouse_msgs__{identifier}.so'), os.RTLD_NOW)
        assert by_path._handle == library._handle, identifier
        assert by_path[f'{identifier}__get_message_type_support_handle__greenhouse_msgs__msg__Climate']


def beside_ros2():
    """A program of ROS 2 finds ROS 2's type support, in whichever order both prefixes are sourced; of two RxROS2, the last."""
    ros2, other = SCRATCH / 'ros2', SCRATCH / 'other_rxros2'
    for prefix in (ros2, other):
        (prefix / 'lib').mkdir(parents=True)
        (prefix / 'setup.bash').write_text(
            f'export LD_LIBRARY_PATH="{prefix}/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"\n'
        )
    (other / 'lib/librxros2_rclcpp.so').touch()
    (ros2 / 'library.c').write_text('int type_of_ros2(void) { return 0; }\n')
    (ros2 / 'program.c').write_text('int type_of_ros2(void);\nint main(void) { return type_of_ros2(); }\n')
    name = 'std_msgs__rosidl_typesupport_cpp'
    run(
        f'cc -shared -fPIC -Wl,-soname,lib{name}.so -o lib/lib{name}.so library.c && '
        f'cc -o program program.c -Llib -l{name}',
        where=ros2,
    )
    for first, second in ((ros2, PREFIX), (PREFIX, ros2)):
        run(f'{ros2}/program', [first / 'setup.bash', second / 'setup.bash'])
    path = run('echo $LD_LIBRARY_PATH', [ros2 / 'setup.bash', other / 'setup.bash', PREFIX / 'setup.bash']).strip()
    assert path.split(':').index(f'{PREFIX}/lib') < path.split(':').index(f'{other}/lib'), path
    path_of_three = run('echo $LD_LIBRARY_PATH', [PREFIX / 'setup.bash', ros2 / 'setup.bash', PREFIX / 'setup.bash']).strip()
    assert path_of_three == f'{ros2}/lib:{PREFIX}/lib', path_of_three


def phase(name, function, *arguments):
    begin = time.monotonic()
    function(*arguments)
    print(f'{name}: {time.monotonic() - begin:.1f} s', flush=True)


def main():
    shutil.rmtree(SCRATCH, ignore_errors=True)
    (SCRATCH / 'home').mkdir(parents=True)
    phase('install and move', install)
    phase('beside a ROS 2', beside_ros2)
    phase('find packages', find_packages)
    phase('vendor packages', vendor_packages)
    phase('vendor package of a workspace', workspace_vendor)
    phase('wrong definitions', wrong_definitions)

    target = SCRATCH / 'install_cmake'
    phase('build with cmake', build_with_cmake, ['greenhouse_msgs', 'greenhouse_climate'], target)
    phase('test packages', test_packages)
    # Plain cmake leaves the environment of the prefix to each package.
    setup = [PREFIX / 'setup.bash']
    phase('measure', measure, lambda package, name: f'{target}/lib/{package}/{name}', setup)

    colcon = SCRATCH / 'install_colcon'
    phase(
        'build with colcon',
        run,
        f'colcon build --base-paths {WORKSPACE} --build-base {SCRATCH}/build_colcon --install-base {colcon} '
        '--merge-install --executor sequential --event-handlers console_direct+ '
        '--cmake-args -DBUILD_TESTING=OFF',
        [PREFIX / 'setup.bash'],
    )
    phase('load type support', load_type_support, colcon)
    # The workspace's own setup.bash brings RxROS2's prefix with it.
    setup = [colcon / 'setup.bash']

    def program(package, name):
        return f'{colcon}/lib/{package}/{name}'

    phase('measure', measure, program, setup)
    phase('advise', advise, program, setup)
    phase('shade', shade, program, setup, colcon)
    with running('picker', program('greenhouse_harvest', 'picker'), setup) as picker:
        picker(r'8 of kind 2, 2\.00 kg, picked by nobody')
    output = run(program('greenhouse_gripper', 'gripper'), setup)
    assert 'Average force: 2\n5 is wrong: no word of a topic name begins with a digit' in output, output
    assert re.search(r'DEBUG. .* .gripper.: closed\n.*DEBUG. .* .gripper.: open', output), output
    lamp = program('greenhouse_lamp', 'lamp') + ' --ros-args -p brightness:=80'
    with running('lamp', lamp, setup) as lamp:
        lamp('lamp at 80 %')
        lamp('lamp from 80 to 55 %: done')
        lamp('lamp from 5 to 0 %: done')


main()
