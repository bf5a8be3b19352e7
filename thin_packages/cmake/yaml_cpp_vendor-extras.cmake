# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# ROS 2's yaml_cpp_vendor provides yaml-cpp as the target yaml-cpp::yaml-cpp; Debian's 0.7 calls it yaml-cpp.
find_package(yaml-cpp QUIET)
if(NOT yaml-cpp_FOUND)
  set(yaml_cpp_vendor_FOUND FALSE)
  set(yaml_cpp_vendor_NOT_FOUND_MESSAGE "yaml-cpp was not found; expected Debian's libyaml-cpp-dev")
  return()
endif()
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
  target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()
set(yaml_cpp_vendor_TARGETS yaml-cpp::yaml-cpp)
set(yaml_cpp_vendor_LIBRARIES yaml-cpp::yaml-cpp)
