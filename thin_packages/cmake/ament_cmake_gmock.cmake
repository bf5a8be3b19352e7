# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# The functions of Jazzy's ament_cmake_gmock besides ament_add_gmock(): separate a program from its tests, for several tests
# per program.

# ament_add_gmock_executable(target source… [SKIP_LINKING_MAIN_LIBRARIES])
#   Adds a program that links GoogleMock, and its main() by default.
function(ament_add_gmock_executable target)
  ament_find_gmock()
  if(NOT GMOCK_FOUND)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_LINKING_MAIN_LIBRARIES" "" "")
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  if(NOT arg_SKIP_LINKING_MAIN_LIBRARIES)
    target_link_libraries(${target} ${GMOCK_MAIN_LIBRARIES})
  endif()
  target_link_libraries(${target} ${GMOCK_LIBRARIES})
endfunction()

# ament_add_gmock_test(target [TEST_NAME name] [SKIP_TEST] [RUNNER r] [TIMEOUT s] [WORKING_DIRECTORY d] [ENV …] [APPEND_ENV …]
#     [APPEND_LIBRARY_DIRS …])
#   Adds a test that runs a program of ament_add_gmock_executable(), if it exists; its default name is the target's.
function(ament_add_gmock_test target)
  if(NOT TARGET ${target})
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TEST_NAME" "")
  if(NOT arg_TEST_NAME)
    set(arg_TEST_NAME ${target})
  endif()
  set(results "${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${arg_TEST_NAME}.gtest.xml")
  ament_add_test(${arg_TEST_NAME} ${arg_UNPARSED_ARGUMENTS}
    COMMAND "$<TARGET_FILE:${target}>" "--gtest_output=xml:${results}"
    RESULT_FILE "${results}" OUTPUT_FILE "${CMAKE_BINARY_DIR}/ament_cmake_gmock/${arg_TEST_NAME}.txt")
  set_tests_properties(${arg_TEST_NAME} PROPERTIES REQUIRED_FILES "$<TARGET_FILE:${target}>" LABELS gmock)
endfunction()
