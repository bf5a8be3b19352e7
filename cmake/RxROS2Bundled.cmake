# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# RXROS2_BUNDLED=ON: the libraries that RxROS2 is built on come from third_party/archives, not from the system. They are built
# while CMake configures, because find_package() looks for them then. The installed prefix contains what its users need.
option(RXROS2_BUNDLED "Build the libraries that RxROS2 needs from third_party/archives" OFF)
if(NOT RXROS2_BUNDLED)
  return()
endif()
if(NOT RXROS2_RUNTIME STREQUAL "embedded")
  message(FATAL_ERROR "RXROS2_BUNDLED is ON and RXROS2_RUNTIME is '${RXROS2_RUNTIME}'; expected embedded: an installed ROS 2 "
    "has its own libraries")
endif()
option(BUILD_TESTING "Build the tests, which also need GoogleTest and other packages" OFF)

find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)
set(RXROS2_ROSIDL_PYTHON "${Python3_EXECUTABLE}" CACHE FILEPATH "The Python that runs the generator")

set(RXROS2_BUNDLED_BUILD "${CMAKE_BINARY_DIR}/third_party")
set(RXROS2_BUNDLED_PREFIX "${RXROS2_BUNDLED_BUILD}/prefix")
set(settings "-DCMAKE_INSTALL_PREFIX=${RXROS2_BUNDLED_PREFIX}" "-DPython3_EXECUTABLE=${Python3_EXECUTABLE}")
foreach(name CMAKE_MAKE_PROGRAM CMAKE_TOOLCHAIN_FILE CMAKE_C_COMPILER CMAKE_CXX_COMPILER CMAKE_C_COMPILER_LAUNCHER
  CMAKE_CXX_COMPILER_LAUNCHER CMAKE_C_FLAGS CMAKE_CXX_FLAGS CMAKE_EXE_LINKER_FLAGS CMAKE_SHARED_LINKER_FLAGS CMAKE_BUILD_TYPE
  BUILD_SHARED_LIBS RXROS2_THIRD_PARTY_ARCHIVES)
  if(DEFINED ${name} AND NOT ${name} STREQUAL "")
    list(APPEND settings "-D${name}=${${name}}")
  endif()
endforeach()
file(GLOB files "${RXROS2_SOURCE_DIR}/third_party/*.cmake" "${RXROS2_SOURCE_DIR}/third_party/*.json"
  "${RXROS2_SOURCE_DIR}/third_party/CMakeLists.txt")
file(GLOB_RECURSE own_files "${RXROS2_SOURCE_DIR}/third_party/*.cpp" "${RXROS2_SOURCE_DIR}/third_party/*.hpp")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files} ${own_files})
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
message(STATUS "RxROS2 builds its libraries from third_party/archives; the first time takes some minutes")
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${RXROS2_SOURCE_DIR}/third_party" -B "${RXROS2_BUNDLED_BUILD}"
  -G "${CMAKE_GENERATOR}" ${settings} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${RXROS2_BUNDLED_BUILD}" --target install --parallel ${cores}
  OUTPUT_FILE "${RXROS2_BUNDLED_BUILD}/build.log" RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the libraries of third_party did not build: ${RXROS2_BUNDLED_BUILD}/build.log has the compiler's output")
endif()
list(PREPEND CMAKE_PREFIX_PATH "${RXROS2_BUNDLED_PREFIX}")
set(RXROS2_ROSIDL_MODULES "${RXROS2_BUNDLED_PREFIX}/share/rosidl_default_generators/generator/modules")

# In the installed prefix, Cyclone DDS and OpenSSL are in a folder that is not in LD_LIBRARY_PATH, so that a ROS 2 in the same
# shell does not load them in place of its own.
set(RXROS2_BUNDLED_RPATH "$ORIGIN/rxros2")
file(GLOB libraries "${RXROS2_BUNDLED_PREFIX}/lib/libddsc.so.*" "${RXROS2_BUNDLED_PREFIX}/lib/libdds_security_*.so"
  "${RXROS2_BUNDLED_PREFIX}/lib/librxros2_openssl.so")
install(FILES ${libraries} DESTINATION lib/rxros2)
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${RXROS2_BUNDLED_BUILD}\" --component packages
  --prefix \"\${CMAKE_INSTALL_PREFIX}\" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)")

# rxros2_check_bundled(): fails if a library was found elsewhere, which the installed prefix would then lack.
function(rxros2_check_bundled)
  foreach(name BAG_deflate BAG_lz4 BAG_zstd BAG_yaml BAG_INCLUDE BAG_YAML_INCLUDE YAML_INCLUDE_DIR YAML_LIBRARY
    SQLite3_LIBRARY SQLite3_INCLUDE_DIR OPENSSL_CRYPTO_LIBRARY OPENSSL_INCLUDE_DIR CycloneDDS_DIR tinyxml2_DIR rcutils_DIR
    rcpputils_DIR ament_index_cpp_DIR class_loader_DIR rosidl_runtime_c_DIR rosidl_runtime_cpp_DIR RXROS2_ROSIDL_INCLUDE)
    if(NOT "${${name}}" STREQUAL "")
      cmake_path(IS_PREFIX RXROS2_BUNDLED_PREFIX "${${name}}" NORMALIZE inside)
      if(NOT inside)
        message(FATAL_ERROR "${name} is ${${name}}; expected a path in ${RXROS2_BUNDLED_PREFIX}, because RXROS2_BUNDLED is ON. "
          "Configure in an empty folder")
      endif()
    endif()
  endforeach()
endfunction()
