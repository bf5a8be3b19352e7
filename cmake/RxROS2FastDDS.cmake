# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Fast DDS 2, as rmw_fastrtps uses it, as the target rxros2_fastdds where it is installed: a peer of tests and benchmarks.
# Its own targets have flags of Debian's build that RxROS2 does not need.
include_guard(GLOBAL)

find_path(FASTRTPS_HEADERS fastrtps/config.h)
find_library(FASTRTPS_LIBRARY fastrtps)
find_library(FASTCDR_LIBRARY fastcdr)
if(FASTRTPS_HEADERS AND FASTRTPS_LIBRARY AND FASTCDR_LIBRARY)
  add_library(rxros2_fastdds INTERFACE)
  target_link_libraries(rxros2_fastdds INTERFACE ${FASTRTPS_LIBRARY} ${FASTCDR_LIBRARY})
endif()
