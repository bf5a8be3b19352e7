# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Compiles bad_programs.cpp once for each case with COMPILER and looks for the message that names the operator.
set(messages
  "rx::map: the function cannot be called"
  "rx::filter: the predicate must be callable"
  "rx::subscribe: on_next cannot be called"
  "rx::merge: the streams have items of different types"
  "rx::scan: the function must be callable"
  "neither an operator nor a function that takes this observable"
  "rx::start_with: an item is not convertible"
  "rx::map: the function returns nothing"
  "rx: an rx::task can co_await tasks, observables"
  "rx: a task can be awaited only once"
  "rx::from_task: takes a function without arguments"
  "rx::scan: the function must be callable as Seed(Seed, item)"
  "switch_map, exhaust_map): the function cannot be called"
  "rx::timeout: the other stream's items are not convertible"
  "rx::on_error_resume_next (catch_): the other stream's items are not convertible"
  "rx::switch_if_empty: the other stream's items are not convertible"
  "rx::zip: the function cannot be called with an item of each stream"
  "rx::combine_latest: the function cannot be called with a const reference"
  "rx::scan: the function returns a floating-point number"
  "rx::reduce: the function returns a floating-point number"
  "rx::start_with: an item is not convertible"
  "rx::merge: the streams have items of different types"
  "rx::share: the items must be copyable"
  "rx::share_replay: the items must be copyable"
  "rx::publish (publish_synchronized, replay): the items must be copyable"
  "rx::publish (publish_synchronized, replay): the items must be copyable"
  "rx::subjects::behavior: the items must be copyable"
  "rx::subjects::replay: the items must be copyable"
  "rx::subjects::async: the items must be copyable"
  "rx::just: the values have different types"
  "rx::range: the bounds must be whole numbers")
set(case 1)
foreach(message IN LISTS messages)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} -DCASE=${case} ${CMAKE_CURRENT_LIST_DIR}/bad_programs.cpp
    RESULT_VARIABLE result ERROR_VARIABLE errors)
  string(FIND "${errors}" "${message}" found)
  if(result EQUAL 0 OR found EQUAL -1)
    message(FATAL_ERROR "case ${case}: result ${result}, expected \"${message}\" in\n${errors}")
  endif()
  math(EXPR case "${case} + 1")
endforeach()
