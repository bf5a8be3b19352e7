# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Runs PROGRAM and compares what it prints with the file EXPECTED.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed RESULT_VARIABLE result)
file(READ ${EXPECTED} expected)
if(NOT result EQUAL 0 OR NOT printed STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} ended with ${result} and printed:\n${printed}\nexpected:\n${expected}")
endif()
