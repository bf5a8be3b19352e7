# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that the rooms above rclcpp compile on any rclcpp: they may include and name only what ROS 2 documents."""

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
    node_interfaces/node_topics_interface node_interfaces/node_waitables_interface node_options parameter
    publisher publisher_options qos rclcpp serialization serialized_message subscription subscription_options time timer
    waitable
    """.split()
}
MESSAGES = {
    'example_interfaces', 'geometry_msgs', 'lifecycle_msgs', 'nav_msgs', 'rcl_interfaces', 'ros2_msg', 'rosgraph_msgs',
    'rxros2_benchmark_msgs', 'rxros2_teleop_msgs', 'sensor_msgs', 'std_msgs', 'std_srvs', 'teleop_msgs', 'tf2_msgs',
}
# The packages that rclcpp is compiled with: compat's, Debian's, messages, and a DDS for its interop
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
    'bag': {'bag'},
    'rmw': {'base', 'rmw', 'dds', 'openssl', 'common'},  # common: benchmarks/common, for its benchmark
    'rclcpp': {'base', 'cdr', 'rmw', 'rclcpp', 'common', 'test_msgs'} | RCLCPPS,
    'rclcpp_action': {'rclcpp', 'rclcpp_action', 'rcl_action', 'rmw', 'action_msgs', 'test_msgs', 'rxros2_test_msgs'} | RCLCPPS,
    'rclcpp_components': {
        'ament_index_cpp', 'base', 'class_loader', 'composition_interfaces', 'lifecycle_msgs', 'rcl_interfaces', 'rclcpp', 'rclcpp_components',
        'rclcpp_lifecycle', 'rmw', 'std_msgs', 'std_srvs'},
    'rclcpp_lifecycle': {'base', 'rclcpp', 'rclcpp_lifecycle', 'rcl', 'rcl_lifecycle', 'rcutils', 'rmw', 'builtin_interfaces', 'lifecycle_msgs'} | MESSAGES,
    'rx': {'rx', 'rxcpp'},
    'frames': {'base', 'frames'},
    'rxros2': {'bag', 'rosidl_runtime_cpp', 'frames', 'rx', 'rxcpp', 'rxros', 'rxros2', 'class_loader', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle'} | MESSAGES,
    'replay': {'bag', 'cdr', 'rclcpp', 'replay', 'rxros2', 'example_interfaces', 'geometry_msgs', 'std_msgs', 'tf2_msgs'},  # rxros2: its test
    'examples': {'replay', 'rx', 'rxros', 'rxros2', 'class_loader', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle'} | MESSAGES,
    # tf2's packages: transforms.cpp compares with them.
    'benchmarks': {
        'frames', 'rxros2', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'message_filters', 'tf2', 'tf2_ros'} | MESSAGES,
}
SYSTEM = {'arpa', 'benchmark', 'gtest', 'linux', 'net', 'netinet', 'sanitizer', 'sys', 'valgrind'}
# Rooms that must compile on any rclcpp.
ABOVE = ('rx', 'frames', 'rxros2', 'examples', 'benchmarks')
# The names of our rclcpp's own extensions that ROS 2's packages beside rclcpp may use.
BESIDE = {
    # Endpoints of types that are known only at run time, and entities that join a group together.
    'rclcpp_action': {
        *(f'rclcpp::detail::{name}' for name in (
            'AnyCallback', 'BlockAllocated', 'BlockAllocator', 'CallbackBase', 'Message', 'PendingRequest', 'RosService',
            'ServiceType', 'TypeSupport', 'UniqueMessage', 'call_later', 'immortal', 'make_shared_message',
            'message_type_of', 'service_type', 'share_mutable', 'struct_alignment', 'to_nanoseconds', 'type_support',
            'type_support_identifier')),
        *(f'rclcpp::executors::detail::{name}' for name in (
            'CompositeWaitable', 'Due', 'Entity', 'entity_of', 'exchange_period')),
        'rclcpp::experimental::executors',
    },
    # A component is destroyed after its callbacks have ended. A forked child leaves the threads of its parent alone.
    'rclcpp_components': {
        'rclcpp::executors::detail::is_idle', 'rclcpp::executors::detail::wait_until_idle', 'rclcpp::experimental::executors',
        'rmw::is_forked_copy', 'rmw::leak'},
    'rclcpp_lifecycle': {'rclcpp::detail::NodeFunctions', 'rmw::is_forked_copy', 'rmw::leak'},
}
# Names that only our rclcpp has.
OURS = re.compile(r'\brclcpp::(?:detail|intra_process|executors::detail|experimental)::\w+|\brmw::\w+|\bcdr::\w+')


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

    def test_installed_headers_do_without_base(self):
        violations = [
            str(path.relative_to(ROOT))
            for room in ('bag', 'cdr', 'compat', 'rmw', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle', 'rx', 'frames', 'rxros2', 'replay')
            for path, text in sources(f'{room}/include' if room != 'compat' else room)
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

    def test_names_beside_rclcpp(self):
        violations = [
            f'{path.relative_to(ROOT)} names {name}'
            for room, shared in BESIDE.items()
            for path, text in sources(room)
            for name in set(OURS.findall(text)) - shared
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
