# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# ament_vendor(name [SATISFIED bool] [VCS_URL url] [VCS_VERSION v] [VCS_TYPE t] [SOURCE_SUBDIR d] [PATCHES …] [CMAKE_ARGS …]
#     [SKIP_INSTALL] [GLOBAL_HOOK])
#   Requests the library of a vendor package. If the system has it (SATISFIED), there is nothing to do. Otherwise ROS 2's
#   function downloads and builds it; this one reports what is missing, and how to get it.
function(ament_vendor name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_INSTALL;GLOBAL_HOOK"
    "SATISFIED;VCS_TYPE;VCS_URL;VCS_VERSION;SOURCE_SUBDIR" "PATCHES;CMAKE_ARGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ament_vendor(${name}): found '${arg_UNPARSED_ARGUMENTS}'; expected the keywords of ROS 2's ament_vendor")
  endif()
  if(NOT arg_SATISFIED)
    message(FATAL_ERROR "${PROJECT_NAME}: the system does not have what would be downloaded from ${arg_VCS_URL} "
      "(${arg_VCS_VERSION}), and RxROS2's ament_vendor() downloads nothing. Install Debian's package of it, leave "
      "${PROJECT_NAME} out of the workspace (COLCON_IGNORE) if nothing needs it, or put ROS 2's "
      "ament_cmake_vendor_package into the workspace, which downloads.")
  endif()
  message(STATUS "${name}: the system has it")
endfunction()
