# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Its header includes Debian's.
find_path(RXROS2_READERWRITERQUEUE readerwriterqueue/readerwriterqueue.h)
mark_as_advanced(RXROS2_READERWRITERQUEUE)
if(NOT RXROS2_READERWRITERQUEUE)
  set(shared_queues_vendor_FOUND FALSE)
  set(shared_queues_vendor_NOT_FOUND_MESSAGE "readerwriterqueue was not found; expected Debian's libreaderwriterqueue-dev")
endif()
