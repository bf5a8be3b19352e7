#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# check_system.sh PREFIX [BUILD]: that the layers above rclcpp work on the ROS 2 installed in PREFIX (e.g. /opt/ros/jazzy): builds
# rx, rxros2, the examples and the benchmarks there, runs their tests, the demo and T1/T2; then builds them once more as
# packages of a colcon workspace, if colcon is installed. BUILD is the build tree, build/system by default.
# RMW_IMPLEMENTATION chooses the middleware, as anywhere in ROS 2. on_system.sh says what PREFIX may be, and what is needed.
set -eu

[ $# -ge 1 ] && [ $# -le 2 ] || {
  echo "usage: check_system.sh PREFIX [BUILD], e.g. check_system.sh /opt/ros/jazzy" >&2
  exit 2
}
prefix=$1
source=$(cd "$(dirname "$0")/.." && pwd)
build=${2:-$source/build/system}

on_system() {
  "$source/tools/on_system.sh" "$prefix" "$build" "$@"
}
step() {
  printf '\n== %s\n' "$1"
}

step "build"
on_system all
step "test"
on_system all ctest --test-dir "$build" --output-on-failure
step "demo"
on_system teleop "$build/examples/teleop/teleop_demo" --output "$build/demo"
step "T1/T2: two plain nodes, then two of rxros2"
on_system t1_t2 "$build/benchmarks/t1_t2_benchmark" --reactive 0 --bytes 1048576 --rate 20 --seconds 5
on_system t1_t2 "$build/benchmarks/t1_t2_benchmark" --reactive 1 --bytes 1048576 --rate 20 --seconds 5
step "benchmark: publisher and subscription on one executor, by DDS and inside the process"
on_system one_executor "$build/benchmarks/one_executor" --intra_process 0
on_system one_executor "$build/benchmarks/one_executor" --intra_process 1
if command -v colcon >/dev/null; then
  step "as packages of a colcon workspace"
  on_system all colcon --log-base "$build/workspace/log" build --base-paths "$source" \
    --build-base "$build/workspace/build" --install-base "$build/workspace/install" --cmake-args -DCMAKE_BUILD_TYPE=Release
  on_system all sh -c '. "$0/setup.sh" && exec "$0/rxros2_examples/lib/rxros2_examples/sensor_fusion"' "$build/workspace/install"
fi
# The Python that runs them has rxros2: by default that of the release tree's tests.
step "Python: rxros2's streams and examples on its rclpy"
"$source/python/test/on_installed_ros.sh" "${RXROS2_TEST_PYTHON:-$source/build/release/python_env/bin/python}" "$prefix" ||
  [ $? -eq 77 ]
printf '\ncheck_system: all of it works on %s\n' "$prefix"
