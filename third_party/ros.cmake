# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# The packages of ROS 2 that RxROS2 uses: rcutils, rcpputils, ament_index_cpp, and of rosidl the headers that generated C++
# includes and the modules of the generator. As in ROS 2, each is a CMake package and an entry of the ament index.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME packages)
find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)

# ros_library(NAME SOURCES f… [LIBRARIES lib…]): its headers are <NAME>_INCLUDES. The file name differs from that of ROS 2's
# library, since both may be in one LD_LIBRARY_PATH.
function(ros_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES;INCLUDE" ${ARGN})
  add_library(${name} ${arg_SOURCES})
  add_library(${name}::${name} ALIAS ${name})
  foreach(folder IN LISTS arg_INCLUDE)
    target_include_directories(${name} PUBLIC "$<BUILD_INTERFACE:${folder}>")
  endforeach()
  target_include_directories(${name} PUBLIC "$<INSTALL_INTERFACE:include/${name}>")
  target_link_libraries(${name} PUBLIC ${arg_LIBRARIES})
  target_compile_options(${name} PRIVATE -w)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME rxros2_${name})
endfunction()

# ros_headers(NAME [DEPENDENCIES package…]): a package of rosidl that has only headers.
function(ros_headers name)
  cmake_parse_arguments(arg "" "" "DEPENDENCIES" ${ARGN})
  add_library(${name} INTERFACE)
  target_include_directories(${name} INTERFACE "$<BUILD_INTERFACE:${rosidl_SOURCE}/${name}/include>"
    "$<INSTALL_INTERFACE:include/${name}>")
  foreach(dependency IN LISTS arg_DEPENDENCIES)
    target_link_libraries(${name} INTERFACE ${dependency})
  endforeach()
  rxros2_install_package(${name} DESCRIPTION "rosidl's headers" VERSION ${rosidl_VERSION} TARGETS ${name}
    INCLUDE "${rosidl_SOURCE}/${name}/include" DEPENDENCIES ${arg_DEPENDENCIES})
endfunction()

third_party_source(empy)
third_party_source(rcutils)
set(generated "${CMAKE_CURRENT_BINARY_DIR}/rcutils/include")
file(MAKE_DIRECTORY "${generated}/rcutils")
set(template "${rcutils_SOURCE}/resource/logging_macros.h.em")
add_custom_command(OUTPUT "${generated}/rcutils/logging_macros.h"
  COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${empy_SOURCE}" PYTHONDONTWRITEBYTECODE=1 "${Python3_EXECUTABLE}" -m em
    -o "${generated}/rcutils/logging_macros.h" -D "rcutils_module_path='${rcutils_SOURCE}'" "${template}"
  DEPENDS "${template}" VERBATIM)
file(GLOB files "${rcutils_SOURCE}/src/*.c" "${rcutils_SOURCE}/src/testing/*.c")
list(FILTER files EXCLUDE REGEX "win32")
if(NOT BUILD_SHARED_LIBS)
  list(FILTER files EXCLUDE REGEX "/logging\\.c$")  # rclcpp has these functions, and nothing may have them twice
endif()
ros_library(rcutils INCLUDE "${rcutils_SOURCE}/include" "${generated}" LIBRARIES ${CMAKE_DL_LIBS}
  SOURCES ${files} "${generated}/rcutils/logging_macros.h")
target_compile_definitions(rcutils PRIVATE _GNU_SOURCE RCUTILS_BUILDING_DLL)
if(NOT BUILD_SHARED_LIBS AND CMAKE_C_COMPILER_ID MATCHES "Clang")  # as in cyclonedds_static.cmake: buffers for error messages
  target_compile_options(rcutils PRIVATE -femulated-tls)
endif()
rxros2_install_package(rcutils DESCRIPTION "C functions of ROS 2: errors, allocators, arrays, logging" VERSION ${rcutils_VERSION}
  TARGETS rcutils INCLUDE "${rcutils_SOURCE}/include" "${generated}")

third_party_source(rcpputils)
file(GLOB files "${rcpputils_SOURCE}/src/*.cpp")
ros_library(rcpputils INCLUDE "${rcpputils_SOURCE}/include" LIBRARIES rcutils SOURCES ${files})
rxros2_install_package(rcpputils DESCRIPTION "C++ functions of ROS 2: paths, shared libraries" VERSION ${rcpputils_VERSION}
  TARGETS rcpputils INCLUDE "${rcpputils_SOURCE}/include" DEPENDENCIES rcutils)

# No registry that the project builds from has the sources of ament_index_cpp; this is RxROS2's own implementation of its API.
set(index "${CMAKE_CURRENT_SOURCE_DIR}/ament_index_cpp")
set(path "${CMAKE_CURRENT_SOURCE_DIR}/../thin_packages/packages/ament_index_cpp/include")
ros_library(ament_index_cpp INCLUDE "${index}/include" "${path}" SOURCES "${index}/src/ament_index.cpp")
rxros2_install_package(ament_index_cpp DESCRIPTION "Finds installed packages and their resources" VERSION 1.8.1
  TARGETS ament_index_cpp INCLUDE "${index}/include" "${path}")

# The same for class_loader. A static copy would be one of several in a process, each with other classes.
if(BUILD_SHARED_LIBS)
  set(loader "${CMAKE_CURRENT_SOURCE_DIR}/class_loader")
  ros_library(class_loader INCLUDE "${loader}/include" LIBRARIES ${CMAKE_DL_LIBS} SOURCES "${loader}/src/class_loader.cpp")
  rxros2_install_package(class_loader DESCRIPTION "Creates objects of classes in shared libraries" VERSION 2.4.0
    TARGETS class_loader INCLUDE "${loader}/include")
endif()

third_party_source(rosidl)
ros_headers(rosidl_typesupport_interface)
file(GLOB files "${rosidl_SOURCE}/rosidl_runtime_c/src/*.c")
ros_library(rosidl_runtime_c INCLUDE "${rosidl_SOURCE}/rosidl_runtime_c/include" SOURCES ${files}
  LIBRARIES rcutils rosidl_typesupport_interface)
rxros2_install_package(rosidl_runtime_c DESCRIPTION "Strings and sequences of generated C" VERSION ${rosidl_VERSION}
  TARGETS rosidl_runtime_c INCLUDE "${rosidl_SOURCE}/rosidl_runtime_c/include"
  DEPENDENCIES rcutils rosidl_typesupport_interface)
ros_headers(rosidl_runtime_cpp DEPENDENCIES rosidl_runtime_c)
foreach(language c cpp)
  install(DIRECTORY "${rosidl_SOURCE}/rosidl_typesupport_introspection_${language}/include/"
    DESTINATION "include/rosidl_typesupport_introspection_${language}")
endforeach()

# The generator's modules, where interfaces/generator/generate.py of an installed prefix looks for them. Its definitions are
# read by RxROS2's own parser, so rosidl_parser's, which needs one more package, is left out.
set(modules share/rosidl_default_generators/generator/modules)
install(FILES "${empy_SOURCE}/em.py" DESTINATION ${modules})
foreach(package rosidl_adapter rosidl_pycommon rosidl_generator_c rosidl_generator_cpp)
  install(DIRECTORY "${rosidl_SOURCE}/${package}/${package}" DESTINATION ${modules}
    FILES_MATCHING PATTERN "*.py" PATTERN "*.em")
endforeach()
foreach(package rosidl_generator_c rosidl_generator_cpp)
  install(DIRECTORY "${rosidl_SOURCE}/${package}/resource" DESTINATION ${modules}/${package}
    FILES_MATCHING PATTERN "*.em")
endforeach()
install(FILES "${rosidl_SOURCE}/rosidl_parser/rosidl_parser/__init__.py"
  "${rosidl_SOURCE}/rosidl_parser/rosidl_parser/definition.py" DESTINATION ${modules}/rosidl_parser)
install(FILES rosidl_parser/parser.py DESTINATION ${modules}/rosidl_parser)
