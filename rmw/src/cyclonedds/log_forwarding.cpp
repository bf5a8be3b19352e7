// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Cyclone's log sink.

#include "cyclonedds/log_forwarding.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/log_limit.hpp"
#include "rmw/log.hpp"

namespace rmw::detail
{
namespace
{

thread_local LogCapture * current_capture = nullptr;

/// Returns an explanation for lines that need one.
std::string_view explanation_of(std::string_view line)
{
  if (line.starts_with("Remote secure participant ") && line.ends_with(" not allowed")) {
    return ": its governance protects otherwise than this participant's; or it was met while this "
           "one was being made, and is met again";
  }
  return "";
}

void on_log(void *, const dds_log_data_t * data)
try {
  std::string_view line(data->message, data->size);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\0')) {
    line.remove_suffix(1);
  }
  if (current_capture) {
    current_capture->add(line);
    return;
  }
  static std::mutex mutex;  // guards `limit`
  static LogLimit limit;
  std::optional<std::uint64_t> suppressed;
  {
    std::lock_guard lock(mutex);
    suppressed = limit.pass(line, std::chrono::steady_clock::now());
  }
  if (!suppressed) {
    return;
  }
  std::string text = "Cyclone DDS: ";
  text += line;
  text += explanation_of(line);
  if (*suppressed != 0) {
    text += " (" + std::to_string(*suppressed) + " lines before it were suppressed)";
  }
  const bool fatal = (data->priority & DDS_LC_FATAL) != 0;
  const bool error = (data->priority & DDS_LC_ERROR) != 0;
  log(
    fatal   ? RMW_LOG_SEVERITY_FATAL
    : error ? RMW_LOG_SEVERITY_ERROR
            : RMW_LOG_SEVERITY_WARN,
    text);
} catch (...) {
  // Called by C code: out of memory must not unwind into it.
}

}  // namespace

void forward_log()
{
  static std::once_flag once;
  std::call_once(once, [] {
    dds_set_log_sink(on_log, nullptr);
    dds_set_log_mask(DDS_LC_FATAL | DDS_LC_ERROR | DDS_LC_WARNING);
  });
}

void LogCapture::add(std::string_view line)
{
  if (!text_.empty()) {
    text_ += "; ";
  }
  text_ += line;
}

LogCapture::LogCapture() : outer_(current_capture)
{
  current_capture = this;
}
LogCapture::~LogCapture()
{
  current_capture = outer_;
}

}  // namespace rmw::detail
