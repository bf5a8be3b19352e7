# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Compiler settings of all rooms, and the sanitizer of this build tree.
include(GNUInstallDirs)

get_filename_component(RXROS2_SOURCE_DIR "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
file(TOUCH "${CMAKE_BINARY_DIR}/COLCON_IGNORE")  # a build tree inside a workspace has no packages to build

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
option(BUILD_SHARED_LIBS "Build rmw and rclcpp as shared libraries" ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(RXROS2_SANITIZER "" CACHE STRING "Sanitizer of this build tree: empty, asan (with ubsan) or tsan")
set_property(CACHE RXROS2_SANITIZER PROPERTY STRINGS "" asan tsan)
if(RXROS2_SANITIZER STREQUAL "asan")
  # Memory is checked by calls, and pointers that are null or not aligned only where bytes are parsed (rxros2_parses_bytes):
  # inline checks of all took a third of the compilation.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:--param asan-instrumentation-with-call-threshold=0>")
  add_link_options(-fsanitize=address,undefined)
elseif(RXROS2_SANITIZER STREQUAL "tsan")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(RXROS2_SANITIZER)
  message(FATAL_ERROR "RXROS2_SANITIZER is '${RXROS2_SANITIZER}'; expected empty, asan or tsan")
endif()

# rxros2_parses_bytes(): says that this folder and those below it parse bytes of others, so that the asan tree checks each pointer.
function(rxros2_parses_bytes)
  if(RXROS2_SANITIZER STREQUAL "asan")
    add_compile_options(-fsanitize=null,alignment)
  endif()
endfunction()

# Most of the time that a library takes to compile goes into headers, which its sources share. So several sources of a library
# are read as one file; two of them must not define the same name. -DRXROS2_JOIN_SOURCES=OFF compiles each alone, which is
# faster for somebody who changes one after another; the preset debug does.
option(RXROS2_JOIN_SOURCES "Compile several sources of a library as one file" ON)
if(RXROS2_SANITIZER)
  set(CMAKE_UNITY_BUILD ${RXROS2_JOIN_SOURCES})
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 24)
endif()

# rxros2_join_sources(target): compiles a library so.
function(rxros2_join_sources target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${RXROS2_JOIN_SOURCES})
  if(NOT CMAKE_UNITY_BUILD_BATCH_SIZE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 12)
  endif()
  # In joined sources GCC treats a type of one source as a part of a header. In a large file it also stops to inline early,
  # which cost a message 7 % more instructions.
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage;--param=large-unit-insns=1000000>")
endfunction()

# rxros2_precompile(target source…): compiles the sources of a program or test behind a precompiled header, if each of them
# includes rxros2/rxros2.hpp, or each rclcpp/rclcpp.hpp. The compiler takes longer to read that header than to compile a small
# program. A source that includes less is compiled as it is, so that it still shows which headers it needs. In a release, the
# target must be compiled with -O0, like the header, so tests of a room that asks for optimisation are compiled as they are.
# -DRXROS2_JOIN_SOURCES=OFF precompiles nothing.
function(rxros2_precompile target)
  if(NOT RXROS2_JOIN_SOURCES OR RXROS2_TEST_OPTIMIZATION OR RXROS2_SANITIZER OR RXROS2_ROOM
      OR NOT RXROS2_RUNTIME STREQUAL "embedded" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  foreach(library IN ITEMS rxros2 rclcpp)
    if(NOT TARGET ${library}::${library})
      continue()
    endif()
    set(includes_it TRUE)
    foreach(source IN LISTS ARGN)
      get_filename_component(source "${source}" ABSOLUTE)
      file(STRINGS "${source}" line REGEX "^#include [<\"]${library}/${library}.hpp[>\"]" LIMIT_COUNT 1)
      if(NOT line OR source MATCHES "/test/api/")  # tests of headers, whose order counts
        set(includes_it FALSE)
        break()
      endif()
    endforeach()
    if(includes_it)
      rxros2_precompiled_headers(${library})
      target_precompile_headers(${target} REUSE_FROM ${library}_precompiled)
      rxros2_cache_precompiled(${target})
      return()
    endif()
  endforeach()
endfunction()

# rxros2_precompiled_headers(library): the target LIBRARY_precompiled, whose precompiled header others use. It is a program,
# because libraries are compiled with other options.
function(rxros2_precompiled_headers library)
  if(NOT TARGET ${library}_precompiled)
    set(source "${CMAKE_BINARY_DIR}/${library}_precompiled.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "int main() {}\n")
    add_executable(${library}_precompiled EXCLUDE_FROM_ALL "${source}")
    target_link_libraries(${library}_precompiled PRIVATE ${library}::${library})
    target_compile_options(${library}_precompiled PRIVATE $<$<CONFIG:Release>:-O0>)
    rxros2_warnings(${library}_precompiled)  # they decide about macros of the compiler
    target_precompile_headers(${library}_precompiled PRIVATE <${library}/${library}.hpp>)
    rxros2_cache_precompiled(${library}_precompiled)
  endif()
endfunction()

# rxros2_cache_precompiled(target): ccache only caches what is compiled behind precompiled headers if it may ignore the time in
# a header (__TIME__), and macros that the command defines. This adds to the sloppiness that ccache.conf or CCACHE_SLOPPINESS
# have when the tree is configured.
function(rxros2_cache_precompiled target)
  target_compile_options(${target} PRIVATE -fpch-preprocess)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "(^|[/;])ccache$")
    get_property(sloppiness GLOBAL PROPERTY RXROS2_CCACHE_SLOPPINESS)
    if(NOT sloppiness)
      execute_process(COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} --get-config sloppiness OUTPUT_VARIABLE configured
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
      string(REGEX REPLACE "[, ]+" ";" configured "${configured}")
      set(sloppiness pch_defines time_macros ${configured})
      list(REMOVE_DUPLICATES sloppiness)
      list(JOIN sloppiness "," sloppiness)
      set_property(GLOBAL PROPERTY RXROS2_CCACHE_SLOPPINESS "${sloppiness}")
    endif()
    set_target_properties(${target} PROPERTIES
      CXX_COMPILER_LAUNCHER "/usr/bin/env;CCACHE_SLOPPINESS=${sloppiness};${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endfunction()

# Programs must use the libraries that they were linked with: their own search path precedes LD_LIBRARY_PATH (RPATH, not
# RUNPATH), in which a sourced ROS 2, or another RxROS2, has its folders.
add_link_options(-Wl,--disable-new-dtags)

# rxros2_library_name(target): a file name and soname that no library of ROS 2 has, so that both may be in one
# LD_LIBRARY_PATH. With an installed rclcpp it differs from the one with our own, since the two rxros2 are not
# interchangeable.
function(rxros2_library_name target)
  set(name "rxros2_${target}")
  if(target STREQUAL "rxros2")
    set(name rxros2)
    if(RXROS2_RUNTIME STREQUAL "system")
      set(name rxros2_system)
    endif()
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME "${name}")
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/RxROS2Harden.cmake")

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# GCC collects its garbage less often if there is enough memory: the whole tree compiles 12 to 14 % faster, and a compiler
# takes up to 2 GB.
cmake_host_system_information(RESULT memory_mib QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR memory_mib_per_core "${memory_mib} / ${cores}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND memory_mib_per_core GREATER 3000)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-heapsize=1048576>")
endif()

# rxros2_warnings(target): the warnings for the project's own code.
function(rxros2_warnings target)
  # GCC 12 reports false overlaps in `"literal" + std::string` (GCC bug 105651).
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic
    # An installed ROS 2, and a system for which RXROS2_BUNDLED builds all, come with an unknown compiler.
    $<$<AND:$<STREQUAL:${RXROS2_RUNTIME},embedded>,$<NOT:$<BOOL:${RXROS2_BUNDLED}>>>:-Werror>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
  if(RXROS2_SANITIZER)  # as GCC recommends: instrumented code causes false reports of uninitialised memory
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
  if(CMAKE_UNITY_BUILD)  # as in rxros2_join_sources()
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()
