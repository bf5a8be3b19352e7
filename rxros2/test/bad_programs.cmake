# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Compiles bad_programs.cpp once for each case with COMPILER, and looks for the message in its only error: it names the
# operator. Case 0 shows that the program is good but for that.
cmake_policy(VERSION 3.22)
set(flags)
string(REPLACE "|" ";" INCLUDE "${INCLUDE}")
string(REPLACE "|" ";" DEFINITIONS "${DEFINITIONS}")
list(REMOVE_ITEM INCLUDE "")
foreach(folder IN LISTS INCLUDE)
  list(APPEND flags -isystem "${folder}")
endforeach()
foreach(definition IN LISTS DEFINITIONS)
  list(APPEND flags "-D${definition}")
endforeach()
set(messages
  ""
  "rxros2::publish_to_topic<T>: the items of this stream are neither T nor pointers to T"
  "rxros2::publish_to_topic<T>: the items of this stream are neither T nor pointers to T"
  "rxros2::publish_loaned<T>: the function cannot be called with (const item &, T &)"
  "rxros2::to_bag<T>: the items of this stream are neither T nor pointers to T"
  "rxros2::to_bag<T>: the items of this stream are neither T nor pointers to T"
  "rxros2::to_black_box<T>: the items of this stream are neither T nor pointers to T"
  "rxros2::publish_to_topic<T>: the items of this stream are neither T nor pointers to T"
  "rxros2::max_age, freshness: the items of this stream have no header.stamp"
  "rxros2::to_bag: serialized messages need their topic: recorded<SerializedMessage>")
set(case 0)
foreach(message IN LISTS messages)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${flags} -DCASE=${case} ${CMAKE_CURRENT_LIST_DIR}/bad_programs.cpp
    RESULT_VARIABLE result ERROR_VARIABLE errors)
  if(case EQUAL 0)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "case 0 does not compile:\n${errors}")
    endif()
  else()
    string(REGEX MATCHALL "error: [^\n]*" all "${errors}")
    list(LENGTH all count)
    string(FIND "${all}" "${message}" found)
    if(result EQUAL 0 OR found EQUAL -1 OR NOT count EQUAL 1)
      message(FATAL_ERROR "case ${case}: result ${result}, ${count} errors, expected one, \"${message}\", in\n${errors}")
    endif()
  endif()
  math(EXPR case "${case} + 1")
endforeach()
