# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Eigen: its target Eigen3::Eigen, and the variables that ament_target_dependencies(… Eigen3) reads.
find_package(Eigen3 ${Eigen3_FIND_VERSION} QUIET CONFIG)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Eigen3 CONFIG_MODE)
if(Eigen3_FOUND)
  get_target_property(Eigen3_INCLUDE_DIRS Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  set(Eigen3_INCLUDE_DIR "${Eigen3_INCLUDE_DIRS}")
  set(Eigen3_TARGETS Eigen3::Eigen)
endif()
