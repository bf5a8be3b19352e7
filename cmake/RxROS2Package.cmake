# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Installation: rooms and interface packages as ROS 2 packages in one relocatable prefix.
#
# rxros2_install_package(NAME DESCRIPTION text [VERSION v] [TARGETS target…] [INCLUDE dir…] [DEPENDENCIES package…]
#     [CMAKE_DEPENDENCIES name…] [EXTRAS file.cmake…] [MEMBER_OF_GROUPS group…])
#   `cmake --install` gives NAME a package.xml, an entry in the ament index and a CMake package, so that
#   find_package(NAME) works with plain cmake, ament_target_dependencies and colcon.
#   VERSION: what users compare; by default RxROS2's, for what stands for a ROS 2 package that package's in Jazzy.
#   TARGETS: exported as NAME::<EXPORT_NAME>; all together are ${NAME_TARGETS}. Their public headers must be at
#   $<INSTALL_INTERFACE:include/NAME>. INCLUDE: folders whose contents go there.
#   DEPENDENCIES: packages that NAME's public headers need: found together with NAME, and named in its package.xml.
#   CMAKE_DEPENDENCIES: the same for what is not a ROS package (Threads).
#   EXTRAS: files that the configuration includes at its end; they go to share/NAME/cmake.
#   The global property RXROS2_PACKAGES lists all packages.
#
# Included once, this also installs setup.{sh,bash,zsh} and local_setup.*, unless a room is built by itself (RxROS2Room.cmake).
include(CMakePackageConfigHelpers)

# The Python of Debian's rosidl and ament modules, whatever Python is first in PATH: the only place that chooses it.
# Installed packages have it from here (package/Config.cmake.in). It is called with -E, so that it does not see the modules
# of a sourced ROS 2 in PYTHONPATH.
find_program(RXROS2_ROSIDL_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
mark_as_advanced(RXROS2_ROSIDL_PYTHON)

# rxros2_find_python(VARIABLE "module, …" [candidate…]): sets the variable to the first candidate that can import the modules. If
# none can, it stays as it is. Empty candidates are left out.
function(rxros2_find_python variable modules)
  foreach(candidate IN LISTS ARGN)
    execute_process(COMMAND "${candidate}" -c "import ${modules}" RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
      set(${variable} "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# Lets ament run a Python that has its modules: pip names the Python of its environment, which lacks them.
macro(rxros2_choose_ament_python)
  rxros2_find_python(Python3_EXECUTABLE ament_package ${Python3_EXECUTABLE} "${RXROS2_ROSIDL_PYTHON}")
endmacro()

set(RXROS2_PACKAGE_TEMPLATES "${CMAKE_CURRENT_LIST_DIR}/package")

function(rxros2_install_package name)
  cmake_parse_arguments(arg "" "DESCRIPTION;VERSION"
    "TARGETS;INCLUDE;DEPENDENCIES;CMAKE_DEPENDENCIES;EXTRAS;MEMBER_OF_GROUPS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_DESCRIPTION)
    message(FATAL_ERROR "rxros2_install_package(${name}): found '${arg_UNPARSED_ARGUMENTS}' and description "
      "'${arg_DESCRIPTION}'; expected DESCRIPTION and the options documented in RxROS2Package.cmake")
  endif()
  if(NOT arg_VERSION)
    set(arg_VERSION ${PROJECT_VERSION})
  endif()
  set_property(GLOBAL APPEND PROPERTY RXROS2_PACKAGES ${name})
  set(share "share/${name}")
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/packages/${name}")

  foreach(folder IN LISTS arg_INCLUDE)
    install(DIRECTORY "${folder}/" DESTINATION "include/${name}")
  endforeach()
  set(targets "")
  foreach(target IN LISTS arg_TARGETS)
    get_target_property(export_name ${target} EXPORT_NAME)
    if(NOT export_name)
      set(export_name ${target})
    endif()
    list(APPEND targets ${name}::${export_name})
  endforeach()
  set(include_exports "")
  if(arg_TARGETS)
    # $ORIGIN: the libraries of one prefix find each other after it is moved.
    foreach(target IN LISTS arg_TARGETS)
      get_target_property(type ${target} TYPE)
      if(NOT type STREQUAL "INTERFACE_LIBRARY")
        set_property(TARGET ${target} PROPERTY INSTALL_RPATH "$ORIGIN" ${RXROS2_BUNDLED_RPATH})
        rxros2_harden(${target})
        if(COMMAND rxros2_join_sources)  # a library of third_party is compiled as its project does
          rxros2_join_sources(${target})
        endif()
      endif()
    endforeach()
    install(TARGETS ${arg_TARGETS} EXPORT ${name} LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)
    install(EXPORT ${name} NAMESPACE ${name}:: FILE ${name}Targets.cmake DESTINATION "${share}/cmake")
    set(include_exports "include(\"\${CMAKE_CURRENT_LIST_DIR}/${name}Targets.cmake\")\n")
  endif()

  set(include_extras "")
  foreach(file IN LISTS arg_EXTRAS)
    cmake_path(GET file FILENAME file_name)
    string(APPEND include_extras "include(\"\${CMAKE_CURRENT_LIST_DIR}/${file_name}\")\n")
  endforeach()
  configure_file("${RXROS2_PACKAGE_TEMPLATES}/Config.cmake.in" "${generated}/${name}Config.cmake" @ONLY)
  # Any requested older version matches: RxROS2 has one release of each package, Jazzy's.
  write_basic_package_version_file("${generated}/${name}Config-version.cmake" VERSION ${arg_VERSION}
    COMPATIBILITY AnyNewerVersion ARCH_INDEPENDENT)

  set(elements "")
  foreach(dependency IN LISTS arg_DEPENDENCIES)
    string(APPEND elements "  <depend>${dependency}</depend>\n")
  endforeach()
  foreach(group IN LISTS arg_MEMBER_OF_GROUPS)
    string(APPEND elements "  <member_of_group>${group}</member_of_group>\n")
  endforeach()
  configure_file("${RXROS2_PACKAGE_TEMPLATES}/package.xml.in" "${generated}/package.xml" @ONLY)
  file(CONFIGURE OUTPUT "${generated}/run_dependencies" CONTENT "${arg_DEPENDENCIES}")
  file(CONFIGURE OUTPUT "${generated}/resource" CONTENT "")

  install(FILES "${generated}/${name}Config.cmake" "${generated}/${name}Config-version.cmake" ${arg_EXTRAS}
    DESTINATION "${share}/cmake")
  install(FILES "${generated}/package.xml" DESTINATION "${share}")
  install(FILES "${generated}/resource" DESTINATION share/ament_index/resource_index/packages RENAME ${name})
  install(FILES "${generated}/run_dependencies"
    DESTINATION share/ament_index/resource_index/package_run_dependencies RENAME ${name})
endfunction()

if(RXROS2_ROOM)  # a package of a colcon workspace, which creates the environment
  return()
endif()
install(FILES "${CMAKE_CURRENT_LIST_DIR}/../LICENSE" DESTINATION share/doc/rxros2)
install(DIRECTORY "${CMAKE_CURRENT_LIST_DIR}/../licenses" DESTINATION share/doc/rxros2)
# The environment of the prefix. A POSIX shell does not give a sourced file its path, so installation writes it into
# setup.sh; bash and zsh determine it, so that the prefix can be moved.
foreach(shell bash zsh)
  install(FILES "${CMAKE_CURRENT_LIST_DIR}/environment/setup.${shell}"
    "${CMAKE_CURRENT_LIST_DIR}/environment/local_setup.${shell}" DESTINATION .)
endforeach()
install(FILES "${CMAKE_CURRENT_LIST_DIR}/environment/sitecustomize.py" DESTINATION share/rxros2/python)
install(CODE "get_filename_component(INSTALLED_TO \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
foreach(script local_setup.sh setup.sh)
  configure_file(\"${CMAKE_CURRENT_LIST_DIR}/environment/local_setup.sh\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${script}\" @ONLY)
endforeach()")
