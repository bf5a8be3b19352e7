# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# rxros2_harden(target): what is shipped ends, rather than goes on, when a buffer on the stack, or one given to the C library,
# has overflowed. tools/test/hardening.py looks at what is installed.
function(rxros2_harden target)
  if(NOT RXROS2_SANITIZER)
    target_compile_options(${target} PRIVATE
      "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
  endif()
endfunction()
