# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# For packages that build or test something once per middleware: RxROS2 has one, with the name of
# rmw_get_implementation_identifier().

# get_available_rmw_implementations(variable) sets the names of all middlewares
function(get_available_rmw_implementations variable)
  set(${variable} rmw_cyclonedds_cpp PARENT_SCOPE)
endfunction()

# get_default_rmw_implementation(variable) sets the name of the default middleware
function(get_default_rmw_implementation variable)
  set(${variable} rmw_cyclonedds_cpp PARENT_SCOPE)
endfunction()

# call_for_each_rmw_implementation(name [GENERATE_DEFAULT])
#   Calls the macro or function of that name with these variables set: rmw_implementation, and target_suffix, which is empty
#   because there is only one middleware.
macro(call_for_each_rmw_implementation name)
  if(NOT "${ARGN}" MATCHES "^(GENERATE_DEFAULT)?$")
    message(FATAL_ERROR "call_for_each_rmw_implementation(${name}): found '${ARGN}'; expected GENERATE_DEFAULT or nothing")
  endif()
  get_default_rmw_implementation(rmw_implementation)
  set(target_suffix "")
  cmake_language(CALL ${name})
endmacro()
