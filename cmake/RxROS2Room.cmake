# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# A single room as a package of a colcon workspace with a sourced ROS 2: rx/, rxros2/ and examples/ include this after their
# project(), unless the whole tree is built. Their tests are built with -DBUILD_TESTING=ON.
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(RXROS2_ROOM ${PROJECT_NAME})
set(RXROS2_RUNTIME system)
option(BUILD_TESTING "Also build the room's tests" OFF)
include(RxROS2Defaults)
include(RxROS2Test)
include(RxROS2Package)
