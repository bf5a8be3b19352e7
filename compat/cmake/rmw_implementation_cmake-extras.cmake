# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# For packages that build or test something once for each middleware: here there is one, and its name is that of
# rmw_get_implementation_identifier().

# get_available_rmw_implementations(variable)   the names of all
function(get_available_rmw_implementations variable)
  set(${variable} rmw_cyclonedds_cpp PARENT_SCOPE)
endfunction()

# get_default_rmw_implementation(variable)   the name of the one that programs use
function(get_default_rmw_implementation variable)
  set(${variable} rmw_cyclonedds_cpp PARENT_SCOPE)
endfunction()

# call_for_each_rmw_implementation(name [GENERATE_DEFAULT])
#   Calls the macro or function of that name with these variables set: rmw_implementation, and target_suffix, which is empty, as
#   always where there is one middleware.
macro(call_for_each_rmw_implementation name)
  if(NOT "${ARGN}" MATCHES "^(GENERATE_DEFAULT)?$")
    message(FATAL_ERROR "call_for_each_rmw_implementation(${name}): found '${ARGN}'; expected GENERATE_DEFAULT or nothing")
  endif()
  get_default_rmw_implementation(rmw_implementation)
  set(target_suffix "")
  cmake_language(CALL ${name})
endmacro()
