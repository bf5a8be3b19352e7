// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The reports of named stages, and the reporter that publishes them.

#include "tracing/trace_report.hpp"

#include <errno.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <string>

#include "tracing/json_text.hpp"
#include "tracing/trace_registry.hpp"
#include "tracing/trace_reporter.hpp"

namespace rxros2::detail
{

namespace
{

std::string seconds(std::chrono::nanoseconds time)
{
  char text[40];
  std::snprintf(text, sizeof text, "%.6f", std::chrono::duration<double>(time).count());
  return text;
}

/// Returns the report of all stages since the last one; python/rxros2/view/streams.py describes the
/// format.
std::string report()
{
  trace_registry & registry = trace_registry::instance();
  const std::string stages = trace::json();
  const auto [marbles, left_out] = registry.take_marbles();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t now_ticks = ticks();
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  std::string text = "{\"process\": " + quoted(program_invocation_short_name) +
                     ", \"host\": " + quoted(host) + ", \"pid\": " + std::to_string(::getpid()) +
                     ", \"language\": \"C++\", \"time\": " + seconds(now) +
                     ", \"stages\": " + stages + ", \"events\": [";
  for (const marble & item : marbles) {
    const auto ago = registry.scale().duration(now_ticks - item.at);
    text += &item == marbles.data() ? "[" : ", [";
    text += quoted(item.stage->name) + ", " + seconds(now - ago) + ", \"" + item.kind + "\", " +
            quoted(item.text) + "]";
  }
  return valid_utf8(text + "], \"left_out\": " + std::to_string(left_out) + "}");
}

/// The reporter of the process.
struct reporting
{
  std::mutex mutex;  // guards the members below; not for the reporter's thread
  std::unique_ptr<trace_reporter> reporter;
  bool is_over = false;  // there will be no reporter
};

reporting & reporting_of_process()
{
  // Never destroyed: streams may still be subscribed to while the process ends.
  static reporting * const state = new reporting;
  return *state;
}

}  // namespace

void report_stages()
{
  const auto context = rclcpp::contexts::get_global_default_context();
  if (!context->is_valid()) {
    return;
  }
  reporting & state = reporting_of_process();
  const std::lock_guard lock(state.mutex);
  if (state.is_over || (state.reporter && !state.reporter->is_over())) {
    return;
  }
  state.reporter.reset();
  try {
    state.reporter = std::make_unique<trace_reporter>(
      context, report, [](bool anybody) { trace_registry::instance().listen(anybody); });
  } catch (const std::exception & error) {
    if (!context->is_valid()) {
      return;  // it was shut down meanwhile
    }
    state.is_over = true;
    RCLCPP_WARN(rclcpp::get_logger("rxros2"), "rxros2 view will not see streams: %s", error.what());
    return;
  }
  // Runs before the end of the objects that it uses, which were constructed earlier.
  [[maybe_unused]] static const int registered = std::atexit([] {
    reporting & last = reporting_of_process();
    const std::lock_guard last_lock(last.mutex);
    last.reporter.reset();
    last.is_over = true;
  });
}

}  // namespace rxros2::detail
