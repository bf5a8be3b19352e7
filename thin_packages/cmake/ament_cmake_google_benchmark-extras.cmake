# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Benchmarks with Debian's Google Benchmark as tests. They run with -DAMENT_RUN_PERFORMANCE_TESTS=ON; otherwise they are
# skipped.
#
# ament_add_google_benchmark_executable(target source… [SKIP_LINKING_MAIN_LIBRARIES])
#   Adds a program that links Google Benchmark, and its main() by default. The target does not exist if Debian's
#   libbenchmark-dev is not installed.
# ament_add_google_benchmark_test(target [RUN_PARALLEL] [keywords of ament_add_test()])
#   Adds a test that runs it, if it exists; the results go to <target>.google_benchmark.json among the test results.
# ament_add_google_benchmark(target source… [keywords of both])
option(AMENT_RUN_PERFORMANCE_TESTS "Run the tests that are benchmarks" OFF)
find_package(benchmark QUIET)
if(NOT benchmark_FOUND)
  message(STATUS "Google Benchmark was not found, benchmarks are not built; expected Debian's libbenchmark-dev")
endif()

function(ament_add_google_benchmark_executable target)
  if(NOT TARGET benchmark::benchmark)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_LINKING_MAIN_LIBRARIES" "" "")
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} benchmark::benchmark)
  if(NOT arg_SKIP_LINKING_MAIN_LIBRARIES)
    target_link_libraries(${target} benchmark::benchmark_main)
  endif()
endfunction()

function(ament_add_google_benchmark_test target)
  if(NOT TARGET ${target})
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "RUN_PARALLEL;SKIP_TEST" "" "")
  set(skip "")
  if(arg_SKIP_TEST OR NOT AMENT_RUN_PERFORMANCE_TESTS)
    set(skip SKIP_TEST)
  endif()
  set(results "${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}")
  # The other keywords are those of ament_add_test(); it reports unknown ones.
  ament_add_test(${target} ${skip} ${arg_UNPARSED_ARGUMENTS}
    COMMAND "$<TARGET_FILE:${target}>" --benchmark_out_format=json
      "--benchmark_out=${results}/${target}.google_benchmark.json"
    GENERATE_RESULT_FOR_RETURN_CODE_ZERO
    OUTPUT_FILE "${CMAKE_BINARY_DIR}/ament_cmake_google_benchmark/${target}.txt")
  set_tests_properties(${target} PROPERTIES REQUIRED_FILES "$<TARGET_FILE:${target}>" LABELS "performance")
  if(NOT arg_RUN_PARALLEL)
    set_tests_properties(${target} PROPERTIES RUN_SERIAL TRUE)
  endif()
endfunction()

function(ament_add_google_benchmark target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RUN_PARALLEL;SKIP_LINKING_MAIN_LIBRARIES;SKIP_TEST"
    "RUNNER;TIMEOUT;WORKING_DIRECTORY" "APPEND_ENV;APPEND_LIBRARY_DIRS;ENV")
  set(main "")
  if(arg_SKIP_LINKING_MAIN_LIBRARIES)
    set(main SKIP_LINKING_MAIN_LIBRARIES)
  endif()
  ament_add_google_benchmark_executable(${target} ${arg_UNPARSED_ARGUMENTS} ${main})
  set(keywords "")
  foreach(option RUN_PARALLEL SKIP_TEST)
    if(arg_${option})
      list(APPEND keywords ${option})
    endif()
  endforeach()
  foreach(keyword RUNNER TIMEOUT WORKING_DIRECTORY APPEND_ENV APPEND_LIBRARY_DIRS ENV)
    if(arg_${keyword})
      list(APPEND keywords ${keyword} ${arg_${keyword}})
    endif()
  endforeach()
  ament_add_google_benchmark_test(${target} ${keywords})
endfunction()
