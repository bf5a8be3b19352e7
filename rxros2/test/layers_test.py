# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that the rooms above rclcpp compile on any rclcpp: they may include and name only what ROS 2 documents."""

import collections
import graphlib
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The headers of rclcpp that we use; ROS 2 Jazzy installs each of them. Look a new one up before you
# add it.
RCLCPP = {
    f'rclcpp/{name}.hpp'
    for name in """
    callback_group clock context contexts/default_context create_client create_generic_publisher
    create_generic_subscription create_publisher create_service create_subscription create_timer executors
    guard_condition logger logging node node_interfaces/node_base_interface node_interfaces/node_clock_interface
    node_interfaces/node_graph_interface node_interfaces/node_logging_interface
    node_interfaces/node_parameters_interface
    node_interfaces/node_services_interface node_interfaces/node_timers_interface
    node_interfaces/node_topics_interface node_interfaces/node_waitables_interface node_options parameter parameter_value
    publisher publisher_options qos rclcpp serialization serialized_message subscription subscription_options time timer
    waitable
    """.split()
}
MESSAGES = {
    'diagnostic_msgs', 'example_interfaces', 'geometry_msgs', 'lifecycle_msgs', 'nav_msgs', 'rcl_interfaces', 'ros2_msg', 'rosgraph_msgs',
    'rxros2_benchmark_msgs', 'rxros2_teleop_msgs', 'sensor_msgs', 'std_msgs', 'std_srvs', 'teleop_msgs', 'tf2_msgs',
}
# The packages that rclcpp is compiled with: those of thin_packages, Debian's, messages, and a DDS for its interop
# tests.
RCLCPPS = {
    'ament_index_cpp', 'builtin_interfaces', 'fastcdr', 'fastdds', 'libstatistics_collector', 'rcl', 'rcl_yaml_param_parser',
    'rcpputils', 'rcutils', 'rosidl_runtime_c', 'rosidl_runtime_cpp', 'rosidl_typesupport_cpp', 'rosidl_typesupport_interface',
    'rosidl_typesupport_introspection_cpp', 'service_msgs', 'statistics_msgs', 'type_description_interfaces', *MESSAGES,
}
# The packages whose headers the sources of a folder may include, besides those of the C and C++ libraries and Linux.
ROOMS = {
    'base': {'base'},
    'cdr': {'cdr'},
    'bag': {'bag', 'base'},
    'rmw': {'base', 'rmw', 'dds', 'openssl', 'common'},  # common: benchmarks/common, for its benchmark
    'rclcpp': {'base', 'cdr', 'rmw', 'rclcpp', 'common', 'test_msgs'} | RCLCPPS,
    'rclcpp_action': {'rclcpp', 'rclcpp_action', 'rcl_action', 'rmw', 'action_msgs', 'test_msgs', 'rxros2_test_msgs'} | RCLCPPS,
    'rclcpp_components': {
        'ament_index_cpp', 'base', 'class_loader', 'composition_interfaces', 'lifecycle_msgs', 'rcl_interfaces', 'rclcpp', 'rclcpp_components',
        'rclcpp_lifecycle', 'rmw', 'std_msgs', 'std_srvs'},
    'rclcpp_lifecycle': {'base', 'rclcpp', 'rclcpp_lifecycle', 'rcl', 'rcl_lifecycle', 'rcutils', 'rmw', 'builtin_interfaces', 'lifecycle_msgs'} | MESSAGES,
    'rx': {'rx', 'rxcpp'},
    'frames': {'base', 'frames'},
    # rcutils: a test reads the log
    'rxros2': {'bag', 'rcutils', 'rosidl_runtime_cpp', 'frames', 'rx', 'rxcpp', 'rxros', 'rxros2', 'class_loader', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle'} | MESSAGES,
    'replay': {'bag', 'cdr', 'rclcpp', 'replay', 'rxros2', 'example_interfaces', 'geometry_msgs', 'std_msgs', 'tf2_msgs'},  # rxros2: its test
    'examples': {'replay', 'rx', 'rxros', 'rxros2', 'class_loader', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle'} | MESSAGES,
    # fastdds and tf2's packages: fastdds_pair.cpp and transforms.cpp compare with them.
    'benchmarks': {
        'fastdds', 'frames', 'rxros2', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'message_filters', 'tf2', 'tf2_ros'} | MESSAGES,
}
SYSTEM = {'arpa', 'benchmark', 'gtest', 'linux', 'net', 'netinet', 'sanitizer', 'sys', 'valgrind'}
# The folders of rclcpp/src. A folder includes only private headers of folders before it, so no two need each other.
RCLCPP_FOLDERS = (
    'exceptions', 'time', 'message', 'logging', 'qos', 'parameters', 'executors', 'queue', 'local', 'context', 'pubsub', 'services', 'node',
    'rcl_functions')
# Rooms that must compile on any rclcpp.
ABOVE = ('rx', 'frames', 'rxros2', 'examples', 'benchmarks')
# Names that only our rclcpp has.
OURS = re.compile(r'\brclcpp::(?:detail|extension|intra_process|executors::detail|experimental)::\w+|\brmw::\w+|\bcdr::\w+')
# Private headers and names of rclcpp. The packages beside it use rclcpp/extension/ instead.
PRIVATE_HEADER = re.compile(r'rclcpp/(?:executors/)?(?:detail|intra_process)/')  # not node_interfaces/detail/, which ROS 2 names
PRIVATE_NAME = re.compile(r'\brclcpp::(?:\w+::)*(?:detail|intra_process)\b(?:::\w+)?')
# The names of rmw and cdr that packages beside rclcpp use: a forked child leaves the threads of its parent alone.
FORKS = {'rmw::is_forked_copy', 'rmw::leak'}
BESIDE = {'rclcpp_action': set(), 'rclcpp_components': FORKS, 'rclcpp_lifecycle': FORKS}


# A conditional include, which compiles on any rclcpp.
CONDITIONAL_INCLUDE = re.compile(r'^#if __has_include\("([^"]+)"\)\n#include "\1"\n#endif$', re.M)


def sources(room):
    for path in sorted((ROOT / room).rglob('*')):
        if path.suffix in ('.hpp', '.h', '.cpp'):
            yield path, path.read_text(encoding='utf-8')


class Layers(unittest.TestCase):
    def test_headers(self):
        """Each room includes only what its row in docs/architecture.md names."""
        violations = []
        for room, packages in ROOMS.items():
            for path, text in sources(room):
                for header in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', CONDITIONAL_INCLUDE.sub('', text), re.M):
                    package = header.split('/')[0]
                    is_local = any((folder / header).exists() for folder in (path.parent, ROOT / room, ROOT / room / 'src'))
                    if '/' not in header or is_local or package in SYSTEM:
                        continue
                    of_ours = room in ABOVE and package == 'rclcpp' and header not in RCLCPP
                    if package not in packages or of_ours:
                        violations.append(f'{path.relative_to(ROOT)} includes {header}')
        self.assertEqual(violations, [])

    def test_folders_of_rxros2_form_no_circle(self):
        used = collections.defaultdict(set)
        for folder in ('rxros2/include/rxros2', 'rxros2/src'):
            for path, text in sources(folder):
                group = path.relative_to(ROOT / folder).parts[0]
                used[group] |= set(re.findall(r'^#include "(?:rxros2/)?(\w+)/.*"', text, re.M)) - {group}
        groups = {path.name for path in (ROOT / 'rxros2/include/rxros2').iterdir() if path.is_dir()}
        graphlib.TopologicalSorter({group: used[group] & groups for group in groups}).prepare()

    def test_folders_inside_rclcpp(self):
        """A folder of rclcpp/src includes only private headers of the folders before it."""
        root = ROOT / 'rclcpp/src'
        violations = []
        for path, text in sources('rclcpp/src'):
            folder = path.relative_to(root).parts[0]
            self.assertIn(folder, RCLCPP_FOLDERS, f'{path.relative_to(ROOT)}: RCLCPP_FOLDERS has no such folder; add it at its place in the order')
            for header in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M):
                other = header.split('/')[0]
                if (root / header).exists() and RCLCPP_FOLDERS.index(other) > RCLCPP_FOLDERS.index(folder):
                    violations.append(f'{path.relative_to(ROOT)} includes {header}')
        self.assertEqual(violations, [])

    def test_architecture_names_the_folders_inside_rclcpp(self):
        text = (ROOT / 'docs/architecture.md').read_text(encoding='utf-8')
        self.assertIn(', '.join(f'`{folder}`' for folder in RCLCPP_FOLDERS), ' '.join(text.split()))
        self.assertEqual(set(RCLCPP_FOLDERS), {path.name for path in (ROOT / 'rclcpp/src').iterdir() if path.is_dir()})

    def test_installed_headers_do_without_base(self):
        violations = [
            str(path.relative_to(ROOT))
            for room in ('bag', 'cdr', 'thin_packages', 'rmw', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle', 'rx', 'frames', 'rxros2', 'replay')
            for path, text in sources(f'{room}/include' if room != 'thin_packages' else room)
            if '#include "base/' in text
        ]
        self.assertEqual(violations, [])

    def test_names(self):
        """No room above rclcpp uses a name that only our rclcpp has."""
        violations = [
            f'{path.relative_to(ROOT)} names {name}'
            for room in ABOVE
            for path, text in sources(room)
            for name in OURS.findall(text)
        ]
        self.assertEqual(violations, [])

    def test_only_rclcpp_uses_what_is_private_in_it(self):
        violations = []
        for room in {*ROOMS, 'python/src'} - {'rclcpp'}:
            for path, text in sources(room):
                headers = re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.M)
                violations += [f'{path.relative_to(ROOT)} includes {header}' for header in headers if PRIVATE_HEADER.match(header)]
                violations += [f'{path.relative_to(ROOT)} names {name}' for name in PRIVATE_NAME.findall(text)]
        self.assertEqual(violations, [])

    def test_names_beside_rclcpp(self):
        """The packages beside rclcpp use the layers below rclcpp through rclcpp."""
        violations = [
            f'{path.relative_to(ROOT)} names {name}'
            for room, shared in BESIDE.items()
            for path, text in sources(room)
            for name in set(re.findall(r'\b(?:rmw|cdr)::\w+', text)) - shared
        ]
        self.assertEqual(violations, [])

    def test_names_of_rx(self):
        """Other rooms use rx's public names only (docs/how-to/write-an-operator.md)."""
        violations = [
            f'{path.relative_to(ROOT)} names {name}'
            for room in (*ROOMS, 'python/src')
            if room != 'rx'
            for path, text in sources(room)
            for name in re.findall(r'\brx(?:cpp)?::detail::\w+|"rx/detail/\w+', text)
        ]
        self.assertEqual(violations, [])

    def test_python_names_public_parts_of_rclcpp(self):
        """python/src may use rmw's buffers, but only the public names of rclcpp."""
        violations = [
            f'{path.relative_to(ROOT)} names {name}'
            for path, text in sources('python/src')
            for name in OURS.findall(text)
            if name.startswith('rclcpp::')
        ]
        self.assertEqual(violations, [])

    def test_this_test_sees_sources(self):
        for room in ROOMS:
            self.assertGreater(len(list(sources(room))), 3, room)


if __name__ == '__main__':
    unittest.main()
