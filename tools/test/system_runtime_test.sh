#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# -DRXROS2_RUNTIME=system against the only ROS 2 that CI has: an installation of BUILD_TREE, without the packages that such
# a build makes itself. What needs an rclcpp that is not ours is left to tools/check_system.sh.
# usage: system_runtime_test.sh BUILD_TREE SCRATCH
set -eu

build_tree=$1
scratch=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
prefix=$scratch/prefix
rm -rf "$scratch"
mkdir -p "$scratch"

cmake --install "$build_tree" --prefix "$prefix" >"$scratch/install.log"
for package in rxros2 rx ros2_msg rxros2_benchmark_msgs rxros2_teleop_msgs teleop_msgs; do
  rm -rf "$prefix/include/$package" "$prefix/share/$package" "$prefix"/share/ament_index/resource_index/*/"$package"
done

# With nothing of ROS 2 in sight it says what is missing.
if env -u CMAKE_PREFIX_PATH -u AMENT_PREFIX_PATH cmake -S "$source" -B "$scratch/none" -DRXROS2_RUNTIME=system >"$scratch/none.log" 2>&1; then
  echo "configured without an installed ROS 2; expected an error" >&2
  exit 1
fi
grep -q "no installed rclcpp was found" "$scratch/none.log" || { cat "$scratch/none.log" >&2; exit 1; }

export AMENT_CURRENT_PREFIX="$prefix"
. "$prefix/setup.sh"
# Nobody times these programs, and the release tree has compiled each source alone. So they are not optimised, and several sources
# of a library are read as one file, as in the sanitizer trees.
cmake -S "$source" -B "$scratch/build" -G Ninja -DRXROS2_RUNTIME=system -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 -DBUILD_TESTING=OFF
cmake --build "$scratch/build" --target rxros2 node_by_class t2 velocity_publisher image_pipeline

if ldd "$scratch/build/examples/t1_t2/t2" | grep "$build_tree" | grep -qv "$scratch"; then
  echo "t2 uses libraries of the build tree; expected those of the prefix" >&2
  exit 1
fi
"$scratch/build/benchmarks/image_pipeline" --count 10 --rate 100 | tee "$scratch/image_pipeline.json"
grep -q '"same_object", "unit": "%", "value": 100' "$scratch/image_pipeline.json"
# A node in its run(), until Ctrl-C.
"$scratch/build/examples/t1_t2/t2" >"$scratch/t2.log" 2>&1 &
t2=$!
waited=0
until grep -q "sends" "$scratch/t2.log"; do
  waited=$((waited + 1))
  [ $waited -lt 300 ] || { cat "$scratch/t2.log" >&2; kill -KILL $t2; exit 1; }
  sleep 0.1
done
kill -INT $t2
wait $t2
echo "the layers above rclcpp run on the rclcpp in $prefix"
