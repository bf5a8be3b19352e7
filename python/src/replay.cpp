// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Replays of Python's programs: they run on the thread that asked for it, whose time is virtual.
#include "replay/replay.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "node.hpp"
#include "rclcpp/virtual_time.hpp"
#include "replay/outputs.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

thread_local std::shared_ptr<runtime> replayed;  // of the replay that runs here

/// The replay's runtime lives as long as this.
struct replayed_here
{
  replayed_here() { replayed = std::make_shared<runtime>(); }
  ~replayed_here()
  {
    replayed->end_replay();
    replayed.reset();
  }
  replayed_here(const replayed_here &) = delete;
  replayed_here & operator=(const replayed_here &) = delete;
};

/// Both functions are called with these; without the GIL, which only the program has.
struct call
{
  nb::callable program;
  replay::Options options;

  /// What `run` returns of the program.
  template <typename Run>
  auto operator()(const Run & run) const
  {
    const nb::gil_scoped_release released;
    return run([this] {
      const replayed_here runtime;
      const nb::gil_scoped_acquire gil;
      program();
    });
  }
};

call make_call(
  nb::callable program, std::vector<std::string> inputs, std::vector<std::string> outputs,
  std::string record, std::vector<std::string> arguments, std::int64_t after)
{
  return {
    std::move(program),
    {std::move(inputs), std::move(outputs), std::move(record), std::move(arguments),
     std::chrono::nanoseconds(after)}};
}

}  // namespace

std::shared_ptr<runtime> runtime::of_replay()
{
  return replayed;
}

void bind_replay(nb::module_ & module)
{
  module.def(
    "replay",
    [](
      const std::string & bag, nb::callable program, std::vector<std::string> inputs,
      std::vector<std::string> outputs, std::string record, std::vector<std::string> arguments,
      std::int64_t after) {
      const call made = make_call(
        std::move(program), std::move(inputs), std::move(outputs), std::move(record),
        std::move(arguments), after);
      const replay::Report report =
        made([&](const auto & body) { return replay::run(bag, body, made.options); });
      return nb::make_tuple(
        report.played, report.published, report.begin, report.end, report.took.count(),
        report.warnings);
    },
    nb::arg("bag"), nb::arg("program"), nb::arg("inputs"), nb::arg("outputs"), nb::arg("record"),
    nb::arg("arguments"), nb::arg("after"));
  module.def(
    "look_at_outputs",
    [](
      const std::string & bag, const std::string & golden, nb::callable program,
      std::vector<std::string> inputs, std::vector<std::string> outputs,
      std::vector<std::string> arguments, std::int64_t after, bool accept) {
      const call made = make_call(
        std::move(program), std::move(inputs), std::move(outputs), "", std::move(arguments), after);
      return made([&](const auto & body) {
        return replay::look_at_outputs(bag, golden, body, made.options, accept);
      });
    },
    nb::arg("bag"), nb::arg("golden"), nb::arg("program"), nb::arg("inputs"), nb::arg("outputs"),
    nb::arg("arguments"), nb::arg("after"), nb::arg("accept"));
  module.def("virtual_time", []() -> std::optional<std::int64_t> {
    const auto * const time = rclcpp::VirtualTime::current();
    return time ? std::optional(time->now()) : std::nullopt;
  });
  module.def("virtual_random", [] {
    auto * const time = rclcpp::VirtualTime::current();
    return time ? std::optional(time->random()) : std::nullopt;
  });
  module.def(
    "unrepeatable",
    [](const std::string & what) {
      if (const auto * const time = rclcpp::VirtualTime::current()) {
        time->world().unrepeatable(what);
      }
    },
    nb::arg("what"));
  module.def(
    "wait_in_replay",
    [](int file, std::int64_t nanoseconds) {
      const nb::gil_scoped_release released;
      return replayed->wait_in_replay(file, std::chrono::nanoseconds(nanoseconds));
    },
    nb::arg("file"), nb::arg("nanoseconds"));
}

}  // namespace rxros2_python
