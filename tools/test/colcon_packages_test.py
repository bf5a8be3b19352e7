#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests that colcon finds the packages for an installed ROS 2 in a workspace that holds this repository, and nothing else.

colcon takes each folder with a CMakeLists.txt for a package, and looks no further below it. A room that is not for an
installed ROS 2 (whose own rclcpp, rmw … it would hide) says so by a file COLCON_IGNORE.
"""

import os
import pathlib
import re
import unittest
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = {
    'ros2_msg': 'interfaces/ros2_msg',
    'rx': 'rx',
    'rxros2': 'rxros2',
    'rxros2_bag': 'bag',
    'rxros2_benchmark_msgs': 'interfaces/rxros2_benchmark_msgs',
    'rxros2_examples': 'examples',
    'rxros2_frames': 'frames',
    'rxros2_teleop_msgs': 'interfaces/rxros2_teleop_msgs',
}


def packages():
    for folder, below, files in os.walk(ROOT):
        name = str(pathlib.Path(folder).relative_to(ROOT))
        if 'COLCON_IGNORE' in files:
            below.clear()
        elif 'package.xml' in files:
            below.clear()
            yield ElementTree.parse(f'{folder}/package.xml').findtext('name'), name
        elif 'CMakeLists.txt' in files:
            text = pathlib.Path(folder, 'CMakeLists.txt').read_text()
            project = re.search(r'project\s*\(\s*([\w-]+)', text)
            if not (project and project[1] == 'Project' and 'catkin_workspace()' in text.splitlines()):
                below.clear()
                yield project[1] if project else name, name
        below[:] = [name for name in below if not name.startswith('.')]


class ColconPackages(unittest.TestCase):
    def test_packages(self):
        self.assertEqual(dict(packages()), PACKAGES, 'a folder that is not a package needs a file COLCON_IGNORE')

    def test_each_names_its_messages(self):
        """Each package that a CMakeLists.txt names is a dependency, so that colcon builds it before."""
        for name, folder in PACKAGES.items():
            depends = {element.text for element in ElementTree.parse(ROOT / folder / 'package.xml').getroot()}
            for path in (ROOT / folder).rglob('CMakeLists.txt'):
                for package in re.findall(r'\b(\w+_msgs?|\w+_srvs|\w+_interfaces)::', path.read_text()):
                    if name == 'rxros2_examples' and package != 'teleop_msgs':  # an alias
                        self.assertIn(package, depends, path)


if __name__ == '__main__':
    unittest.main()
