# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Cyclone DDS with its security plugins, by its own CMake project.
include(ExternalProject)
third_party_source(cyclonedds)

set(settings "")
foreach(name CMAKE_C_COMPILER CMAKE_C_COMPILER_LAUNCHER CMAKE_TOOLCHAIN_FILE CMAKE_SYSTEM_NAME CMAKE_SYSTEM_PROCESSOR
  CMAKE_BUILD_TYPE CMAKE_AR CMAKE_RANLIB)
  if(${name} AND (CMAKE_CROSSCOMPILING OR NOT name MATCHES "CMAKE_SYSTEM_"))
    list(APPEND settings "-D${name}=${${name}}")
  endif()
endforeach()
set(flags "${CMAKE_C_FLAGS} -w")
if(CMAKE_BUILD_TYPE MATCHES "Rel")
  string(APPEND flags " -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2")
endif()
list(GET openssl_libraries 0 crypto)
list(GET openssl_libraries -1 ssl)
set(cyclonedds_prefix "${CMAKE_CURRENT_BINARY_DIR}/cyclonedds")
set(cyclonedds_build "${CMAKE_CURRENT_BINARY_DIR}/cyclonedds_build")
set(cyclonedds_steps INSTALL_COMMAND "${CMAKE_COMMAND}" --install <BINARY_DIR>)
if(NOT BUILD_SHARED_LIBS)
  # With security, Cyclone's project has no rules for the installation of a static library.
  list(APPEND settings -DCMAKE_SKIP_INSTALL_RULES=ON
    "-DCMAKE_PROJECT_CycloneDDS_INCLUDE=${CMAKE_CURRENT_SOURCE_DIR}/cyclonedds_static.cmake")
  set(cyclonedds_steps BUILD_COMMAND "${CMAKE_COMMAND}" --build <BINARY_DIR> --target static_libraries
    INSTALL_COMMAND "${CMAKE_COMMAND}" -E true)
endif()
ExternalProject_Add(cyclonedds
  SOURCE_DIR "${cyclonedds_SOURCE}"
  BINARY_DIR "${cyclonedds_build}"
  PREFIX "${CMAKE_CURRENT_BINARY_DIR}/cyclonedds_project"
  DEPENDS ${openssl_libraries}
  CMAKE_ARGS ${settings} "-DCMAKE_INSTALL_PREFIX=${cyclonedds_prefix}" -DCMAKE_INSTALL_LIBDIR=lib "-DCMAKE_C_FLAGS=${flags}"
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    "-DBUILD_SHARED_LIBS=${BUILD_SHARED_LIBS}" -DBUILD_IDLC=OFF -DBUILD_DDSPERF=OFF -DBUILD_TESTING=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOCS=OFF
    # The discovery of types is replaced in a shared library only (rmw/src/cyclonedds/inside.c).
    -DENABLE_TYPE_DISCOVERY=OFF -DENABLE_TOPIC_DISCOVERY=OFF
    -DENABLE_SHM=OFF -DENABLE_SSL=ON -DENABLE_SECURITY=ON -DENABLE_LTO=OFF -DWERROR=OFF
    # The libraries find each other in whatever folder they are; Cyclone's project expects that it is named lib.
    "-DCMAKE_SHARED_LINKER_FLAGS=${CMAKE_SHARED_LINKER_FLAGS} -Wl,--disable-new-dtags -Wl,-rpath,'$ORIGIN'"
    "-DOPENSSL_INCLUDE_DIR=${openssl_SOURCE}/include" "-DOPENSSL_CRYPTO_LIBRARY=$<TARGET_FILE:${crypto}>"
    "-DOPENSSL_SSL_LIBRARY=$<TARGET_FILE:${ssl}>"
  ${cyclonedds_steps})
if(BUILD_SHARED_LIBS)
  install(DIRECTORY "${cyclonedds_prefix}/include/" DESTINATION include)
  install(DIRECTORY "${cyclonedds_prefix}/lib/" DESTINATION lib USE_SOURCE_PERMISSIONS)
  return()
endif()

install(DIRECTORY "${cyclonedds_build}/lib/" DESTINATION lib FILES_MATCHING PATTERN "*.a")
foreach(folder ddsrt core/ddsi core/ddsc core security/api security/core)
  install(DIRECTORY "${cyclonedds_SOURCE}/src/${folder}/include/" "${cyclonedds_build}/src/${folder}/include/"
    DESTINATION include OPTIONAL FILES_MATCHING PATTERN "*.h")
endforeach()
# The package that find_package(CycloneDDS) finds.
set(packages "${CMAKE_CURRENT_BINARY_DIR}/cyclonedds_packages")
file(WRITE "${packages}/CycloneDDSConfig.cmake" [=[
include(CMakeFindDependencyMacro)
find_dependency(OpenSSL)
find_dependency(Threads)
if(NOT TARGET CycloneDDS::ddsc)
  get_filename_component(_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(CycloneDDS::ddsc STATIC IMPORTED)
  set_target_properties(CycloneDDS::ddsc PROPERTIES
    IMPORTED_LOCATION "${_prefix}/lib/libddsc.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_prefix}/include"
    INTERFACE_LINK_LIBRARIES "OpenSSL::SSL;OpenSSL::Crypto;Threads::Threads;${CMAKE_DL_LIBS}")
  unset(_prefix)
endif()
]=])
write_basic_package_version_file("${packages}/CycloneDDSConfigVersion.cmake" VERSION ${cyclonedds_VERSION}
  COMPATIBILITY SameMajorVersion)
install(FILES "${packages}/CycloneDDSConfig.cmake" "${packages}/CycloneDDSConfigVersion.cmake"
  DESTINATION lib/cmake/CycloneDDS)
