# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# rxros2_add_test(NAME SOURCES f.cpp… LIBRARIES lib… [SANITIZERS asan tsan] [TIMEOUT s] [ENVIRONMENT VAR=x…] [SOAK]
#   [PROGRAM p])
#
# One GoogleTest program = one ctest entry. With PROGRAM, tests of one source each are compiled as one program, because most of
# the time goes into the headers that they share; each is still a ctest entry with its own process. A sanitizer tree only builds tests that name that sanitizer: asan for parsers,
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
if(CMAKE_CROSSCOMPILING)
  include("${CMAKE_CURRENT_LIST_DIR}/RxROS2Emulated.cmake")
endif()

# The prefix of the COMMAND of a test that uses ROS on this host.
set(RXROS2_OWN_DOMAIN "${CMAKE_CURRENT_LIST_DIR}/own_domain.sh")

# rxros2_test_environment(test [VAR=x…]): this host only, sanitizer options, and what an emulated test needs.
function(rxros2_test_environment test)
  if(CMAKE_CROSSCOMPILING)
    rxros2_emulated_test(${test})
  endif()
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
    ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
    ROS_LOG_DIR=${CMAKE_BINARY_DIR}/log
    "TSAN_OPTIONS=halt_on_error=1 second_deadlock_stack=1 suppressions=${RXROS2_SOURCE_DIR}/cmake/tsan.supp"
    "ASAN_OPTIONS=detect_stack_use_after_return=1"
    "LSAN_OPTIONS=suppressions=${RXROS2_SOURCE_DIR}/cmake/lsan.supp"
    ${ARGN})
endfunction()

# rxros2_test_on_zenoh(program [EXCEPT test…] [ALONE test…] [ENVIRONMENT VAR=x…]): runs a program of tests on Zenoh as well, where
# that engine is built. EXCEPT names the tests that need DDS, ALONE those that need a process in which no other test has run.
function(rxros2_test_on_zenoh program)
  cmake_parse_arguments(arg "" "" "EXCEPT;ALONE;ENVIRONMENT" ${ARGN})
  if(NOT RXROS2_ZENOH OR NOT TARGET ${program})
    return()
  endif()
  set(named ${arg_EXCEPT} ${arg_ALONE})
  list(JOIN named ":" except)
  set(filters "-${except}" ${arg_ALONE})
  foreach(filter IN LISTS filters)
    set(test ${program})
    if(filter IN_LIST arg_ALONE)
      string(REGEX REPLACE ".*[.]" "_" suffix "${filter}")
      string(APPEND test ${suffix})
    endif()
    add_test(NAME ${test}_on_zenoh COMMAND "${RXROS2_OWN_DOMAIN}" $<TARGET_FILE:${program}> "--gtest_filter=${filter}")
    set_tests_properties(${test}_on_zenoh PROPERTIES TIMEOUT 1200)
    rxros2_test_environment(${test}_on_zenoh RMW_IMPLEMENTATION=rmw_zenoh_cpp ${arg_ENVIRONMENT})
  endforeach()
  if(named)
    list(JOIN named " " named)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL rxros2_check_tests ${program} ${named})")
  endif()
endfunction()

# rxros2_check_tests(program test…): an error if the sources of the program lack one of these tests, each SUITE.NAME. Called when all
# tests of the program are known.
function(rxros2_check_tests program)
  get_target_property(sources ${program} RXROS2_JOINED)
  if(NOT sources)
    get_target_property(sources ${program} SOURCES)
  endif()
  get_target_property(folder ${program} SOURCE_DIR)
  set(text "")
  foreach(source IN LISTS sources)
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
    file(READ "${source}" content)
    string(APPEND text "${content}")
  endforeach()
  foreach(test IN LISTS ARGN)
    string(REGEX REPLACE "^[^.]*/|/[^.]*$" "" pattern "${test}")  # of a test with parameters
    string(REPLACE "." ",[ \n]*" pattern "${pattern}")
    if(NOT text MATCHES "TEST[_A-Z]*\\([ \n]*${pattern}[ \n]*\\)")
      message(FATAL_ERROR "${program} has no test ${test}, which is not to run with the others on Zenoh")
    endif()
  endforeach()
endfunction()

# rxros2_test_program(name source…): a GoogleTest program without its libraries.
function(rxros2_test_program name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  target_include_directories(${name} PRIVATE "${RXROS2_SOURCE_DIR}/tools/test_support")
  rxros2_warnings(${name})
  # Optimising a test takes longer than it saves; the library under test is built as it is shipped. A header-only room asks
  # for optimisation.
  if(NOT RXROS2_TEST_OPTIMIZATION)
    set(RXROS2_TEST_OPTIMIZATION -O0)
  endif()
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:${RXROS2_TEST_OPTIMIZATION}>)
endfunction()

# rxros2_join_test(program source libraries): adds a source to a program of several tests.
function(rxros2_join_test program source libraries)
  set(joined "${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp")
  if(NOT TARGET ${program})
    rxros2_test_program(${program} "${joined}" "${RXROS2_SOURCE_DIR}/tools/test_support/joined_main.cpp")
    target_link_libraries(${program} PRIVATE GTest::gtest)
    # GCC treats the tests as parts of a header; with TSan it misreads tests that pass null on purpose.
    target_compile_options(${program} PRIVATE -Wno-subobject-linkage -Wno-nonnull)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL rxros2_write_joined_tests ${program})")
  endif()
  get_filename_component(source "${source}" ABSOLUTE)
  get_filename_component(folder "${source}" DIRECTORY)
  target_include_directories(${program} PRIVATE "${folder}")
  target_link_libraries(${program} PRIVATE ${libraries})
  set_property(TARGET ${program} APPEND PROPERTY RXROS2_JOINED "${source}")
endfunction()

# rxros2_write_joined_tests(program): writes the joined source. Called when all tests of the program are known.
function(rxros2_write_joined_tests program)
  get_target_property(sources ${program} RXROS2_JOINED)
  list(REMOVE_DUPLICATES sources)  # a soak test runs a source of another test with other limits
  set(tool "${RXROS2_SOURCE_DIR}/tools/join_tests.py")
  set(joined "${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp")
  add_custom_command(OUTPUT "${joined}" COMMAND /usr/bin/python3 -B "${tool}" "${joined}" ${sources}
    DEPENDS ${sources} "${tool}")
  foreach(source IN LISTS sources)  # the others read the headers of each source too
    get_target_property(precompiled ${program} PRECOMPILE_HEADERS_REUSE_FROM)
    if(NOT precompiled)
      rxros2_precompile(${program} "${source}")
    endif()
  endforeach()
endfunction()

function(rxros2_add_test name)
  cmake_parse_arguments(arg "SOAK" "TIMEOUT;PROGRAM" "SOURCES;LIBRARIES;SANITIZERS;ENVIRONMENT" ${ARGN})
  if(NOT BUILD_TESTING OR (arg_SOAK AND NOT RXROS2_SOAK))
    return()
  endif()
  if(RXROS2_SANITIZER AND NOT RXROS2_SANITIZER IN_LIST arg_SANITIZERS)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 1200)
  endif()
  if(arg_PROGRAM AND RXROS2_RUNTIME STREQUAL "embedded")
    rxros2_join_test(${arg_PROGRAM} "${arg_SOURCES}" "${arg_LIBRARIES}")
    add_custom_target(${name} DEPENDS ${arg_PROGRAM})
    get_filename_component(source "${arg_SOURCES}" NAME)
    add_test(NAME ${name} COMMAND "${RXROS2_OWN_DOMAIN}" ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${arg_PROGRAM}>
      --source=${source})
  else()
    rxros2_test_program(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main)
    rxros2_precompile(${name} ${arg_SOURCES})
    add_test(NAME ${name} COMMAND "${RXROS2_OWN_DOMAIN}" ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${name}>)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT})
  if(arg_SOAK)
    set_tests_properties(${name} PROPERTIES LABELS soak)
  endif()
  rxros2_test_environment(${name} ${arg_ENVIRONMENT})
endfunction()

# rxros2_add_headers_alone(NAME LIBRARIES lib…): compiles each public header of this room alone or behind headers that it
# includes, and checks that it includes the headers that ROS 2's header of that name includes
# (rclcpp/test/api/headers_bring.txt). The test is that it compiles.
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
  set(sources)
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
