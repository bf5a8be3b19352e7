# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# TinyXML-2: its target tinyxml2::tinyxml2, and the variables that packages of ROS 2 read.
find_package(TinyXML2 ${TinyXML2_FIND_VERSION} QUIET CONFIG NAMES tinyxml2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TinyXML2 CONFIG_MODE)
if(TinyXML2_FOUND)
  get_target_property(TinyXML2_INCLUDE_DIRS tinyxml2::tinyxml2 INTERFACE_INCLUDE_DIRECTORIES)
  set(TinyXML2_INCLUDE_DIR "${TinyXML2_INCLUDE_DIRS}")
  set(TinyXML2_LIBRARIES tinyxml2::tinyxml2)
  set(TinyXML2_TARGETS tinyxml2::tinyxml2)
endif()
