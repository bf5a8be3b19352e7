# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# -DRXROS2_RUNTIME=system: uses an installed ROS 2 (in the environment, or in CMAKE_PREFIX_PATH) in place of the rooms below
# rx. Defines the targets of those: rclcpp::rclcpp, and <package>::<package> for each package of interfaces.

# The Python of ROS 2's modules: in some installations the one in PATH, otherwise the system's.
find_program(python_in_path NAMES python3 NO_CACHE)
if(NOT RXROS2_PYTHON)
  rxros2_find_python(RXROS2_PYTHON "ament_package, rosidl_pycommon" ${Python3_EXECUTABLE} "${python_in_path}" /usr/bin/python3)
  set(RXROS2_PYTHON "${RXROS2_PYTHON}" CACHE FILEPATH "Python with ROS 2's modules" FORCE)
endif()
if(NOT RXROS2_PYTHON)
  message(FATAL_ERROR "no Python with ROS 2's modules (ament_package, rosidl_pycommon) was found; say where with "
    "-DPython3_EXECUTABLE=…")
endif()
set(Python3_EXECUTABLE "${RXROS2_PYTHON}")  # ament uses this name

find_package(rclcpp QUIET)
if(NOT rclcpp_FOUND)
  message(FATAL_ERROR "RXROS2_RUNTIME is 'system', but no installed rclcpp was found: source the setup.bash of ROS 2 first "
    "(or give its prefix in CMAKE_PREFIX_PATH). ${rclcpp_NOT_FOUND_MESSAGE}")
endif()
message(STATUS "RxROS2 on the ROS 2 in ${rclcpp_DIR}")

# rxros2_system_interfaces(PACKAGE [OWN] [ALIAS package] [ROS1_HEADERS message…])
#   Target PACKAGE::PACKAGE with what ROS 2 makes of the package. OWN: it is one of ours, and is built here, now, unless it
#   is installed. ALIAS and ROS1_HEADERS: as rxros2_interfaces() makes them, for these messages.
function(rxros2_system_interfaces package)
  cmake_parse_arguments(arg "OWN" "ALIAS" "ROS1_HEADERS" ${ARGN})
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND AND arg_OWN)
    _rxros2_build_package(${package})
    find_package(${package} REQUIRED)
  elseif(NOT ${package}_FOUND)
    message(FATAL_ERROR "the installed ROS 2 lacks the package '${package}' (apt: ros-$ENV{ROS_DISTRO}-…)")
  endif()
  # rosidl exports a list of targets, and only in later releases one for all of them.
  if(NOT TARGET ${package}::${package})
    add_library(${package}::${package} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(${package}::${package} INTERFACE ${${package}_TARGETS})
  endif()
  if(arg_ROS1_HEADERS)
    set(include "${CMAKE_BINARY_DIR}/interfaces/include/${package}")
    set(alias "")
    if(arg_ALIAS)
      set(alias --alias ${arg_ALIAS})
    endif()
    execute_process(
      COMMAND "${RXROS2_PYTHON}" -B "${RXROS2_SOURCE_DIR}/interfaces/generator/aliases.py" ${alias} --ros1-headers
        ${package} "${include}" ${arg_ROS1_HEADERS}
      COMMAND_ERROR_IS_FATAL ANY)
    target_include_directories(${package}::${package} INTERFACE "${include}")
  endif()
  if(arg_ALIAS)
    add_library(${arg_ALIAS}::${arg_ALIAS} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(${arg_ALIAS}::${arg_ALIAS} INTERFACE ${package}::${package})
  endif()
endfunction()

# Configures, builds and installs interfaces/<package> below the build tree, as colcon does in a workspace.
function(_rxros2_build_package package)
  set(prefix "${CMAKE_BINARY_DIR}/interfaces/install")
  set(build "${CMAKE_BINARY_DIR}/interfaces/${package}")
  set(log "${build}.log")
  message(STATUS "Building package ${package} (log: ${log})")
  set(what
    "\"${CMAKE_COMMAND}\" -S \"${RXROS2_SOURCE_DIR}/interfaces/${package}\" -B \"${build}\" -DBUILD_TESTING=OFF \
-DCMAKE_INSTALL_PREFIX=\"${prefix}\" -DCMAKE_PREFIX_PATH=\"${CMAKE_PREFIX_PATH}\" -DPython3_EXECUTABLE=\"${RXROS2_PYTHON}\" \
&& \"${CMAKE_COMMAND}\" --build \"${build}\" --target install --parallel")
  execute_process(COMMAND sh -c "mkdir -p '${build}' && { ${what}; } >'${log}' 2>&1" RESULT_VARIABLE result)
  if(result)
    file(READ "${log}" text)
    message(FATAL_ERROR "package ${package} could not be built:\n${text}")
  endif()
  list(PREPEND CMAKE_PREFIX_PATH "${prefix}")
  list(REMOVE_DUPLICATES CMAKE_PREFIX_PATH)
  set(CMAKE_PREFIX_PATH "${CMAKE_PREFIX_PATH}" CACHE STRING "" FORCE)
endfunction()

# Finds the packages that the tests of rxros2, the examples and the benchmarks use. Macros, so that callers see the results.
macro(rxros2_system_packages)
  foreach(package IN ITEMS diagnostic_msgs std_msgs std_srvs example_interfaces lifecycle_msgs nav_msgs rosgraph_msgs sensor_msgs)
    rxros2_system_interfaces(${package})
  endforeach()
  rxros2_system_interfaces(geometry_msgs ROS1_HEADERS Twist)
  find_package(tf2_msgs QUIET)
  if(tf2_msgs_FOUND)
    rxros2_system_interfaces(tf2_msgs)
  else()
    message(STATUS "The installed ROS 2 lacks tf2_msgs: the tests and examples of transforms are left out")
  endif()
  foreach(package IN ITEMS rclcpp_action rclcpp_components rclcpp_lifecycle)
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      message(STATUS "The installed ROS 2 lacks ${package}: the tests and examples that need it are left out")
    endif()
  endforeach()
endmacro()

macro(rxros2_own_packages)
  rxros2_system_interfaces(rxros2_teleop_msgs OWN ALIAS teleop_msgs ROS1_HEADERS Joystick Keyboard)
  rxros2_system_interfaces(ros2_msg OWN)
endmacro()
