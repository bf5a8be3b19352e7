# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# LZ4, which Debian gives no configuration for CMake: the target LZ4::lz4.
find_path(lz4_INCLUDE_DIR lz4.h)
find_library(lz4_LIBRARY lz4)
mark_as_advanced(lz4_INCLUDE_DIR lz4_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(lz4 REQUIRED_VARS lz4_LIBRARY lz4_INCLUDE_DIR)
if(lz4_FOUND AND NOT TARGET LZ4::lz4)
  add_library(LZ4::lz4 UNKNOWN IMPORTED)
  set_target_properties(LZ4::lz4 PROPERTIES
    IMPORTED_LOCATION "${lz4_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${lz4_INCLUDE_DIR}")
endif()
if(lz4_FOUND)
  set(lz4_TARGETS LZ4::lz4)
  set(lz4_LIBRARIES ${lz4_TARGETS})
endif()
