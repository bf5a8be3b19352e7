# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Headers that Debian's release has not, beside its own.
if(TARGET ament_index_cpp::ament_index_cpp)
  set_property(TARGET ament_index_cpp::ament_index_cpp APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES
    "${ament_index_cpp_PREFIX}/include/ament_index_cpp")
endif()
