# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# rxros2_harden(target): a shipped program ends when a buffer on the stack, or one passed to the C library, has overflowed.
# tools/test/hardening.py checks installed files.
function(rxros2_harden target)
  if(NOT RXROS2_SANITIZER)
    target_compile_options(${target} PRIVATE
      "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
  endif()
endfunction()
