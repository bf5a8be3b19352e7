# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Called by rosidl_generate_interfaces(), whose variables begin with rosidl_generate_interfaces_. Generates headers and type
# descriptions of the interfaces of one package, as targets <target>__rosidl_generator_cpp and
# <target>__rosidl_typesupport_cpp, and a type support library for programs that load it by name.
set(_rxros2_target ${rosidl_generate_interfaces_TARGET})
set(_rxros2_include "${CMAKE_CURRENT_BINARY_DIR}/${_rxros2_target}__rosidl_generator_cpp/include")
set(_rxros2_share "${CMAKE_CURRENT_BINARY_DIR}/${_rxros2_target}__rosidl_generator_cpp/share")
set(_rxros2_typesupport "")
if(NOT rosidl_generate_interfaces_SKIP_INSTALL)  # otherwise nothing could find it
  set(_rxros2_typesupport "${CMAKE_CURRENT_BINARY_DIR}/${_rxros2_target}__rosidl_generator_cpp/typesupport.cpp")
endif()

# The user's definitions are read, so that errors name their lines; rosidl_adapter's .idl files of them are installed.
get_target_property(_rxros2_sources ${_rxros2_target} SOURCES)
set(_rxros2_definitions "")
set(_rxros2_interfaces "")
set(_rxros2_implicit "")
foreach(_idl_file IN LISTS rosidl_generate_interfaces_ABS_IDL_FILES)
  get_filename_component(_name "${_idl_file}" NAME_WE)
  get_filename_component(_kind "${_idl_file}" DIRECTORY)
  get_filename_component(_kind "${_kind}" NAME)
  set(_definition "${_idl_file}")
  foreach(_source IN LISTS _rxros2_sources)
    if(_source MATCHES "/${_name}\\.${_kind}$")
      set(_definition "${_source}")
    endif()
  endforeach()
  list(APPEND _rxros2_definitions "${_definition}")
  list(APPEND _rxros2_interfaces "{\"file\": \"${_definition}\", \"kind\": \"${_kind}\"}")
  # Packages that generated services and actions use implicitly; generate.py has the same list.
  if(_kind MATCHES "srv|action")
    list(APPEND _rxros2_implicit service_msgs builtin_interfaces)
  endif()
  if(_kind STREQUAL "action")
    list(APPEND _rxros2_implicit action_msgs unique_identifier_msgs)
  endif()
endforeach()
list(REMOVE_DUPLICATES _rxros2_implicit)
list(REMOVE_ITEM _rxros2_implicit ${PROJECT_NAME})

# The packages whose types may be used, and the folders of their type descriptions.
set(_rxros2_packages ${rosidl_generate_interfaces_DEPENDENCY_PACKAGE_NAMES})
foreach(_package IN LISTS _rxros2_implicit)
  find_package(${_package} QUIET REQUIRED)
endforeach()
list(APPEND _rxros2_packages ${_rxros2_implicit})
foreach(_package IN LISTS _rxros2_implicit)
  list(APPEND _rxros2_packages ${${_package}_RECURSIVE_DEPENDENCIES})
endforeach()
list(REMOVE_DUPLICATES _rxros2_packages)
set(_rxros2_installed "")
set(_rxros2_names "")
set(_rxros2_dependency_targets rosidl_typesupport_cpp::rosidl_typesupport_cpp)
set(_rxros2_descriptions "")
foreach(_package IN LISTS _rxros2_packages)
  if(DEFINED ${_package}_IDL_FILES)
    get_filename_component(_folder "${${_package}_DIR}/.." ABSOLUTE)
    list(APPEND _rxros2_names "\"${_package}\"")
    list(APPEND _rxros2_installed "\"${_package}\": \"${_folder}\"")
    list(APPEND _rxros2_dependency_targets ${${_package}_TARGETS__rosidl_generator_cpp})
    foreach(_idl_file IN LISTS ${_package}_IDL_FILES)
      string(REGEX REPLACE "\\.idl$" ".json" _json "${_folder}/${_idl_file}")
      list(APPEND _rxros2_descriptions "${_json}")
    endforeach()
  endif()
endforeach()

list(JOIN _rxros2_interfaces ",\n" _rxros2_interfaces)
list(JOIN _rxros2_names ", " _rxros2_names)
list(JOIN _rxros2_installed ",\n" _rxros2_installed)
set(_rxros2_arguments "${CMAKE_CURRENT_BINARY_DIR}/${_rxros2_target}__rosidl_generator_cpp/generate.json")
set(_rxros2_stamp "${CMAKE_CURRENT_BINARY_DIR}/${_rxros2_target}__rosidl_generator_cpp/generated")
file(CONFIGURE OUTPUT "${_rxros2_arguments}" @ONLY CONTENT "{\"packages\": [
{\"name\": \"${PROJECT_NAME}\", \"dependencies\": [${_rxros2_names}],
\"include_dir\": \"${_rxros2_include}\", \"share_dir\": \"${_rxros2_share}\",
\"typesupport\": \"${_rxros2_typesupport}\",
\"interfaces\": [${_rxros2_interfaces}]}],
\"installed\": {${_rxros2_installed}},
\"cache\": \"${_rxros2_stamp}.cache.json\",
\"stamp\": \"${_rxros2_stamp}\"}
")

execute_process(
  COMMAND "${RXROS2_ROSIDL_PYTHON}" -E "${RXROS2_INTERFACE_GENERATOR}" --list "${_rxros2_arguments}"
  OUTPUT_VARIABLE _rxros2_outputs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" _rxros2_outputs "${_rxros2_outputs}")
file(GLOB _rxros2_generator "${rosidl_default_generators_DIR}/../generator/*.py"
  "${rosidl_default_generators_DIR}/../generator/definitions/*.py")
add_custom_command(
  OUTPUT "${_rxros2_stamp}" BYPRODUCTS ${_rxros2_outputs}
  COMMAND "${RXROS2_ROSIDL_PYTHON}" -E "${RXROS2_INTERFACE_GENERATOR}" "${_rxros2_arguments}"
  DEPENDS ${_rxros2_definitions} ${_rxros2_descriptions} ${_rxros2_generator} "${_rxros2_arguments}"
  COMMENT "Generating C++ headers of ${PROJECT_NAME}"
  VERBATIM)
add_custom_target(${_rxros2_target}__cpp DEPENDS "${_rxros2_stamp}")
add_dependencies(${_rxros2_target} ${_rxros2_target}__cpp)

add_library(${_rxros2_target}__rosidl_generator_cpp INTERFACE)
target_include_directories(${_rxros2_target}__rosidl_generator_cpp INTERFACE
  "$<BUILD_INTERFACE:${_rxros2_include}>" "$<INSTALL_INTERFACE:include/${PROJECT_NAME}>")
target_link_libraries(${_rxros2_target}__rosidl_generator_cpp INTERFACE ${_rxros2_dependency_targets})
add_dependencies(${_rxros2_target}__rosidl_generator_cpp ${_rxros2_target}__cpp)
add_library(${_rxros2_target}__rosidl_typesupport_cpp INTERFACE)
target_link_libraries(${_rxros2_target}__rosidl_typesupport_cpp INTERFACE ${_rxros2_target}__rosidl_generator_cpp)
foreach(_part rosidl_generator_cpp rosidl_typesupport_cpp)
  add_library(${PROJECT_NAME}::${_rxros2_target}__${_part} ALIAS ${_rxros2_target}__${_part})
endforeach()

if(NOT rosidl_generate_interfaces_SKIP_INSTALL)
  install(DIRECTORY "${_rxros2_include}/" DESTINATION "include/${PROJECT_NAME}")
  install(DIRECTORY "${_rxros2_share}/" DESTINATION "share/${PROJECT_NAME}" FILES_MATCHING PATTERN "*.json")
  install(TARGETS ${_rxros2_target}__rosidl_generator_cpp ${_rxros2_target}__rosidl_typesupport_cpp
    EXPORT export_${_rxros2_target}__rosidl_generator_cpp)
  ament_export_include_directories("include/${PROJECT_NAME}")
  ament_export_targets(export_${_rxros2_target}__rosidl_generator_cpp)
  foreach(_part rosidl_generator_cpp rosidl_typesupport_cpp)
    rosidl_export_typesupport_targets(__${_part} ${_rxros2_target}__${_part})
  endforeach()
  ament_export_dependencies(rosidl_typesupport_cpp ${_rxros2_implicit})

  get_filename_component(_rxros2_headers "${rosidl_default_generators_DIR}/../../../include" ABSOLUTE)
  rxros2_typesupport_library(${_rxros2_target}__typesupport_library ${PROJECT_NAME} "${_rxros2_typesupport}"
    "${CMAKE_CURRENT_BINARY_DIR}/${_rxros2_target}__rosidl_generator_cpp"
    INCLUDE "${_rxros2_headers}/rclcpp" "${_rxros2_headers}/rxros2_cdr" "${_rxros2_headers}/rmw" "${_rxros2_headers}/rcl"
    LIBRARIES ${_rxros2_target}__rosidl_typesupport_cpp)
endif()
