# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# CPack includes this before it makes the Debian package: adds the libraries that its programs are linked with to the package's
# dependencies. CPACK_DEBIAN_PACKAGE_SHLIBDEPS does the same, but starts `cmake` and `file` for each of 4,000 files.
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${CPACK_TEMPORARY_DIRECTORY}" "${CPACK_TEMPORARY_DIRECTORY}/*")
set(programs)
foreach(file IN LISTS files)
  file(READ "${CPACK_TEMPORARY_DIRECTORY}/${file}" magic LIMIT 4 HEX)
  if(magic STREQUAL "7f454c46")  # ELF
    list(APPEND programs "${file}")
  endif()
endforeach()
list(TRANSFORM CPACK_RXROS2_PRIVATE_LIBRARIES PREPEND "-l" OUTPUT_VARIABLE private)
# dpkg-shlibdeps looks for both folders where it runs; both are removed, as they are no part of the package.
file(MAKE_DIRECTORY "${CPACK_TEMPORARY_DIRECTORY}/debian" "${CPACK_TEMPORARY_DIRECTORY}/DEBIAN")
file(TOUCH "${CPACK_TEMPORARY_DIRECTORY}/debian/control")
execute_process(COMMAND dpkg-shlibdeps ${private} --ignore-missing-info -O ${programs}
  WORKING_DIRECTORY "${CPACK_TEMPORARY_DIRECTORY}" OUTPUT_VARIABLE depends OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE "${CPACK_TEMPORARY_DIRECTORY}/debian" "${CPACK_TEMPORARY_DIRECTORY}/DEBIAN")
string(REGEX REPLACE "^.*shlibs:Depends=" "" depends "${depends}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${CPACK_DEBIAN_PACKAGE_DEPENDS}, ${depends}")
