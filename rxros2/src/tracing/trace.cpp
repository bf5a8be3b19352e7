// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ends of named stages, and the switch of tracing with its environment variable.

#include "rxros2/tracing/trace.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tracing/trace_registry.hpp"
#include "tracing/trace_report.hpp"

namespace rxros2
{

namespace detail
{

namespace
{

constexpr std::size_t most_of_an_error = 300;

thread_local stage_record * subscribing = nullptr;

}  // namespace

stage_end::stage_end(stage_record * stage)
: stage_(stage), counts_(stage ? trace_registry::instance().lend(*stage) : nullptr)
{
}

void stage_end::give_back() noexcept
{
  trace_registry::instance().give_back(*stage_, counts_);
}

void stage_end::fail(const std::exception_ptr & error) noexcept
{
  if (!counts_) {
    return;
  }
  stage_->errors.fetch_add(1, std::memory_order_relaxed);
  try {
    std::string text;
    try {
      std::rethrow_exception(error);
    } catch (const std::exception & known) {
      text = known.what();
    } catch (...) {
      text = "an exception that is not a std::exception";
    }
    trace_registry::instance().keep(*stage_, ticks(), 'e', text.substr(0, most_of_an_error));
  } catch (...) {  // out of memory: it is not shown
  }
}

void stage_end::complete() noexcept
{
  if (!counts_) {
    return;
  }
  stage_->completed.fetch_add(1, std::memory_order_relaxed);
  try {
    trace_registry::instance().keep(*stage_, ticks(), 'c', {});
  } catch (...) {  // out of memory: it is not shown
  }
}

void stage_end::keep(std::int64_t now, std::string text)
{
  trace_registry::instance().keep(*stage_, now, 'n', std::move(text));
}

stage_record * find_stage(const std::string & name, const stage_place & place)
{
  if (!trace::enabled()) {
    return nullptr;
  }
  report_stages();
  return trace_registry::instance().find(name, place);
}

subscribing_stage::subscribing_stage(stage_record * stage) : before_(subscribing)
{
  if (stage) {
    stage->subscriptions.fetch_add(1, std::memory_order_relaxed);
    trace_registry::instance().keep(*stage, ticks(), 's', {});
    if (before_) {
      trace_registry::instance().connect(*stage, *before_);
    }
    subscribing = stage;
  }
}

subscribing_stage::~subscribing_stage()
{
  subscribing = before_;
}

}  // namespace detail

namespace trace
{

using detail::trace_registry;

namespace
{

void show_at_exit()
{
  const std::string wish = std::getenv("RXROS2_TRACE");
  const auto show = wish.ends_with(".svg")    ? &trace::svg
                    : wish.ends_with(".dot")  ? &trace::dot
                    : wish.ends_with(".json") ? &trace::json
                                              : nullptr;
  if (!show) {
    std::fputs(trace::table().c_str(), stderr);
    return;
  }
  std::FILE * const file = std::fopen(wish.c_str(), "w");
  if (!file) {
    std::perror(("RXROS2_TRACE: cannot write '" + wish + "'").c_str());
    return;
  }
  std::fputs(show().c_str(), file);
  std::fclose(file);
}

/// The switch of tracing; the environment variable RXROS2_TRACE turns it on.
std::atomic<bool> & is_on()
{
  static std::atomic<bool> on([] {
    const char * const wish = std::getenv("RXROS2_TRACE");
    const bool wished = wish && *wish && std::string(wish) != "0";
    if (wished) {
      std::atexit(&show_at_exit);
    }
    return wished;
  }());
  return on;
}

}  // namespace

bool enabled() noexcept
{
  return is_on().load(std::memory_order_relaxed);
}

void enable(bool on) noexcept
{
  is_on().store(on, std::memory_order_relaxed);
}

std::vector<stage_statistics> statistics()
{
  return trace_registry::instance().statistics();
}

void reset() noexcept
{
  trace_registry::instance().reset();
}

}  // namespace trace
}  // namespace rxros2
