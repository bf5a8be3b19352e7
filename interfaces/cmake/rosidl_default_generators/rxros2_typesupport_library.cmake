# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# rxros2_typesupport_library(TARGET PACKAGE SOURCE FOLDER INCLUDE dir… LIBRARIES lib…)
#   Adds the type support of PACKAGE as a library that programs load by type name (rclcpp/typesupport_helpers.hpp). It is
#   built from SOURCE, which generator/typesupport.py writes, in FOLDER/rxros2_typesupport; installed to lib/rxros2_typesupport,
#   a folder that only RxROS2 uses. INCLUDE: the folders with the headers of rclcpp, cdr, rmw and rcl.
#   Links to it, under the names that ROS 2's libraries have in lib, are for programs that open these files by path, as
#   rosbag2's converter does. It has no soname, so that no program of ROS 2 uses a loaded one in place of its own.
function(rxros2_typesupport_library target package source folder)
  cmake_parse_arguments(arg "" "" "INCLUDE;LIBRARIES" ${ARGN})
  add_library(${target} MODULE "${source}")
  target_include_directories(${target} PRIVATE ${arg_INCLUDE})
  # Debian's headers, installed with rosidl's generators; the library only has the identifier.
  target_include_directories(${target} SYSTEM PRIVATE "${RXROS2_ROSIDL_INCLUDE}/rosidl_typesupport_introspection_c"
    "${RXROS2_ROSIDL_INCLUDE}/rosidl_typesupport_introspection_cpp")
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  target_compile_features(${target} PRIVATE cxx_std_20)
  # Messages that programs publish and receive are compiled into them; this library is for tools, and slows down each
  # package's build.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${package}__rosidl_typesupport_cpp NO_SONAME ON
    CXX_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY "${folder}/rxros2_typesupport")
  install(TARGETS ${target} LIBRARY DESTINATION lib/rxros2_typesupport)
  foreach(identifier rosidl_typesupport_cpp rosidl_typesupport_introspection_cpp)
    set(link "${folder}/lib${package}__${identifier}.so")
    file(MAKE_DIRECTORY "${folder}")
    file(CREATE_LINK "rxros2_typesupport/lib${package}__rosidl_typesupport_cpp.so" "${link}" SYMBOLIC)
    install(FILES "${link}" DESTINATION lib)
  endforeach()
endfunction()
