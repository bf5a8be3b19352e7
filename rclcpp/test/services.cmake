# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests of clients and services.
foreach(name IN ITEMS services services_generic services_peers services_queues)
  rxros2_add_test(rclcpp_${name}_test PROGRAM rclcpp_services_tests SOURCES test/${name}_test.cpp
    LIBRARIES rclcpp::rclcpp std_srvs::std_srvs example_interfaces::example_interfaces SANITIZERS asan tsan
    ENVIRONMENT AMENT_PREFIX_PATH=)  # no library has structs that the program does not contain
endforeach()
rxros2_add_test(rclcpp_services_stress_test SOURCES test/services_stress_test.cpp
  LIBRARIES rclcpp::rclcpp example_interfaces::example_interfaces SANITIZERS tsan TIMEOUT 600)
if(TARGET rclcpp_services_stress_test)
  target_include_directories(rclcpp_services_stress_test PRIVATE ${PROJECT_SOURCE_DIR}/rmw/test)
endif()
# The first two exchange samples of DDS's topics for requests; the last one expects that QoS decides who communicates.
rxros2_test_on_zenoh(rclcpp_services_tests EXCEPT OneNode.MalformedRequestsAreDroppedCountedAndLoggedOncePerClient
  OneNode.MalformedAndStrangeResponsesAreDropped Services/Services.PeersThatDoNotFitAreReportedAndNotReady/*)

rxros2_test_on_zenoh(rclcpp_services_stress_test)
