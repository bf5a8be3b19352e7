// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Replays of Python programs, which run in virtual time on the calling thread.
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

#include "gil.hpp"
#include "node.hpp"
#include "rclcpp/virtual_time.hpp"
#include "replay/outputs.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

thread_local std::shared_ptr<runtime> replayed;  // the runtime of the replay on this thread

/// Makes the runtime of the replay on this thread; it lives as long as this object.
struct replay_scope
{
  replay_scope() { replayed = std::make_shared<runtime>(); }
  ~replay_scope()
  {
    replayed->end_replay();
    replayed.reset();
  }
  replay_scope(const replay_scope &) = delete;
  replay_scope & operator=(const replay_scope &) = delete;
};

/// The arguments of both functions. The call runs without the GIL, which only the program takes.
struct call
{
  nb::callable program;
  replay::Options options;

  /// Returns the result of `run` for the program.
  template <typename Run>
  auto operator()(const Run & run) const
  {
    const gil_released released;
    return run([this] {
      const replay_scope scope;
      const gil_acquired gil;
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
      const call prepared = make_call(
        std::move(program), std::move(inputs), std::move(outputs), std::move(record),
        std::move(arguments), after);
      const replay::Report report =
        prepared([&](const auto & body) { return replay::run(bag, body, prepared.options); });
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
      const call prepared = make_call(
        std::move(program), std::move(inputs), std::move(outputs), "", std::move(arguments), after);
      return prepared([&](const auto & body) {
        return replay::look_at_outputs(bag, golden, body, prepared.options, accept);
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
    "report_nondeterminism",
    [](const std::string & what) {
      if (const auto * const time = rclcpp::VirtualTime::current()) {
        time->world().on_nondeterminism(what);
      }
    },
    nb::arg("what"));
  module.def(
    "wait_in_replay",
    [](int file, std::int64_t nanoseconds) {
      const gil_released released;
      return replayed->wait_in_replay(file, std::chrono::nanoseconds(nanoseconds));
    },
    nb::arg("file"), nb::arg("nanoseconds"));
}

}  // namespace rxros2_python
