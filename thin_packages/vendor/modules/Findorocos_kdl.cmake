# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# KDL: the target orocos-kdl with the headers of Eigen that its own include; Debian's configuration names them only.
find_package(orocos_kdl ${orocos_kdl_FIND_VERSION} QUIET CONFIG)
find_package(Eigen3 QUIET CONFIG)
find_path(orocos_kdl_INCLUDE_DIR kdl/chain.hpp)
find_library(orocos_kdl_LIBRARY orocos-kdl)
mark_as_advanced(orocos_kdl_INCLUDE_DIR orocos_kdl_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(orocos_kdl CONFIG_MODE
  REQUIRED_VARS orocos_kdl_LIBRARY orocos_kdl_INCLUDE_DIR Eigen3_FOUND)
if(orocos_kdl_FOUND)
  if(NOT TARGET orocos-kdl)
    add_library(orocos-kdl UNKNOWN IMPORTED)
    set_target_properties(orocos-kdl PROPERTIES IMPORTED_LOCATION "${orocos_kdl_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${orocos_kdl_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES Eigen3::Eigen)
  endif()
  set(orocos_kdl_INCLUDE_DIRS "${orocos_kdl_INCLUDE_DIR}")
  set(orocos_kdl_LIBRARIES orocos-kdl)
  set(orocos_kdl_TARGETS orocos-kdl)
endif()
