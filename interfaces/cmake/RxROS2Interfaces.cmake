# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Packages of interfaces (.msg, .srv, .action) as CMake targets, generated at build time by generator/generate.py.
#
# rxros2_interfaces(PACKAGE [VERSION v] [SOURCE_DIR dir] [DEPENDENCIES package…] [ALIAS package] [ROS1_HEADERS] [NO_INSTALL])
#   Adds the package PACKAGE from <dir>/{msg,srv,action}/*, by default ./PACKAGE. Creates the header-only targets
#   PACKAGE::PACKAGE__rosidl_generator_cpp and PACKAGE::PACKAGE__rosidl_typesupport_cpp (ROS 2's names) and the short name
#   PACKAGE::PACKAGE, and installs them as a ROS 2 package (RxROS2Package.cmake). Hand-written headers are in
#   <dir>/include/PACKAGE.
#   DEPENDENCIES: packages whose types the definitions use. ALIAS: a second package name for the same C++ types, with its
#   own targets. ROS1_HEADERS: also <package>/<Name>.h with package::Name.
#   The global property RXROS2_INTERFACE_TARGETS lists the targets of all packages, RXROS2_TYPESUPPORT_PACKAGES the installed
#   packages; the source of a package's type support library, which rclcpp/ compiles, is
#   ${RXROS2_TYPESUPPORT_SOURCES}/<package>.cpp.
#   rxros2_generate_interfaces()
#   Call it once after the last package: one process generates all of them, since starting it costs more than a package.

set(RXROS2_INTERFACE_GENERATOR "${CMAKE_CURRENT_LIST_DIR}/../generator")
cmake_path(NORMAL_PATH RXROS2_INTERFACE_GENERATOR)
# The generator's parser of definitions, which the Python package uses at run time.
set(RXROS2_DEFINITIONS_PACKAGE "${RXROS2_INTERFACE_GENERATOR}/../../python/rxros2/definitions")
cmake_path(NORMAL_PATH RXROS2_DEFINITIONS_PACKAGE)
set(RXROS2_INTERFACES_CMAKE "${CMAKE_CURRENT_LIST_DIR}")
# With RXROS2_BUNDLED, rosidl's modules are not those of the system. An installed generator has them in its folder.
set(RXROS2_GENERATE "${RXROS2_ROSIDL_PYTHON}" -E "${RXROS2_INTERFACE_GENERATOR}/generate.py")
if(RXROS2_ROSIDL_MODULES)
  list(PREPEND RXROS2_GENERATE "${CMAKE_COMMAND}" -E env "RXROS2_ROSIDL_MODULES=${RXROS2_ROSIDL_MODULES}")
endif()

if(NOT RXROS2_ROSIDL_PYTHON)
  message(FATAL_ERROR "found no /usr/bin/python3; expected Debian's, to which the modules of python3-rosidl belong")
endif()

# The headers that generated code includes; users of an installed RxROS2 find them in the same way.
set(RXROS2_ROSIDL_HEADERS "${CMAKE_CURRENT_LIST_DIR}/rosidl_headers.cmake")
include("${RXROS2_ROSIDL_HEADERS}")
set(RXROS2_TYPESUPPORT_SOURCES "${CMAKE_CURRENT_BINARY_DIR}/typesupport" CACHE INTERNAL "Sources of type support libraries")
include("${CMAKE_CURRENT_LIST_DIR}/rosidl_default_generators/rxros2_typesupport_library.cmake")

# _rxros2_interface_targets(package target…): `target…` are the dependencies of its generator_cpp target.
function(_rxros2_interface_targets package)
  add_library(${package}__rosidl_generator_cpp INTERFACE)
  target_link_libraries(${package}__rosidl_generator_cpp INTERFACE ${ARGN})
  add_library(${package}__rosidl_typesupport_cpp INTERFACE)
  target_link_libraries(${package}__rosidl_typesupport_cpp INTERFACE ${package}__rosidl_generator_cpp)
  foreach(part rosidl_generator_cpp rosidl_typesupport_cpp)
    add_library(${package}::${package}__${part} ALIAS ${package}__${part})
  endforeach()
  add_library(${package}::${package} ALIAS ${package}__rosidl_typesupport_cpp)
endfunction()

# _rxros2_install_interfaces(package version files dependencies [include]): `files` are <kind>/<Name>.<suffix> as installed,
# `include` has hand-written headers.
function(_rxros2_install_interfaces package version files dependencies)
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/packages/${package}")
  set(idl_files ${files})
  list(TRANSFORM idl_files REPLACE "\\.[a-z]+$" ".idl")
  set(interface_files ${files})
  list(FILTER interface_files EXCLUDE REGEX "\\.idl$")
  configure_file("${RXROS2_INTERFACES_CMAKE}/interface_package-extras.cmake.in"
    "${generated}/${package}-extras.cmake" @ONLY)
  set(targets ${package}__rosidl_generator_cpp ${package}__rosidl_typesupport_cpp)
  if(ARGN)
    list(APPEND targets ${package}_library)
  endif()
  rxros2_install_package(${package}
    DESCRIPTION "Messages, services and actions of ${package}"
    VERSION "${version}"
    TARGETS ${targets}
    INCLUDE ${ARGN}
    DEPENDENCIES rosidl_typesupport_cpp ${dependencies}
    EXTRAS "${generated}/${package}-extras.cmake"
    MEMBER_OF_GROUPS rosidl_interface_packages)
  set(index ${idl_files} ${interface_files})
  list(SORT index)
  list(JOIN index "\n" index)
  file(CONFIGURE OUTPUT "${generated}/rosidl_interfaces" CONTENT "${index}\n")
  install(FILES "${generated}/rosidl_interfaces"
    DESTINATION share/ament_index/resource_index/rosidl_interfaces RENAME ${package})
endfunction()

function(rxros2_interfaces package)
  cmake_parse_arguments(arg "ROS1_HEADERS;NO_INSTALL" "ALIAS;SOURCE_DIR;VERSION" "DEPENDENCIES" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rxros2_interfaces(${package}): unknown argument '${arg_UNPARSED_ARGUMENTS}'; "
      "expected VERSION, SOURCE_DIR, DEPENDENCIES, ALIAS, ROS1_HEADERS or NO_INSTALL")
  endif()
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${package}")
  if(arg_SOURCE_DIR)
    cmake_path(ABSOLUTE_PATH arg_SOURCE_DIR OUTPUT_VARIABLE source)
  endif()
  set(include "${CMAKE_CURRENT_BINARY_DIR}/include/${package}")
  set(share "${CMAKE_CURRENT_BINARY_DIR}/share/${package}")
  set(definitions "")
  foreach(kind msg srv action)
    file(GLOB ${kind}_definitions CONFIGURE_DEPENDS "${source}/${kind}/*.${kind}" "${source}/${kind}/*.idl")
    list(APPEND definitions ${${kind}_definitions})
  endforeach()
  if(NOT definitions)
    message(FATAL_ERROR "rxros2_interfaces(${package}): no definitions; expected ${source}/{msg,srv,action}/*")
  endif()

  set(needed ${arg_DEPENDENCIES})
  # Packages that generated services and actions use implicitly; generate.py has the same list.
  if(srv_definitions OR action_definitions)
    list(APPEND needed service_msgs builtin_interfaces)
  endif()
  if(action_definitions)
    list(APPEND needed action_msgs unique_identifier_msgs)
  endif()
  list(REMOVE_DUPLICATES needed)
  list(REMOVE_ITEM needed ${package})
  set(needed_targets ${needed})
  list(TRANSFORM needed_targets REPLACE "(.+)" "\\1::\\1__rosidl_generator_cpp")
  _rxros2_interface_targets(${package} rosidl_typesupport_cpp::rosidl_typesupport_cpp ${needed_targets})
  # SYSTEM: Debian's templates cause warnings.
  target_include_directories(${package}__rosidl_generator_cpp SYSTEM INTERFACE
    "$<BUILD_INTERFACE:${include}>" "$<INSTALL_INTERFACE:include/${package}>")
  add_dependencies(${package}__rosidl_generator_cpp rxros2_interfaces_generated)
  # Hand-written headers, for which ROS 2 has a separate target.
  set(own_include "")
  if(EXISTS "${source}/include")
    set(own_include "${source}/include")
    target_include_directories(${package}__rosidl_generator_cpp INTERFACE "$<BUILD_INTERFACE:${own_include}>")
    add_library(${package}_library INTERFACE)
    add_library(${package}::${package}_library ALIAS ${package}_library)
    target_link_libraries(${package}_library INTERFACE ${package}__rosidl_typesupport_cpp)
  endif()
  if(arg_ALIAS)
    _rxros2_interface_targets(${arg_ALIAS} ${package}__rosidl_generator_cpp)
  endif()
  set(typesupport "")
  if(NOT arg_NO_INSTALL)
    set(typesupport "${RXROS2_TYPESUPPORT_SOURCES}/${package}.cpp")
    set_property(GLOBAL APPEND PROPERTY RXROS2_TYPESUPPORT_PACKAGES ${package})
    install(DIRECTORY "${include}/" DESTINATION "include/${package}")
    install(DIRECTORY "${share}/" DESTINATION "share/${package}")
    set(files ${definitions})
    list(TRANSFORM files REPLACE "^.*/([^/]+/[^/]+)$" "\\1")
    _rxros2_install_interfaces(${package} "${arg_VERSION}" "${files}" "${needed}" ${own_include})
    if(arg_ALIAS)
      _rxros2_install_interfaces(${arg_ALIAS} "${arg_VERSION}" "" ${package})
    endif()
  endif()

  set_property(GLOBAL APPEND PROPERTY RXROS2_INTERFACE_TARGETS ${package}::${package})

  # The generator's arguments for this package.
  set(interfaces "")
  foreach(definition IN LISTS definitions)
    cmake_path(GET definition PARENT_PATH folder)
    cmake_path(GET folder FILENAME kind)
    list(APPEND interfaces "{\"file\": \"${definition}\", \"kind\": \"${kind}\"}")
  endforeach()
  list(JOIN interfaces ",\n" interfaces)
  set(dependencies "")
  if(arg_DEPENDENCIES)
    list(JOIN arg_DEPENDENCIES "\", \"" dependencies)
    set(dependencies "\"${dependencies}\"")
  endif()
  if(arg_ROS1_HEADERS)
    set(ros1_headers true)
  else()
    set(ros1_headers false)
  endif()
  set_property(GLOBAL APPEND PROPERTY RXROS2_INTERFACE_PACKAGES
"{\"name\": \"${package}\", \"dependencies\": [${dependencies}],
\"include_dir\": \"${include}\", \"share_dir\": \"${share}\", \"typesupport\": \"${typesupport}\",
\"alias\": \"${arg_ALIAS}\", \"ros1_headers\": ${ros1_headers},
\"interfaces\": [${interfaces}]}")
  set_property(GLOBAL APPEND PROPERTY RXROS2_INTERFACE_DEFINITIONS ${definitions})
endfunction()

function(rxros2_generate_interfaces)
  get_property(packages GLOBAL PROPERTY RXROS2_INTERFACE_PACKAGES)
  get_property(definitions GLOBAL PROPERTY RXROS2_INTERFACE_DEFINITIONS)
  list(JOIN packages ",\n" packages)
  set(arguments "${CMAKE_CURRENT_BINARY_DIR}/generate.json")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/generated")
  set(checked "${CMAKE_CURRENT_BINARY_DIR}/checked")
  set(content "{\"packages\": [${packages}],
\"installed\": {},
\"cache\": \"${CMAKE_CURRENT_BINARY_DIR}/generate.cache.json\",
\"stamp\": \"${stamp}\", \"checked\": \"${checked}\"}
")
  set(before "")
  if(EXISTS "${arguments}")
    file(READ "${arguments}" before)
  endif()
  if(NOT content STREQUAL before)  # its time stamp decides whether to generate
    file(WRITE "${arguments}" "${content}")
  endif()

  # Ninja must know each header before it decides what to recompile.
  execute_process(COMMAND ${RXROS2_GENERATE} --list "${arguments}"
    OUTPUT_VARIABLE outputs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" outputs "${outputs}")
  set(headers ${outputs})
  list(FILTER headers INCLUDE REGEX "\\.hp?p?$")
  set_property(GLOBAL PROPERTY RXROS2_INTERFACE_HEADERS ${headers})
  file(GLOB generator CONFIGURE_DEPENDS
    "${RXROS2_INTERFACE_GENERATOR}/*.py" "${RXROS2_INTERFACE_GENERATOR}/resource/*.em" "${RXROS2_DEFINITIONS_PACKAGE}/*.py")
  # Checking is a step of its own since Ninja prints all outputs of a step that fails.
  add_custom_command(
    OUTPUT "${checked}"
    COMMAND ${RXROS2_GENERATE} --check "${arguments}"
    DEPENDS ${definitions} ${generator} "${arguments}"
    COMMENT "Checking interface definitions"
    VERBATIM)
  add_custom_command(
    OUTPUT "${stamp}" BYPRODUCTS ${outputs}
    COMMAND ${RXROS2_GENERATE} "${arguments}"
    DEPENDS "${checked}"
    COMMENT "Generating message headers and type descriptions"
    VERBATIM)
  add_custom_target(rxros2_interfaces_generated ALL DEPENDS "${stamp}")
endfunction()
