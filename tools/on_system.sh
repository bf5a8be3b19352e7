#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# on_system.sh PREFIX BUILD TARGET [COMMAND…]: builds TARGET in the tree BUILD, on the ROS 2 installed in PREFIX (e.g. /opt/ros/jazzy)
# instead of on our own rclcpp, then runs COMMAND there. `make demo RUNTIME=PREFIX` and check_system.sh use it. PREFIX may also
# be a workspace's install folder, or an installation of RxROS2 itself. Needs g++, cmake, make or ninja, and GoogleTest.
set -eu

fail() {
  printf 'on_system: %s\n' "$@" >&2
  exit 1
}

[ $# -ge 3 ] || fail "usage: on_system.sh PREFIX BUILD TARGET [COMMAND…]"
[ -r "$1/setup.sh" ] || fail "no ROS 2 in '$1': expected $1/setup.sh"
prefix=$(cd "$1" && pwd)
build=$2
target=$3
shift 3
source=$(cd "$(dirname "$0")/.." && pwd)
for tool in c++ cmake ctest; do
  command -v "$tool" >/dev/null || fail "'$tool' is not installed"
done

# ROS's own scripts use variables that may be unset.
set +eu
AMENT_CURRENT_PREFIX=$prefix COLCON_CURRENT_PREFIX=$prefix . "$prefix/setup.sh"
set -eu

# A tree of another prefix remembers where it found everything.
mkdir -p "$build"
[ "$(cat "$build/runtime" 2>/dev/null)" = "$prefix" ] || rm -f "$build/CMakeCache.txt"
echo "$prefix" >"$build/runtime"
if [ ! -f "$build/CMakeCache.txt" ]; then
  echo "configure $build on ${ROS_DISTRO:-ROS 2} in $prefix"
  cmake -S "$source" -B "$build" -DRXROS2_RUNTIME=system -DCMAKE_BUILD_TYPE="${CMAKE_BUILD_TYPE:-Release}" \
    ${RXROS2_SANITIZER:+-DRXROS2_SANITIZER=$RXROS2_SANITIZER} >"$build/configure.log" 2>&1 || {
    rm -f "$build/CMakeCache.txt"
    cat "$build/configure.log" >&2
    exit 1
  }
fi
cmake --build "$build" --target "$target" --parallel "${JOBS:-$(nproc)}"
[ $# -eq 0 ] || exec "$@"
