# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# ament_generate_version_header(target [HEADER_PATH path] [INSTALL_PATH dir] [SKIP_INSTALL])
#   Generates a header with the version from package.xml, adds it to the include directories of the target and installs it.
#   HEADER_PATH   path in #include directives; default: <project>/version.h
#   INSTALL_PATH  folder that HEADER_PATH is installed into; default: include/<project>
#   SKIP_INSTALL  generates the header and does not install it
# The header is written while CMake configures. Therefore header-only libraries get one too, although no target of theirs is built;
# the extension that Debian ships writes the header when the target is built.
set(RXROS2_VERSION_TEMPLATE "${CMAKE_CURRENT_LIST_DIR}/version.h.in")

# Writes the version header of this project to `file`.
function(_rxros2_write_version_header file)
  if(NOT _AMENT_PACKAGE_NAME)
    ament_package_xml()  # also makes CMake configure again when package.xml changes
  endif()
  set(package ${PROJECT_NAME})
  string(TOUPPER "${package}" prefix)
  set(version "${${package}_VERSION}")
  if(NOT version MATCHES "^[0-9]+\\.[0-9]+\\.[0-9]+$")
    message(FATAL_ERROR "package.xml of ${package}: found version '${version}'; expected three numbers, as 1.2.3")
  endif()
  string(REPLACE "." ";" numbers "${version}")
  list(GET numbers 0 major)
  list(GET numbers 1 minor)
  list(GET numbers 2 patch)
  configure_file("${RXROS2_VERSION_TEMPLATE}" "${file}" @ONLY)
endfunction()

function(ament_generate_version_header target)
  cmake_parse_arguments(PARSE_ARGV 1 option "SKIP_INSTALL" "HEADER_PATH;INSTALL_PATH" "")
  if(option_UNPARSED_ARGUMENTS OR NOT TARGET ${target})
    message(FATAL_ERROR "ament_generate_version_header(${target}): found '${option_UNPARSED_ARGUMENTS}'; "
      "expected a target that exists, HEADER_PATH, INSTALL_PATH or SKIP_INSTALL")
  endif()
  set(header "${PROJECT_NAME}/version.h")
  set(destination "include/${PROJECT_NAME}")
  if(option_HEADER_PATH)
    set(header "${option_HEADER_PATH}")
  endif()
  if(option_INSTALL_PATH)
    set(destination "${option_INSTALL_PATH}")
  endif()

  set(generated "${CMAKE_CURRENT_BINARY_DIR}/ament_generate_version_header/${target}")
  _rxros2_write_version_header("${generated}/${header}")

  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    set(visibility INTERFACE)
  else()
    set(visibility PUBLIC)
  endif()
  target_include_directories(${target} ${visibility}
    "$<BUILD_INTERFACE:${generated}>" "$<INSTALL_INTERFACE:${destination}>")
  if(option_SKIP_INSTALL)
    return()
  endif()
  get_filename_component(subfolder "${header}" DIRECTORY)
  install(FILES "${generated}/${header}" DESTINATION "${destination}/${subfolder}")
endfunction()
