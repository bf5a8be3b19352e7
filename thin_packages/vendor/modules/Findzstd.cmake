# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Zstandard: zstd::zstd, which its own configuration calls zstd::libzstd_shared.
find_package(zstd ${zstd_FIND_VERSION} QUIET CONFIG)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(zstd CONFIG_MODE)
if(zstd_FOUND AND NOT TARGET zstd::zstd)
  add_library(zstd::zstd INTERFACE IMPORTED)
  target_link_libraries(zstd::zstd INTERFACE zstd::libzstd_shared)
endif()
if(zstd_FOUND)
  set(zstd_TARGETS zstd::zstd)
  set(zstd_LIBRARIES ${zstd_TARGETS})
endif()
