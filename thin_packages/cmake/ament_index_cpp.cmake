# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Adds headers that Debian's release lacks.
if(TARGET ament_index_cpp::ament_index_cpp)
  set_property(TARGET ament_index_cpp::ament_index_cpp APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES
    "${ament_index_cpp_PREFIX}/include/ament_index_cpp")
endif()
