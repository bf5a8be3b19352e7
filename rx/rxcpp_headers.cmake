# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# rx_write_rxcpp_headers(folder): writes the headers of RxCpp that only include all of rx, for programs written for RxCpp. Those
# with contents of their own are in include/rxcpp/.
function(rx_write_rxcpp_headers folder)
  set(top composite_exception connectable_observable coordination coroutine grouped_observable includes lite
    notification observable-fwd observable observer operators predef scheduler sources subjects subscriber
    subscription util)
  set(operators all amb any buffer_count buffer_time buffer_time_count combine_latest concat concat_map
    connect_forever debounce delay distinct distinct_until_changed element_at filter finally flat_map group_by
    ignore_elements lift map merge merge_delay_error multicast observe_on on_error_resume_next pairwise publish
    reduce ref_count repeat replay retry-repeat-common retry sample_time scan sequence_equal skip skip_last
    skip_until skip_while start_with subscribe subscribe_on switch_if_empty switch_on_next take take_last take_until
    take_while tap time_interval timeout timestamp window window_time window_time_count window_toggle
    with_latest_from zip)
  set(schedulers currentthread eventloop immediate newthread runloop sameworker virtualtime)
  set(sources create defer empty error interval iterate never range scope timer)
  set(subjects behavior replaysubject subject synchronize)
  foreach(kind top operators schedulers sources subjects)
    string(REGEX REPLACE "^top$" "." subfolder ${kind})
    foreach(name IN LISTS ${kind})
      file(CONFIGURE OUTPUT "${folder}/rxcpp/${subfolder}/rx-${name}.hpp" CONTENT
        "// RxCpp's header of this name, written by RxROS2's build. SPDX-License-Identifier: Apache-2.0\n#include \"rxcpp/rx.hpp\"\n")
    endforeach()
  endforeach()
endfunction()
