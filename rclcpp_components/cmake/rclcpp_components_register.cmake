# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Registers the components of a package in the ament index, and creates their executables.
#
# rclcpp_components_register_node(TARGET PLUGIN class EXECUTABLE name [EXECUTOR class] [RESOURCE_INDEX index]
#     [NO_UNDEFINED_SYMBOLS])
#   Registers one class of a shared library, and creates an executable `name` that runs it alone, installed to lib/<project>.
#   PLUGIN: the class as written in RCLCPP_COMPONENTS_REGISTER_NODE. EXECUTOR: the executor class of the executable, found in
#   rclcpp::executors and rclcpp::experimental::executors; default SingleThreadedExecutor. RESOURCE_INDEX: the name of the list
#   of components; containers read the default, rclcpp_components. NO_UNDEFINED_SYMBOLS: symbols that the library lacks are an
#   error when it is linked, not when it is loaded.
#
# rclcpp_components_register_nodes(TARGET class… [RESOURCE_INDEX index] [NO_UNDEFINED_SYMBOLS])
#   Registers classes of a shared library, without executables.
#
# Both may be called in subdirectories, and with or without ament_package().
set(_RCLCPP_COMPONENTS_CMAKE_DIR "${CMAKE_CURRENT_LIST_DIR}")

# Adds a line to the list of `index`. CMake writes the file when it generates the build, when all lines are known.
function(_rclcpp_components_add_line index target component)
  set(list "_rclcpp_components_${PROJECT_NAME}_${index}")
  if(NOT TARGET ${list})
    add_custom_target(${list})
    set(file "${PROJECT_BINARY_DIR}/rclcpp_components/${index}/${PROJECT_NAME}")
    file(GENERATE OUTPUT "${file}" CONTENT "$<GENEX_EVAL:$<JOIN:$<TARGET_PROPERTY:${list},COMPONENTS>,>>")
    install(FILES "${file}" DESTINATION "share/ament_index/resource_index/${index}")
  endif()
  set_property(TARGET ${list} APPEND PROPERTY COMPONENTS "${component}$<SEMICOLON>lib/$<TARGET_FILE_NAME:${target}>\n")
endfunction()

# Checks the arguments of both functions.
function(_rclcpp_components_check function target no_undefined_symbols)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${function}(): '${target}' is not a target; expected a shared library of this package")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "SHARED_LIBRARY" AND NOT type STREQUAL "MODULE_LIBRARY")
    message(FATAL_ERROR "${function}(): '${target}' is of type ${type}; expected add_library(${target} SHARED …), since "
      "containers load it")
  endif()
  foreach(component IN LISTS ARGN)
    get_property(registered TARGET ${target} PROPERTY RCLCPP_COMPONENTS)
    if(component IN_LIST registered)
      message(FATAL_ERROR "${function}(): '${component}' of '${target}' is registered twice")
    endif()
    set_property(TARGET ${target} APPEND PROPERTY RCLCPP_COMPONENTS "${component}")
  endforeach()
  if(no_undefined_symbols)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
endfunction()

function(rclcpp_components_register_nodes target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_UNDEFINED_SYMBOLS" "RESOURCE_INDEX" "")
  if(NOT arg_RESOURCE_INDEX)
    set(arg_RESOURCE_INDEX rclcpp_components)
  endif()
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rclcpp_components_register_nodes(${target}): expected at least one class")
  endif()
  _rclcpp_components_check(rclcpp_components_register_nodes ${target} "${arg_NO_UNDEFINED_SYMBOLS}" ${arg_UNPARSED_ARGUMENTS})
  foreach(component IN LISTS arg_UNPARSED_ARGUMENTS)
    _rclcpp_components_add_line(${arg_RESOURCE_INDEX} ${target} "${component}")
  endforeach()
endfunction()

function(rclcpp_components_register_node target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_UNDEFINED_SYMBOLS" "PLUGIN;EXECUTABLE;EXECUTOR;RESOURCE_INDEX" "")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_PLUGIN OR NOT arg_EXECUTABLE)
    message(FATAL_ERROR "rclcpp_components_register_node(${target}): found PLUGIN '${arg_PLUGIN}', EXECUTABLE "
      "'${arg_EXECUTABLE}' and unknown arguments '${arg_UNPARSED_ARGUMENTS}'; expected PLUGIN class EXECUTABLE name "
      "[EXECUTOR class] [RESOURCE_INDEX index] [NO_UNDEFINED_SYMBOLS]")
  endif()
  if(NOT arg_RESOURCE_INDEX)
    set(arg_RESOURCE_INDEX rclcpp_components)
  endif()
  _rclcpp_components_check(rclcpp_components_register_node ${target} "${arg_NO_UNDEFINED_SYMBOLS}" "${arg_PLUGIN}")
  _rclcpp_components_add_line(${arg_RESOURCE_INDEX} ${target} "${arg_PLUGIN}")

  set(component "${arg_PLUGIN}")
  set(executor SingleThreadedExecutor)
  if(arg_EXECUTOR)
    set(executor "${arg_EXECUTOR}")
  endif()
  set(source "${PROJECT_BINARY_DIR}/rclcpp_components/node_main_${arg_EXECUTABLE}.cpp")
  configure_file("${_RCLCPP_COMPONENTS_CMAKE_DIR}/node_main.cpp.in" "${source}.in" @ONLY)
  file(GENERATE OUTPUT "${source}" INPUT "${source}.in")
  add_executable(${arg_EXECUTABLE} "${source}")
  target_link_libraries(${arg_EXECUTABLE} rclcpp_components::component rclcpp_components::component_manager)
  add_dependencies(${arg_EXECUTABLE} ${target})
  install(TARGETS ${arg_EXECUTABLE} DESTINATION lib/${PROJECT_NAME})
endfunction()
