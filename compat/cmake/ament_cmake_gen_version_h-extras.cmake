# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# ament_generate_version_header(target [HEADER_PATH path] [INSTALL_PATH dir] [SKIP_INSTALL])
#   Makes a header with the version that the package's package.xml says, lets target and its users include it, and installs it.
#   HEADER_PATH: how it is included, by default <project>/version.h. INSTALL_PATH: where it is installed, by default
#   include/<project>. It is written when CMake runs, so that it is there for libraries of headers too, of which nothing is
#   compiled; Debian's is written when the target is built.
set(RXROS2_VERSION_HEADER "${CMAKE_CURRENT_LIST_DIR}/version.h.in")

function(ament_generate_version_header target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_INSTALL" "HEADER_PATH;INSTALL_PATH" "")
  if(arg_UNPARSED_ARGUMENTS OR NOT TARGET ${target})
    message(FATAL_ERROR "ament_generate_version_header(${target}): found '${arg_UNPARSED_ARGUMENTS}'; "
      "expected a target that exists, HEADER_PATH, INSTALL_PATH or SKIP_INSTALL")
  endif()
  if(NOT arg_HEADER_PATH)
    set(arg_HEADER_PATH "${PROJECT_NAME}/version.h")
  endif()
  if(NOT arg_INSTALL_PATH)
    set(arg_INSTALL_PATH "include/${PROJECT_NAME}")
  endif()
  if(NOT _AMENT_PACKAGE_NAME)
    ament_package_xml()  # runs CMake anew when package.xml changes
  endif()
  set(version "${${PROJECT_NAME}_VERSION}")
  if(NOT version MATCHES "^([0-9]+)\\.([0-9]+)\\.([0-9]+)$")
    message(FATAL_ERROR "package.xml of ${PROJECT_NAME}: found version '${version}'; expected three numbers, as 1.2.3")
  endif()
  set(major ${CMAKE_MATCH_1})
  set(minor ${CMAKE_MATCH_2})
  set(patch ${CMAKE_MATCH_3})
  set(package ${PROJECT_NAME})
  string(TOUPPER ${PROJECT_NAME} name)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/ament_generate_version_header/${target}")
  configure_file("${RXROS2_VERSION_HEADER}" "${folder}/${arg_HEADER_PATH}" @ONLY)

  set(scope PUBLIC)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope}
    "$<BUILD_INTERFACE:${folder}>" "$<INSTALL_INTERFACE:${arg_INSTALL_PATH}>")
  if(NOT arg_SKIP_INSTALL)
    get_filename_component(place "${arg_HEADER_PATH}" DIRECTORY)
    install(FILES "${folder}/${arg_HEADER_PATH}" DESTINATION "${arg_INSTALL_PATH}/${place}")
  endif()
endfunction()
