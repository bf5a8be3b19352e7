# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests of a cross-compiled tree, whose programs qemu runs (CMAKE_CROSSCOMPILING_EMULATOR; programs that they start: binfmt_misc
# of the kernel). ctest reports as disabled what qemu cannot run, and what says nothing about the other architecture;
# docs/how-to/build-for-arm64.md has the reasons.
set(RXROS2_NOT_EMULATED
  examples_callback_groups_test rclcpp_hosts_discovery_test rclcpp_hosts_faults_test rclcpp_hosts_hostile_test
  rclcpp_hosts_many_test)
# Tests that qemu runs in part, each with the variable that leaves out the other cases.
set(RXROS2_PARTLY_EMULATED rclcpp_interop_vendors_test "PYTEST_ADDOPTS=-k 'not fastdds and not fast_dds'")

# rxros2_emulated_test(test): the libraries of the emulated programs, and ten times the time. rxros2_test_environment calls it.
function(rxros2_emulated_test test)
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "QEMU_LD_PREFIX=${CMAKE_SYSROOT}")
  get_property(timeout TEST ${test} PROPERTY TIMEOUT)
  if(timeout)
    math(EXPR timeout "10 * ${timeout}")
    set_property(TEST ${test} PROPERTY TIMEOUT ${timeout})
  endif()
  if(test IN_LIST RXROS2_NOT_EMULATED)
    set_property(TEST ${test} PROPERTY DISABLED TRUE)
  endif()
  list(FIND RXROS2_PARTLY_EMULATED ${test} place)
  if(place GREATER_EQUAL 0)
    math(EXPR place "${place} + 1")
    list(GET RXROS2_PARTLY_EMULATED ${place} variable)
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "${variable}")
  endif()
endfunction()
