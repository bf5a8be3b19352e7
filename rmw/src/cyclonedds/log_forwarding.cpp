// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Cyclone's log sink.

#include "cyclonedds/log_forwarding.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>

#include "cyclonedds/cyclone.hpp"
#include "rmw/log.hpp"

namespace rmw::detail
{
namespace
{

thread_local LogCapture * current_capture = nullptr;

// A bucket of lines that fills again with time.
class RateLimit
{
public:
  /// True if a line may pass; then `suppressed` is how many could not since the last.
  bool pass(std::uint64_t & suppressed)
  {
    using namespace std::chrono;
    std::lock_guard lock(mutex_);
    const auto now = steady_clock::now();
    const auto refill = duration_cast<seconds>(now - last_refill_).count();
    if (refill > 0) {
      tokens_ = std::min<std::int64_t>(burst, tokens_ + refill);
      last_refill_ += seconds(refill);
    }
    if (tokens_ == 0) {
      ++suppressed_;
      return false;
    }
    --tokens_;
    suppressed = std::exchange(suppressed_, 0);
    return true;
  }

private:
  static constexpr std::int64_t burst = 20;
  std::mutex mutex_;
  std::int64_t tokens_ = burst;
  std::uint64_t suppressed_ = 0;
  std::chrono::steady_clock::time_point last_refill_ = std::chrono::steady_clock::now();
};

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
  static RateLimit limit;
  std::uint64_t suppressed = 0;
  if (!limit.pass(suppressed)) {
    return;
  }
  std::string text = "Cyclone DDS: ";
  text += line;
  if (suppressed != 0) {
    text += " (" + std::to_string(suppressed) + " lines before it were suppressed)";
  }
  const bool fatal = (data->priority & DDS_LC_FATAL) != 0;
  const bool error = (data->priority & DDS_LC_ERROR) != 0;
  log(
    fatal   ? RMW_LOG_SEVERITY_FATAL
    : error ? RMW_LOG_SEVERITY_ERROR
            : RMW_LOG_SEVERITY_WARN,
    text);
} catch (...) {
  // Called by C: out of memory must not unwind into it.
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
