# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests of publishers, subscriptions and intra-process communication.
foreach(name IN ITEMS callbacks in_place memory qos views)
  rxros2_add_test(rclcpp_pubsub_${name}_test PROGRAM rclcpp_pubsub_tests SOURCES test/pubsub_${name}_test.cpp
    LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan)
endforeach()
foreach(name IN ITEMS adapter copies queue)
  rxros2_add_test(rclcpp_pubsub_${name}_test SOURCES test/pubsub_${name}_test.cpp
    LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan)
endforeach()
if(TARGET rclcpp_pubsub_queue_test)
  target_include_directories(rclcpp_pubsub_queue_test PRIVATE src)
  target_link_libraries(rclcpp_pubsub_queue_test PRIVATE base::base)
endif()
if(TARGET rclcpp_pubsub_copies_test)
  target_compile_definitions(rclcpp_pubsub_copies_test
    PRIVATE PUBSUB_COPIES_PAGE="${PROJECT_SOURCE_DIR}/docs/explanation/message-copies.md")
endif()
rxros2_add_test(rclcpp_pubsub_dds_test SOURCES test/pubsub_dds_test.cpp
  LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan tsan)
rxros2_add_test(rclcpp_pubsub_surface_test PROGRAM rclcpp_pubsub_tests SOURCES test/pubsub_surface_test.cpp
  LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan tsan)
rxros2_add_test(rclcpp_pubsub_stress_test SOURCES test/pubsub_stress_test.cpp
  LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan tsan)
# `make soak`: the stress test for ten minutes under ThreadSanitizer.
if(RXROS2_SOAK AND RXROS2_SANITIZER STREQUAL "tsan" AND TARGET rclcpp_pubsub_stress_test)
  add_test(NAME rclcpp_pubsub_soak COMMAND "${RXROS2_OWN_DOMAIN}" $<TARGET_FILE:rclcpp_pubsub_stress_test>
    --gtest_filter=*EndpointsComeAndGoWhileOthersPublish)
  set_tests_properties(rclcpp_pubsub_soak PROPERTIES LABELS soak TIMEOUT 900 RUN_SERIAL TRUE)
  rxros2_test_environment(rclcpp_pubsub_soak PUBSUB_STRESS_SECONDS=600)
endif()
foreach(program IN ITEMS rclcpp_pubsub_dds_test rclcpp_pubsub_tests)
  if(TARGET ${program})
    target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/rmw/test)
  endif()
endforeach()

# The compiler's errors for wrong types.
set(rclcpp_pubsub_refused_MESSAGE "MessageT is neither a ROS message")
set(rclcpp_pubsub_refused_CALLBACK "the callback of a subscription to MessageT must take")
set(rclcpp_pubsub_refused_ADAPTER "there is no rclcpp::TypeAdapter<Text, std_msgs::msg::String>: specialise")
if(NOT RXROS2_SANITIZER)
  set(includes "$<TARGET_PROPERTY:rclcpp_pubsub_copies_test,INCLUDE_DIRECTORIES>")
  foreach(wrong IN ITEMS MESSAGE CALLBACK ADAPTER)
    add_test(NAME rclcpp_pubsub_refuses_${wrong} COMMAND_EXPAND_LISTS
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -DWRONG_${wrong} "-I$<JOIN:${includes},;-I>"
        ${CMAKE_CURRENT_SOURCE_DIR}/test/pubsub_refused.cpp)
    set_tests_properties(rclcpp_pubsub_refuses_${wrong} PROPERTIES
      PASS_REGULAR_EXPRESSION "${rclcpp_pubsub_refused_${wrong}}")
  endforeach()
  add_executable(rclcpp_pubsub_benchmark EXCLUDE_FROM_ALL benchmark/pubsub_benchmark.cpp)
  target_include_directories(rclcpp_pubsub_benchmark PRIVATE ${PROJECT_SOURCE_DIR}/benchmarks)
  target_link_libraries(rclcpp_pubsub_benchmark PRIVATE rclcpp::rclcpp std_msgs::std_msgs)
  rxros2_warnings(rclcpp_pubsub_benchmark)
endif()

# Shared memory carries samples of DDS only. On Zenoh a publisher that does not know its type reaches nobody who does, and one with
# keep_last may drop large messages while the machine is busy.
rxros2_test_on_zenoh(rclcpp_pubsub_tests EXCEPT Surface.SharedMemoryIsAnnouncedUnlessAnOptionSwitchesItOff
  Surface.RegisteredTypesAnnounceTheirHash Memory.AStrategyGetsItsMessageBackIfTheCallbackThrowsOrTheBytesAreWrong
  Views.MessagesOfAnotherProcess InPlace.AnotherProcessReadsItInSharedMemory)
rxros2_test_on_zenoh(rclcpp_pubsub_adapter_test)
rxros2_test_on_zenoh(rclcpp_pubsub_stress_test)
