# rxros2_add_test(NAME SOURCES f.cpp… LIBRARIES lib… [SANITIZERS asan tsan] [TIMEOUT s] [ENVIRONMENT VAR=x…] [SOAK])
#
# One GoogleTest program = one ctest entry. In a sanitizer tree only tests that name that sanitizer are built: asan for
# what parses, tsan for what crosses threads. Each test has a DDS domain of its own and stays on this host, so tests
# neither meet each other nor a robot on the network. SOAK tests are left to `make soak`.
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

# rxros2_test_environment(test [VAR=x…]): own domain, this host only, sanitizer options.
function(rxros2_test_environment test)
  get_property(domain GLOBAL PROPERTY RXROS2_TEST_DOMAIN)
  if(NOT domain)
    set(domain 20)
  endif()
  math(EXPR next "${domain} + 1")
  if(next GREATER 220)
    message(FATAL_ERROR "no DDS domain id left for test ${test}")
  endif()
  set_property(GLOBAL PROPERTY RXROS2_TEST_DOMAIN ${next})
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
    ROS_DOMAIN_ID=${domain}
    ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
    ROS_LOG_DIR=${CMAKE_BINARY_DIR}/log
    "TSAN_OPTIONS=halt_on_error=1 second_deadlock_stack=1 suppressions=${PROJECT_SOURCE_DIR}/cmake/tsan.supp"
    "ASAN_OPTIONS=detect_stack_use_after_return=1"
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan.supp"
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
    set(arg_TIMEOUT 60)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main)
  rxros2_warnings(${name})
  # Optimising a test takes longer than it saves; the library that it tests is built as it is shipped. A room whose code is in
  # its headers asks for more.
  if(NOT RXROS2_TEST_OPTIMIZATION)
    set(RXROS2_TEST_OPTIMIZATION -O0)
  endif()
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:${RXROS2_TEST_OPTIMIZATION}>)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT})
  if(arg_SOAK)
    set_tests_properties(${name} PROPERTIES LABELS soak)
  endif()
  rxros2_test_environment(${name} ${arg_ENVIRONMENT})
endfunction()
