# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Cyclone DDS with its security plugins, by its own CMake project.
include(ExternalProject)
set(plugins_excluded "")
if(NOT BUILD_SHARED_LIBS)
  set(plugins_excluded PATTERN "libdds_security_*.so*" EXCLUDE)
endif()
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
ExternalProject_Add(cyclonedds
  SOURCE_DIR "${cyclonedds_SOURCE}"
  BINARY_DIR "${CMAKE_CURRENT_BINARY_DIR}/cyclonedds_build"
  PREFIX "${CMAKE_CURRENT_BINARY_DIR}/cyclonedds_project"
  DEPENDS ${openssl_libraries}
  CMAKE_ARGS ${settings} "-DCMAKE_INSTALL_PREFIX=${cyclonedds_prefix}" -DCMAKE_INSTALL_LIBDIR=lib "-DCMAKE_C_FLAGS=${flags}"
    "-DBUILD_SHARED_LIBS=${BUILD_SHARED_LIBS}" -DBUILD_IDLC=OFF -DBUILD_DDSPERF=OFF -DBUILD_TESTING=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOCS=OFF
    -DENABLE_SHM=OFF -DENABLE_SSL=ON -DENABLE_SECURITY=ON -DENABLE_LTO=OFF -DWERROR=OFF
    # The libraries find each other in whatever folder they are; Cyclone's project expects that it is named lib.
    "-DCMAKE_SHARED_LINKER_FLAGS=${CMAKE_SHARED_LINKER_FLAGS} -Wl,--disable-new-dtags -Wl,-rpath,'$ORIGIN'"
    "-DOPENSSL_INCLUDE_DIR=${openssl_SOURCE}/include" "-DOPENSSL_CRYPTO_LIBRARY=$<TARGET_FILE:${crypto}>"
    "-DOPENSSL_SSL_LIBRARY=$<TARGET_FILE:${ssl}>"
  INSTALL_COMMAND "${CMAKE_COMMAND}" --install <BINARY_DIR>)
install(DIRECTORY "${cyclonedds_prefix}/include/" DESTINATION include)
install(DIRECTORY "${cyclonedds_prefix}/lib/" DESTINATION lib USE_SOURCE_PERMISSIONS ${plugins_excluded})
if(BUILD_SHARED_LIBS)
  return()
endif()

# Cyclone's project makes its plugins only as shared libraries, which cannot use a static libddsc. A program that contains
# libddsc.a contains these too, and names itself as the library of the plugins.
set(built "${CMAKE_CURRENT_BINARY_DIR}/cyclonedds_build/src")
set(from "${cyclonedds_SOURCE}/src")
foreach(plugin IN ITEMS authentication:auth access_control:ac cryptographic:crypto)
  string(REGEX REPLACE "(.*):(.*)" "\\1;\\2" plugin "${plugin}")
  list(GET plugin 0 folder)
  list(GET plugin 1 name)
  file(GLOB files "${from}/security/builtin_plugins/${folder}/src/*.c")
  if(name STREQUAL "auth")
    list(APPEND files "${from}/security/openssl/src/openssl_support.c")
  endif()
  add_library(dds_security_${name} STATIC ${files})
  add_dependencies(dds_security_${name} cyclonedds)
  target_include_directories(dds_security_${name} PRIVATE "${built}/security/builtin_plugins/${folder}/include"
    "${from}/security/builtin_plugins/include" "${from}/security/openssl/include" "${from}/security/api/include"
    "${from}/security/core/include" "${from}/core/ddsi/include" "${from}/core/ddsc/include" "${from}/ddsrt/include"
    "${built}/ddsrt/include" "${built}/core/include" "${openssl_SOURCE}/include")
  target_compile_options(dds_security_${name} PRIVATE -w)
  rxros2_harden(dds_security_${name})
  install(TARGETS dds_security_${name} ARCHIVE DESTINATION lib)
endforeach()
