#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Runs rxros2's streams and examples on the rclpy of the ROS 2 that is installed in PREFIX, by default in
# $RXROS2_ROS_PREFIX. Without one it prints the reason and exits with code 77.
#
# usage: on_installed_ros.sh PYTHON [PREFIX]
#   PYTHON: an interpreter of the version that ROS 2 uses, with rxros2, reactivex and pytest
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
python=$1 prefix=${2:-${RXROS2_ROS_PREFIX:-}}

skip() {
  echo "on_installed_ros: skipped: $1"
  exit 77
}
[ -n "$prefix" ] || skip "no installed ROS 2 is given; expected RXROS2_ROS_PREFIX=/opt/ros/jazzy or the like"
[ -r "$prefix/setup.sh" ] || skip "$prefix/setup.sh is missing; expected the prefix of an installed ROS 2"
[ -x "$python" ] || skip "no $python; expected a Python environment with rxros2 (ctest's python_package makes one)"
set +eu
AMENT_CURRENT_PREFIX=$prefix COLCON_CURRENT_PREFIX=$prefix . "$prefix/setup.sh"
set -eu
found=$("$python" -c 'import rclpy; print(rclpy.__file__)' 2> /dev/null) || skip "$python does not find rclpy in $prefix"
case $found in *rclpy_compat*) skip "there is no rclpy in $prefix but RxROS2's own" ;; esac
"$python" -c 'import std_srvs.srv' 2> /dev/null || skip "there is no std_srvs in $prefix"
echo "on_installed_ros: $found"
PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 exec "$python" -B -m pytest -q -p no:cacheprovider -W ignore::DeprecationWarning \
  "$tests/rclpy_api/test_rclpy_session.py" "$tests/rclpy_api/test_rclpy_streams.py" "$tests/rclpy_api/test_rclpy_examples.py"
