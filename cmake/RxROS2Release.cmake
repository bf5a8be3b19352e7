# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# The Debian package of `make release` (tools/release.py): the files of `cmake --install` below /opt/rxros2, so that it does
# not collide with a ROS 2 in /opt/ros. Programs find it after `source /opt/rxros2/setup.bash`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rxros2)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_VENDOR "The RxROS2 authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "ROS 2 programming as data flow, with a ROS 2 client library of its own")
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/rxros2)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The RxROS2 authors <rxros2@users.noreply.github.com>")
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
# dpkg-shlibdeps finds the libraries that ours are linked with; the rest are dependencies of headers and CMake packages.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/package/debian_depends.cmake")
set(CPACK_RXROS2_PRIVATE_LIBRARIES "${PROJECT_BINARY_DIR}/rclcpp" "${PROJECT_BINARY_DIR}/rmw"
  "${PROJECT_BINARY_DIR}/bag" "${PROJECT_BINARY_DIR}/frames" "${PROJECT_BINARY_DIR}/rclcpp_components")
# For another architecture it looks in the sysroot (tools/arm64_sysroot.sh) instead of the packages of this machine.
if(CMAKE_CROSSCOMPILING)
  list(APPEND CPACK_RXROS2_PRIVATE_LIBRARIES "${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
  set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_BINARY_DIR}/cpack_environment.cmake")
  file(CONFIGURE OUTPUT "${CPACK_PROJECT_CONFIG_FILE}" CONTENT "\
set(ENV{DEB_HOST_ARCH} ${CPACK_DEBIAN_PACKAGE_ARCHITECTURE})
set(ENV{DPKG_ADMINDIR} \"${CMAKE_SYSROOT}/var/lib/dpkg\")
")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "librcutils-dev, librcpputils-dev, libament-index-cpp-dev, libclass-loader-dev, librosidl-runtime-c-cpp-dev, \
rosidl-cmake, rosidl-generator-c-cpp, python3-rosidl")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, cmake, ament-cmake, ament-cmake-ros, libyaml-cpp-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "colcon, python3-colcon-ros, python3-colcon-bash")
include(CPack)
