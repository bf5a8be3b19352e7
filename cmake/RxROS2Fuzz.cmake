# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# rxros2_add_fuzzer(NAME SOURCES f.cpp… CORPUS folder [INCLUDE folder…] [LIBRARIES option…] [DEPENDS file or target…]
#   [COMPILE option…] [RUN option…])
#
# libFuzzer belongs to clang, so clang++ compiles a fuzzer with all code that it covers, whatever compiles the rest. Paths
# are relative to the folder of its CMakeLists.txt. `make soak` runs each fuzzer for FUZZ_SECONDS: new inputs go to
# NAME_found in the build tree, and failing inputs are stored beside it as crash-*.
option(RXROS2_FUZZ "Build the fuzzers, with clang++ (make soak runs them)" ${RXROS2_SOAK})
set(RXROS2_FUZZ_SECONDS 300 CACHE STRING "How long make soak runs each fuzzer")

function(rxros2_add_fuzzer name)
  if(NOT RXROS2_FUZZ OR RXROS2_SANITIZER)
    return()
  endif()
  find_program(RXROS2_CLANGXX NAMES clang++ clang++-14)
  if(NOT RXROS2_CLANGXX)
    message(FATAL_ERROR "RXROS2_FUZZ needs clang++ and its runtime; expected Debian's packages clang and libclang-rt-14-dev")
  endif()
  cmake_parse_arguments(arg "" "CORPUS" "SOURCES;INCLUDE;LIBRARIES;DEPENDS;COMPILE;RUN" ${ARGN})
  string(REGEX REPLACE "^[a-z]+_(.*)$" "\\1" program ${name})  # without the room, which the file name lacks
  set(fuzzer "${CMAKE_CURRENT_BINARY_DIR}/${program}")
  add_custom_command(OUTPUT "${fuzzer}"
    COMMAND "${RXROS2_CLANGXX}" -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined ${arg_COMPILE} -fno-sanitize-recover=all
      "-I$<JOIN:$<REMOVE_DUPLICATES:${arg_INCLUDE}>,;-I>" ${arg_SOURCES} ${arg_LIBRARIES} -o "${fuzzer}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    DEPENDS ${arg_SOURCES} ${arg_DEPENDS}
    COMMENT "Building the fuzzer ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${name} ALL DEPENDS "${fuzzer}")
  if(BUILD_TESTING AND RXROS2_SOAK)
    set(found "${CMAKE_CURRENT_BINARY_DIR}/${name}_found")
    file(MAKE_DIRECTORY "${found}")
    add_test(NAME ${name} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
      COMMAND "${fuzzer}" "${found}" "${CMAKE_CURRENT_SOURCE_DIR}/${arg_CORPUS}"
        -max_total_time=${RXROS2_FUZZ_SECONDS} -print_final_stats=1 ${arg_RUN})
    math(EXPR timeout "2 * ${RXROS2_FUZZ_SECONDS} + 60")
    set_tests_properties(${name} PROPERTIES LABELS soak TIMEOUT ${timeout})
  endif()
endfunction()
