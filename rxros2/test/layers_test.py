# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What is above rclcpp must compile on any rclcpp: it may include and name only what ROS 2 documents."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Of rclcpp's headers those that we use; each is installed by ROS 2 Jazzy. Look a new one up before adding it.
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
# What rclcpp is compiled with: compat's packages, Debian's, messages; and a DDS that its interop tests talk to.
RCLCPPS = {
    'ament_index_cpp', 'builtin_interfaces', 'fastcdr', 'fastdds', 'libstatistics_collector', 'rcl', 'rcl_yaml_param_parser',
    'rcpputils', 'rcutils', 'rosidl_runtime_c', 'rosidl_runtime_cpp', 'rosidl_typesupport_cpp', 'rosidl_typesupport_interface',
    'rosidl_typesupport_introspection_cpp', 'service_msgs', 'statistics_msgs', 'type_description_interfaces', *MESSAGES,
}
# Folder: which packages' headers its sources may include, beside the C and C++ libraries' and Linux's.
ROOMS = {
    'base': {'base'},
    'cdr': {'cdr'},
    'bag': {'bag'},
    'rmw': {'base', 'rmw', 'dds', 'openssl', 'common'},  # common: benchmarks/common, for its benchmark
    'rclcpp': {'base', 'cdr', 'rmw', 'rclcpp', 'common', 'test_msgs'} | RCLCPPS,
    'rclcpp_action': {'rclcpp', 'rclcpp_action', 'rcl_action', 'rmw', 'action_msgs', 'test_msgs', 'rxros2_test_msgs'} | RCLCPPS,
    'rclcpp_components': {
        'ament_index_cpp', 'base', 'class_loader', 'composition_interfaces', 'lifecycle_msgs', 'rcl_interfaces', 'rclcpp', 'rclcpp_components',
        'rclcpp_lifecycle', 'std_msgs', 'std_srvs'},
    'rclcpp_lifecycle': {'base', 'rclcpp', 'rclcpp_lifecycle', 'rcl', 'rcl_lifecycle', 'rcutils', 'rmw', 'builtin_interfaces', 'lifecycle_msgs'} | MESSAGES,
    'rx': {'rx', 'rxcpp'},
    'frames': {'base', 'frames'},
    'rxros2': {'bag', 'rosidl_runtime_cpp', 'frames', 'rx', 'rxcpp', 'rxros', 'rxros2', 'class_loader', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle'} | MESSAGES,
    'replay': {'bag', 'cdr', 'rclcpp', 'replay', 'rxros2', 'example_interfaces', 'geometry_msgs', 'std_msgs', 'tf2_msgs'},  # rxros2: its test
    'examples': {'replay', 'rx', 'rxros', 'rxros2', 'class_loader', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle'} | MESSAGES,
    # tf2's: what transforms.cpp is measured beside.
    'benchmarks': {
        'frames', 'rxros2', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'message_filters', 'tf2', 'tf2_ros'} | MESSAGES,
}
SYSTEM = {'arpa', 'benchmark', 'gtest', 'linux', 'net', 'netinet', 'sanitizer', 'sys', 'valgrind'}
# Those that must compile on any rclcpp.
ABOVE = ('rx', 'frames', 'rxros2', 'examples', 'benchmarks')
# ROS 2's packages beside rclcpp: of what only ours has they name this, and what is their own.
BESIDE = {
    # Endpoints of types that are known as data, and entities that come into a group together.
    'rclcpp_action': {
        *(f'rclcpp::detail::{name}' for name in (
            'AnyCallback', 'BlockAllocated', 'BlockAllocator', 'CallbackBase', 'Message', 'PendingRequest', 'RosService',
            'ServiceType', 'TypeSupport', 'UniqueMessage', 'call_later', 'immortal', 'make_shared_message',
            'message_type_of', 'service_type', 'share_mutable', 'struct_alignment', 'type_support', 'type_support_identifier')),
        *(f'rclcpp::executors::detail::{name}' for name in (
            'CompositeWaitable', 'Due', 'Entity', 'entity_of', 'exchange_period')),
        'rclcpp::experimental::executors',
    },
    # A component's callbacks are waited for before it goes.
    'rclcpp_components': {
        'rclcpp::executors::detail::is_idle', 'rclcpp::executors::detail::wait_until_idle', 'rclcpp::experimental::executors'},
    'rclcpp_lifecycle': {'rclcpp::detail::NodeFunctions'},
}
# What only our rclcpp has.
OURS = re.compile(r'\brclcpp::(?:detail|intra_process|executors::detail|experimental)::\w+|\brmw::\w+|\bcdr::\w+')


# An include of what may be missing, which compiles on any rclcpp.
ASKED_FOR = re.compile(r'^#if __has_include\("([^"]+)"\)\n#include "\1"\n#endif$', re.M)


def sources(room):
    for path in sorted((ROOT / room).rglob('*')):
        if path.suffix in ('.hpp', '.h', '.cpp'):
            yield path, path.read_text(encoding='utf-8')


class Layers(unittest.TestCase):
    def test_headers(self):
        """Each room includes only what its row in docs/architecture.md names."""
        wrong = []
        for room, packages in ROOMS.items():
            for path, text in sources(room):
                for header in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', ASKED_FOR.sub('', text), re.M):
                    package = header.split('/')[0]
                    beside = any((folder / header).exists() for folder in (path.parent, ROOT / room, ROOT / room / 'src'))
                    if '/' not in header or beside or package in SYSTEM:
                        continue
                    of_ours = room in ABOVE and package == 'rclcpp' and header not in RCLCPP
                    if package not in packages or of_ours:
                        wrong.append(f'{path.relative_to(ROOT)} includes {header}')
        self.assertEqual(wrong, [])

    def test_installed_headers_do_without_base(self):
        wrong = [
            str(path.relative_to(ROOT))
            for room in ('bag', 'cdr', 'compat', 'rmw', 'rclcpp', 'rclcpp_action', 'rclcpp_components', 'rclcpp_lifecycle', 'rx', 'frames', 'rxros2', 'replay')
            for path, text in sources(f'{room}/include' if room != 'compat' else room)
            if '#include "base/' in text
        ]
        self.assertEqual(wrong, [])

    def test_names(self):
        """No room above rclcpp names what only our rclcpp has."""
        wrong = [
            f'{path.relative_to(ROOT)} names {name}'
            for room in ABOVE
            for path, text in sources(room)
            for name in OURS.findall(text)
        ]
        self.assertEqual(wrong, [])

    def test_names_beside_rclcpp(self):
        wrong = [
            f'{path.relative_to(ROOT)} names {name}'
            for room, shared in BESIDE.items()
            for path, text in sources(room)
            for name in set(OURS.findall(text)) - shared
        ]
        self.assertEqual(wrong, [])

    def test_python_names_public_parts_of_rclcpp(self):
        """python/src may use rmw's buffers, but nothing that rclcpp's users do not see."""
        wrong = [
            f'{path.relative_to(ROOT)} names {name}'
            for path, text in sources('python/src')
            for name in OURS.findall(text)
            if name.startswith('rclcpp::')
        ]
        self.assertEqual(wrong, [])

    def test_this_test_sees_sources(self):
        for room in ROOMS:
            self.assertGreater(len(list(sources(room))), 3, room)


if __name__ == '__main__':
    unittest.main()
