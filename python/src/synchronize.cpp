// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The search for messages with similar stamps, for rx/synchronize.py.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "node.hpp"
#include "rxros2/time/detail/approximate_search.hpp"

namespace nb = nanobind;

namespace rxros2_python
{

void bind_synchronize(nb::module_ & module)
{
  using search = rxros2::detail::approximate_search;
  static const auto streams_of = [](const std::vector<search::step> & steps) {
    nb::list streams;
    for (const search::step & step : steps) {
      streams.append(step.set ? nb::none() : nb::object(nb::int_(step.stream)));
    }
    return streams;
  };
  nb::class_<search>(module, "ApproximateSearch")
    .def(
      "__init__",
      [](
        search * self, std::size_t queue_size, double age_penalty, std::int64_t max_interval,
        const std::vector<std::int64_t> & lower_bounds) {
        new (self) search(
          {queue_size, age_penalty, rx::duration(max_interval),
           std::vector<rx::duration>(lower_bounds.begin(), lower_bounds.end())});
      },
      nb::arg("queue_size"), nb::arg("age_penalty"), nb::arg("max_interval"),
      nb::arg("lower_bounds"))
    .def(
      "add",
      [](search & self, std::size_t stream, std::int64_t stamp) {
        return streams_of(self.add(stream, rx::time_point(rx::duration(stamp))));
      },
      nb::arg("stream"), nb::arg("stamp"))
    .def("finish", [](search & self) { return streams_of(self.finish()); })
    .def("is_used_up", &search::is_used_up, nb::arg("stream"));
}

}  // namespace rxros2_python
