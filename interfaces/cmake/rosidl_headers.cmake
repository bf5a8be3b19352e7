# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Target rosidl_typesupport_cpp::rosidl_typesupport_cpp: the headers that generated C++ includes, from Debian's
# librosidl-runtime-c-cpp-dev. Headers only: rosidl's C libraries are not linked. Used by the build of RxROS2 and by its
# installed package rosidl_typesupport_cpp. It ignores those of a sourced ROS 2, because the generated C++ comes from
# Debian's templates.
# A prefix built with RXROS2_BUNDLED has these headers itself.
find_path(RXROS2_ROSIDL_INCLUDE rosidl_runtime_cpp/rosidl_runtime_cpp/traits.hpp
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../include"
  NO_CMAKE_ENVIRONMENT_PATH NO_SYSTEM_ENVIRONMENT_PATH)
mark_as_advanced(RXROS2_ROSIDL_INCLUDE)
if(NOT RXROS2_ROSIDL_INCLUDE)
  message(FATAL_ERROR "rosidl_runtime_cpp/traits.hpp is not installed; expected Debian's librosidl-runtime-c-cpp-dev")
endif()
set(rosidl_typesupport_cpp_TARGETS rosidl_typesupport_cpp::rosidl_typesupport_cpp)
set(rosidl_typesupport_cpp_LIBRARIES ${rosidl_typesupport_cpp_TARGETS})
set(rosidl_typesupport_cpp_INCLUDE_DIRS "")
foreach(_folder rosidl_runtime_cpp rosidl_runtime_c rosidl_typesupport_interface rcutils)
  list(APPEND rosidl_typesupport_cpp_INCLUDE_DIRS "${RXROS2_ROSIDL_INCLUDE}/${_folder}")
endforeach()
unset(_folder)
if(NOT TARGET rosidl_typesupport_cpp::rosidl_typesupport_cpp)
  add_library(rosidl_typesupport_cpp::rosidl_typesupport_cpp INTERFACE IMPORTED GLOBAL)
  target_include_directories(rosidl_typesupport_cpp::rosidl_typesupport_cpp SYSTEM INTERFACE
    ${rosidl_typesupport_cpp_INCLUDE_DIRS})
endif()
