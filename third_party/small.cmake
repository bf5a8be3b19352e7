# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# libyaml, TinyXML2, SQLite, Zstandard, LZ4 and libdeflate, as static libraries.
third_party_source(libyaml)
file(GLOB files "${libyaml_SOURCE}/src/*.c")
string(REGEX MATCH "([0-9]+)\\.([0-9]+)\\.([0-9]+)" _ "${libyaml_VERSION}")
third_party_library(yaml INCLUDE "${libyaml_SOURCE}/include" SOURCES ${files} HEADERS "${libyaml_SOURCE}/include/yaml.h"
  DEFINITIONS YAML_VERSION_MAJOR=${CMAKE_MATCH_1} YAML_VERSION_MINOR=${CMAKE_MATCH_2} YAML_VERSION_PATCH=${CMAKE_MATCH_3}
    YAML_VERSION_STRING="${libyaml_VERSION}" YAML_DECLARE_STATIC)

third_party_source(tinyxml2)
third_party_library(tinyxml2 INCLUDE "${tinyxml2_SOURCE}" SOURCES "${tinyxml2_SOURCE}/tinyxml2.cpp"
  HEADERS "${tinyxml2_SOURCE}/tinyxml2.h")
install(TARGETS tinyxml2 EXPORT tinyxml2 ARCHIVE DESTINATION lib)
install(EXPORT tinyxml2 NAMESPACE tinyxml2:: FILE tinyxml2-config.cmake DESTINATION lib/cmake/tinyxml2)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/tinyxml2-config-version.cmake" VERSION ${tinyxml2_VERSION}
  COMPATIBILITY AnyNewerVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/tinyxml2-config-version.cmake" DESTINATION lib/cmake/tinyxml2)

# Only the features that recordings need; extensions are not loaded.
third_party_source(sqlite3)
third_party_library(sqlite3 INCLUDE "${sqlite3_SOURCE}" SOURCES "${sqlite3_SOURCE}/sqlite3.c"
  HEADERS "${sqlite3_SOURCE}/sqlite3.h" DEFINITIONS SQLITE_THREADSAFE=1 SQLITE_OMIT_LOAD_EXTENSION SQLITE_DEFAULT_MEMSTATUS=0)

third_party_source(zstd)
file(GLOB files "${zstd_SOURCE}/common/*.c" "${zstd_SOURCE}/compress/*.c" "${zstd_SOURCE}/decompress/*.c")
set(assembler "")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  file(GLOB assembler "${zstd_SOURCE}/decompress/*.S")
endif()
set(disabled ZSTD_DISABLE_ASM)
if(assembler)
  set(disabled "")
endif()
third_party_library(zstd INCLUDE "${zstd_SOURCE}" SOURCES ${files} ${assembler}
  HEADERS "${zstd_SOURCE}/zstd.h" "${zstd_SOURCE}/zstd_errors.h" "${zstd_SOURCE}/zdict.h"
  DEFINITIONS ZSTD_MULTITHREAD ZSTDLIB_VISIBLE= ZSTDLIB_HIDDEN= ZSTDERRORLIB_VISIBLE= ${disabled})

third_party_source(lz4)
third_party_library(lz4 INCLUDE "${lz4_SOURCE}"
  SOURCES "${lz4_SOURCE}/lz4.c" "${lz4_SOURCE}/lz4hc.c" "${lz4_SOURCE}/lz4frame.c" "${lz4_SOURCE}/xxhash.c"
  HEADERS "${lz4_SOURCE}/lz4.h" "${lz4_SOURCE}/lz4hc.h" "${lz4_SOURCE}/lz4frame.h"
  DEFINITIONS LZ4LIB_VISIBILITY= LZ4FLIB_VISIBILITY= XXH_NAMESPACE=LZ4_)

third_party_source(libdeflate)
file(GLOB files "${libdeflate_SOURCE}/lib/*.c" "${libdeflate_SOURCE}/lib/arm/*.c" "${libdeflate_SOURCE}/lib/x86/*.c")
third_party_library(deflate INCLUDE "${libdeflate_SOURCE}" SOURCES ${files} HEADERS "${libdeflate_SOURCE}/libdeflate.h")
