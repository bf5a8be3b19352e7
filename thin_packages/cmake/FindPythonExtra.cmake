# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# find_package(PythonExtra): the interpreter in PYTHON_EXECUTABLE, and how extension modules are named and linked. The
# headers and the library of Python are optional, because packages that only run Python ask for this module too.
find_package(Python3 REQUIRED COMPONENTS Interpreter OPTIONAL_COMPONENTS Development)
set(PYTHON_EXECUTABLE "${Python3_EXECUTABLE}")
set(PYTHON_EXECUTABLE_DEBUG "${Python3_EXECUTABLE}")
set(PYTHON_VERSION_STRING "${Python3_VERSION}")
set(PYTHON_SOABI "${Python3_SOABI}")
set(PythonExtra_EXTENSION_EXTENSION .so)
set(PythonExtra_EXTENSION_SUFFIX)
if(Python3_SOABI)
  set(PythonExtra_EXTENSION_SUFFIX ".${Python3_SOABI}")
endif()
set(PythonExtra_INCLUDE_DIRS ${Python3_INCLUDE_DIRS})
set(PythonExtra_LIBRARIES ${Python3_LIBRARIES})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PythonExtra REQUIRED_VARS PYTHON_EXECUTABLE)
