# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# RxROS2's nodes among other hosts, and network faults: in network namespaces of each test. If these are not allowed, ctest
# reports "Skipped". Needs Python, so not in the sanitizer trees.
if(BUILD_TESTING AND NOT RXROS2_SANITIZER)
  add_executable(rclcpp_hosts_relay test/hosts/relay.cpp)
  rxros2_warnings(rclcpp_hosts_relay)

  # rclcpp_hosts_test(name [file]): test_<file>.py, test_<name>.py if none is given
  function(rclcpp_hosts_test name)
    set(file ${name} ${ARGN})
    list(GET file -1 file)
    add_test(NAME rclcpp_hosts_${name}_test COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test/hosts/in_namespaces.sh"
      "${RXROS2_TEST_PYTHON}" -B -m pytest -q -p no:cacheprovider
      "${CMAKE_CURRENT_SOURCE_DIR}/test/hosts/test_${file}.py")
    set_tests_properties(rclcpp_hosts_${name}_test PROPERTIES FIXTURES_REQUIRED python_env SKIP_RETURN_CODE 77
      TIMEOUT 900)
    rxros2_test_environment(rclcpp_hosts_${name}_test
      "PEER=$<TARGET_FILE:rclcpp_interop_peer>" "RELAY=$<TARGET_FILE:rclcpp_hosts_relay>"
      "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/test/interop:${CMAKE_CURRENT_SOURCE_DIR}/test/hosts")
  endfunction()
  rclcpp_hosts_test(discovery)
  rclcpp_hosts_test(faults)
  rclcpp_hosts_test(many)
  rclcpp_hosts_test(hostile)
  if(RXROS2_SOAK)
    rclcpp_hosts_test(hostile_soak hostile)
    # Cyclone DDS 0.10 searches all of them for each new one: 10⁵ would take half a day. Its receive threads are busy with
    # that, and beside compilers on few cores the nodes that must not lose each other hear nothing until a lease ends.
    set_tests_properties(rclcpp_hosts_hostile_soak_test PROPERTIES LABELS soak TIMEOUT 3600 RUN_SERIAL TRUE)
    rxros2_test_environment(rclcpp_hosts_hostile_soak_test HOSTILE_PARTICIPANTS=5000)
  endif()
  set_tests_properties(rclcpp_hosts_faults_test PROPERTIES COST 60)  # it mostly waits, so it should start early
endif()
