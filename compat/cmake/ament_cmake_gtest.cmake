# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# The keyword that Jazzy's ament_add_gtest_test() knows beside Debian's: TEST_NAME, for several tests by one program.

# ament_add_gtest_test(target [TEST_NAME name] [SKIP_TEST] [RUNNER r] [TIMEOUT s] [WORKING_DIRECTORY d] [ENV …] [APPEND_ENV …]
#     [APPEND_LIBRARY_DIRS …])
#   A test that runs a program of ament_add_gtest_executable(), if there is one; its name is the target's unless it is given.
function(ament_add_gtest_test target)
  if(NOT TARGET ${target})
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TEST_NAME" "")
  if(NOT arg_TEST_NAME)
    set(arg_TEST_NAME ${target})
  endif()
  set(results "${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${arg_TEST_NAME}.gtest.xml")
  # The other keywords are ament_add_test()'s own; it names those that it does not know.
  ament_add_test(${arg_TEST_NAME} ${arg_UNPARSED_ARGUMENTS}
    COMMAND "$<TARGET_FILE:${target}>" "--gtest_output=xml:${results}"
    RESULT_FILE "${results}" OUTPUT_FILE "${CMAKE_BINARY_DIR}/ament_cmake_gtest/${arg_TEST_NAME}.txt")
  set_tests_properties(${arg_TEST_NAME} PROPERTIES REQUIRED_FILES "$<TARGET_FILE:${target}>" LABELS gtest)
endfunction()
