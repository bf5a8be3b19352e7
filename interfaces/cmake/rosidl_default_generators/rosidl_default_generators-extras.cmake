# Makes rosidl_generate_interfaces(), which is Debian's rosidl_cmake, generate RxROS2's C++: one extension of its extension
# point. What it looks for in a package is the same as anywhere in ROS 2.
find_package(ament_cmake_core QUIET REQUIRED)
find_package(rosidl_cmake QUIET REQUIRED)
find_package(rosidl_typesupport_cpp QUIET REQUIRED)

set(RXROS2_INTERFACE_GENERATOR "${rosidl_default_generators_DIR}/../generator/generate.py")
# Debian's rosidl modules belong to the system's Python, whatever Python is first in PATH.
find_program(RXROS2_ROSIDL_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
mark_as_advanced(RXROS2_ROSIDL_PYTHON)

ament_register_extension("rosidl_generate_idl_interfaces" "rosidl_default_generators"
  "rxros2_generate_interfaces.cmake")

# rosidl_adapter reads definitions before any extension is called, and its errors name neither file nor line. So those
# in the usual folders are looked at first; a warning, since some of them may not be passed to rosidl_generate_interfaces().
file(GLOB _definitions "${CMAKE_CURRENT_SOURCE_DIR}/msg/*.msg" "${CMAKE_CURRENT_SOURCE_DIR}/srv/*.srv"
  "${CMAKE_CURRENT_SOURCE_DIR}/action/*.action")
if(_definitions)
  execute_process(COMMAND "${RXROS2_ROSIDL_PYTHON}" -E "${RXROS2_INTERFACE_GENERATOR}"
    --read "${PROJECT_NAME}" ${_definitions}
    RESULT_VARIABLE _result ERROR_VARIABLE _errors OUTPUT_QUIET)
  if(NOT _result EQUAL 0)
    message(WARNING "${_errors}")
  endif()
endif()
unset(_definitions)
unset(_result)
unset(_errors)
