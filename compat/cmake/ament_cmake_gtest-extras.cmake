# Debian's ament_cmake_gtest, with the keyword that Jazzy's ament_add_gtest_test() knows beside it: TEST_NAME, for several
# tests by one program.
find_file(RXROS2_DEBIAN_GTEST ament_cmake_gtestConfig.cmake
  PATHS /usr/share/ament_cmake_gtest/cmake NO_DEFAULT_PATH)
mark_as_advanced(RXROS2_DEBIAN_GTEST)
if(NOT RXROS2_DEBIAN_GTEST)
  set(ament_cmake_gtest_FOUND FALSE)
  set(ament_cmake_gtest_NOT_FOUND_MESSAGE
    "/usr/share/ament_cmake_gtest was not found; expected Debian's ament-cmake-googletest")
  return()
endif()
set(_rxros2_dir "${ament_cmake_gtest_DIR}")
cmake_path(GET RXROS2_DEBIAN_GTEST PARENT_PATH ament_cmake_gtest_DIR)
include("${RXROS2_DEBIAN_GTEST}")
set(ament_cmake_gtest_DIR "${_rxros2_dir}")
unset(_rxros2_dir)

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
