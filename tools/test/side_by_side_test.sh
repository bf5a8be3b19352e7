#!/bin/sh
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# In a shell where a ROS 2 is sourced, our programs run on our libraries and the tree is configured without it. The ROS 2 is a
# folder with libraries, CMake packages and Python modules of the right names, none of which may be used.
# usage: side_by_side_test.sh BUILD_TREE SCRATCH
set -eu

build_tree=$1
scratch=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
ros2=$scratch/ros2
rm -rf "$scratch"
mkdir -p "$ros2/lib/cmake" "$ros2/share/ament_index" "$ros2/python" "$ros2/include/rosidl_runtime_cpp/rosidl_runtime_cpp"

echo 'int not_ours;' >"$scratch/library.c"
for library in rcl rclcpp rclcpp_action rclcpp_lifecycle rmw std_msgs__rosidl_typesupport_cpp; do
  cc -shared -fPIC -Wl,-soname,lib$library.so -o "$ros2/lib/lib$library.so" "$scratch/library.c"
done
for package in CycloneDDS rosidl_runtime_cpp rcutils; do
  mkdir "$ros2/lib/cmake/$package"
  echo "message(FATAL_ERROR \"$package of the sourced ROS 2 was used\")" >"$ros2/lib/cmake/$package/${package}Config.cmake"
done
echo '#error the sourced ROS 2 was used' >"$ros2/include/rosidl_runtime_cpp/rosidl_runtime_cpp/traits.hpp"
for module in rosidl_parser rosidl_adapter rosidl_cmake em; do
  echo "raise ImportError('the sourced ROS 2 was used')" >"$ros2/python/$module.py"
done

export AMENT_PREFIX_PATH="$ros2" CMAKE_PREFIX_PATH="$ros2" LD_LIBRARY_PATH="$ros2/lib" PYTHONPATH="$ros2/python"
"$build_tree/examples/streams/sensor_fusion" >"$scratch/sensor_fusion.txt"
diff "$scratch/sensor_fusion.txt" "$source/examples/streams/sensor_fusion.txt"

cmake -S "$source" -B "$scratch/build" -G Ninja -DBUILD_TESTING=OFF "-DRXROS2_ROOMS=base;interfaces;cdr;rmw;thin_packages;rclcpp" \
  >"$scratch/configure.log" 2>&1 || { cat "$scratch/configure.log" >&2; exit 1; }
if grep "$ros2" "$scratch/build/CMakeCache.txt"; then
  echo "the tree was configured with the sourced ROS 2; expected none of it" >&2
  exit 1
fi
cmake --build "$scratch/build" --target rxros2_interfaces_generated >"$scratch/build.log" 2>&1 || { cat "$scratch/build.log" >&2; exit 1; }
echo "a sourced ROS 2 does not get in the way"
