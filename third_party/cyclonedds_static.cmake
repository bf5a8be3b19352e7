# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Included by Cyclone DDS's project in a static build. That project makes its security plugins only as shared libraries, each of
# which would contain a libddsc of its own. This adds static ones: a program that contains libddsc.a contains these too, and
# names itself as the library of the plugins.
if(NOT TARGET ddsc)  # called by project(); the targets exist at the end
  cmake_language(EVAL CODE "cmake_language(DEFER CALL include [[${CMAKE_CURRENT_LIST_FILE}]])")
  return()
endif()

add_custom_target(static_libraries DEPENDS ddsc)
foreach(plugin IN ITEMS auth ac crypto)
  get_target_property(directory dds_security_${plugin} SOURCE_DIR)
  file(GLOB files "${directory}/src/*.c")
  if(plugin STREQUAL "auth")  # functions that all plugins use, once
    list(APPEND files "${PROJECT_SOURCE_DIR}/src/security/openssl/src/openssl_support.c")
  endif()
  add_library(static_${plugin} STATIC EXCLUDE_FROM_ALL ${files})
  target_include_directories(static_${plugin} PRIVATE "$<TARGET_PROPERTY:dds_security_${plugin},INCLUDE_DIRECTORIES>"
    "${PROJECT_SOURCE_DIR}/src/security/openssl/include" "${OPENSSL_INCLUDE_DIR}")
  target_link_libraries(static_${plugin} PRIVATE ddsc)
  set_target_properties(static_${plugin} PROPERTIES OUTPUT_NAME dds_security_${plugin}
    ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
  add_dependencies(static_libraries static_${plugin})
endforeach()

# A module that contains these libraries is loaded late, when the memory for thread-local variables is small. Of Cyclone DDS
# only this file has a large one, and it is used only to write a line of the log.
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/ddsrt/src/log.c" TARGET_DIRECTORY ddsc APPEND PROPERTY COMPILE_OPTIONS
    -femulated-tls)
endif()
