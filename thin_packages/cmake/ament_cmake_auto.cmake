# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# ament_auto_add_gmock(target source… [keywords of ament_add_gmock()])
#   A GoogleMock test that uses the package's own headers and libraries, and the packages that
#   ament_auto_find_build_dependencies() and ament_auto_find_test_dependencies() found.
macro(ament_auto_add_gmock target)
  find_package(ament_cmake_gmock QUIET REQUIRED)
  ament_add_gmock(${target} ${ARGN})
  if(TARGET ${target})  # GoogleMock was found
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/include")
      target_include_directories(${target} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/include")
    endif()
    target_link_libraries(${target} ${${PROJECT_NAME}_LIBRARIES})
    ament_target_dependencies(${target} ${${PROJECT_NAME}_FOUND_BUILD_DEPENDS} ${${PROJECT_NAME}_FOUND_TEST_DEPENDS})
  endif()
endmacro()
