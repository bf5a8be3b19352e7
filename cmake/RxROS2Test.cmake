# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# rxros2_add_test(NAME SOURCES f.cpp… LIBRARIES lib… [SANITIZERS asan tsan] [TIMEOUT s] [ENVIRONMENT VAR=x…] [SOAK])
#
# One GoogleTest program = one ctest entry. A sanitizer tree only builds tests that name that sanitizer: asan for parsers,
# tsan for code with several threads. Each test has its own DDS domain (own_domain.sh) and stays on this host, so tests do
# not interact with each other or with a robot in the network. SOAK tests only run in `make soak`.
include(CTest)
if(BUILD_TESTING)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    find_path(RXROS2_GTEST_VENDOR CMakeLists.txt PATH_SUFFIXES src/gtest_vendor)  # ROS 2 installs its sources
    if(NOT RXROS2_GTEST_VENDOR)
      message(FATAL_ERROR "GoogleTest was not found: install libgtest-dev, or configure with -DBUILD_TESTING=OFF")
    endif()
    add_subdirectory("${RXROS2_GTEST_VENDOR}" gtest EXCLUDE_FROM_ALL)
    add_library(GTest::gtest_main ALIAS gtest_main)
  endif()
endif()
option(RXROS2_SOAK "Also build and run the long soak tests" OFF)
include("${CMAKE_CURRENT_LIST_DIR}/RxROS2Fuzz.cmake")

# The prefix of the COMMAND of a test that uses ROS on this host.
set(RXROS2_OWN_DOMAIN "${CMAKE_CURRENT_LIST_DIR}/own_domain.sh")

# rxros2_test_environment(test [VAR=x…]): this host only, sanitizer options.
function(rxros2_test_environment test)
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
    ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
    ROS_LOG_DIR=${CMAKE_BINARY_DIR}/log
    "TSAN_OPTIONS=halt_on_error=1 second_deadlock_stack=1 suppressions=${RXROS2_SOURCE_DIR}/cmake/tsan.supp"
    "ASAN_OPTIONS=detect_stack_use_after_return=1"
    "LSAN_OPTIONS=suppressions=${RXROS2_SOURCE_DIR}/cmake/lsan.supp"
    ${ARGN})
endfunction()

function(rxros2_add_test name)
  cmake_parse_arguments(arg "SOAK" "TIMEOUT" "SOURCES;LIBRARIES;SANITIZERS;ENVIRONMENT" ${ARGN})
  if(NOT BUILD_TESTING OR (arg_SOAK AND NOT RXROS2_SOAK))
    return()
  endif()
  if(RXROS2_SANITIZER AND NOT RXROS2_SANITIZER IN_LIST arg_SANITIZERS)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main)
  target_include_directories(${name} PRIVATE "${RXROS2_SOURCE_DIR}/tools/test_support")
  rxros2_warnings(${name})
  # Optimising a test takes longer than it saves; the library under test is built as it is shipped. A header-only room asks
  # for optimisation.
  if(NOT RXROS2_TEST_OPTIMIZATION)
    set(RXROS2_TEST_OPTIMIZATION -O0)
  endif()
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:${RXROS2_TEST_OPTIMIZATION}>)
  add_test(NAME ${name} COMMAND "${RXROS2_OWN_DOMAIN}" $<TARGET_FILE:${name}>)
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT})
  if(arg_SOAK)
    set_tests_properties(${name} PROPERTIES LABELS soak)
  endif()
  rxros2_test_environment(${name} ${arg_ENVIRONMENT})
endfunction()

# rxros2_add_headers_alone(NAME LIBRARIES lib…): compiles each public header of this room alone, and checks that it includes
# the headers that ROS 2's header of that name includes (rclcpp/test/api/headers_bring.txt). The test is that it compiles.
function(rxros2_add_headers_alone name)
  cmake_parse_arguments(arg "" "" "LIBRARIES" ${ARGN})
  if(NOT BUILD_TESTING OR RXROS2_SANITIZER)
    return()
  endif()
  set(tool "${RXROS2_SOURCE_DIR}/tools/headers_alone.py")
  set(table "${RXROS2_SOURCE_DIR}/rclcpp/test/api/headers_bring.txt")
  set(include "${CMAKE_CURRENT_SOURCE_DIR}/include")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${include}/*.hpp" "${include}/*.h")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${tool}" "${table}")
  execute_process(
    COMMAND /usr/bin/python3 -B "${tool}" "${CMAKE_CURRENT_BINARY_DIR}/headers_alone" "${include}" "${table}"
      "${RXROS2_SOURCE_DIR}/rclcpp/include" "${RXROS2_SOURCE_DIR}/thin_packages/include" "${RXROS2_SOURCE_DIR}/rmw/include"
    OUTPUT_VARIABLE sources COMMAND_ERROR_IS_FATAL ANY)
  add_library(${name} OBJECT ${sources})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  target_compile_options(${name} PRIVATE -O0)
endfunction()

# rxros2_add_header_examples(NAME FILES n INCLUDE f.hpp NAMES m… HEADERS folder LIBRARIES lib…): runs the examples in the
# comments of headers, which show their results. They are compiled as n files; INCLUDE and NAMES: see
# tools/header_examples.py.
function(rxros2_add_header_examples name)
  cmake_parse_arguments(arg "" "FILES;INCLUDE;HEADERS" "NAMES;LIBRARIES" ${ARGN})
  if(NOT BUILD_TESTING OR RXROS2_SANITIZER)
    return()
  endif()
  set(tool "${RXROS2_SOURCE_DIR}/tools/header_examples.py")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${arg_HEADERS}/*.hpp")
  math(EXPR last "${arg_FILES} - 1")
  foreach(part RANGE ${last})
    list(APPEND sources "${CMAKE_CURRENT_BINARY_DIR}/examples_${part}.cpp")
  endforeach()
  list(JOIN arg_NAMES "," names)
  add_custom_command(OUTPUT ${sources}
    COMMAND /usr/bin/python3 -B "${tool}" --out "${CMAKE_CURRENT_BINARY_DIR}" ${arg_FILES} ${arg_INCLUDE} ${names}
      "${CMAKE_CURRENT_SOURCE_DIR}/${arg_HEADERS}"
    DEPENDS ${headers} "${tool}")
  add_executable(${name} ${sources} "${RXROS2_SOURCE_DIR}/rx/test/examples_main.cpp")
  target_include_directories(${name} PRIVATE test "${RXROS2_SOURCE_DIR}/rx/test")
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  # Because of #line, GCC treats the examples and their lambdas as parts of a header.
  target_compile_options(${name} PRIVATE -O0 -Wno-subobject-linkage)
  rxros2_warnings(${name})
  add_test(NAME ${name} COMMAND ${name})
  rxros2_test_environment(${name})
endfunction()
