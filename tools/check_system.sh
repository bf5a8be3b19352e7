#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# check_system.sh PREFIX [BUILD]: builds rx, rxros2, the examples and the benchmarks on the ROS 2 installed in PREFIX (e.g.
# /opt/ros/jazzy) and runs their tests and one benchmark there. BUILD is the build tree, build/system by default.
# PREFIX may also be an installation of RxROS2 itself. Needs g++, cmake, make or ninja, and GoogleTest.
set -eu

fail() {
  printf 'check_system: %s\n' "$@" >&2
  exit 1
}

[ $# -ge 1 ] && [ $# -le 2 ] || fail "usage: check_system.sh PREFIX [BUILD], e.g. check_system.sh /opt/ros/jazzy"
prefix=$1
source=$(cd "$(dirname "$0")/.." && pwd)
build=${2:-$source/build/system}
[ -r "$prefix/setup.sh" ] || fail "no ROS 2 in '$prefix': expected $prefix/setup.sh"
for tool in c++ cmake ctest; do
  command -v "$tool" >/dev/null || fail "'$tool' is not installed"
done

# ROS's own scripts use variables that may be unset.
set +eu
AMENT_CURRENT_PREFIX=$prefix COLCON_CURRENT_PREFIX=$prefix . "$prefix/setup.sh"
set -eu

jobs=$(nproc)
step() {
  printf '\n== %s\n' "$1"
}
step "configure $build on ${ROS_DISTRO:-ROS 2} in $prefix"
cmake -S "$source" -B "$build" -DRXROS2_RUNTIME=system -DCMAKE_BUILD_TYPE=Release
step "build"
cmake --build "$build" --parallel "$jobs"
step "test"
ctest --test-dir "$build" --output-on-failure
step "benchmark: publisher and subscription on one executor, by DDS and inside the process"
"$build/benchmarks/one_executor" --intra_process 0
"$build/benchmarks/one_executor" --intra_process 1
printf '\ncheck_system: all of it works on %s\n' "$prefix"

# The Python that runs them has rxros2: by default that of the release tree's tests.
step "Python: rxros2's streams and examples on its rclpy"
"$source/python/tests/on_installed_ros.sh" "${RXROS2_TEST_PYTHON:-$source/build/release/python_env/bin/python}" "$prefix" ||
  [ $? -eq 77 ]
