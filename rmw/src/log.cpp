// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The log sink of rmw: passes lines to the log of rclcpp, or to stderr if there is none.

#include "rmw/log.hpp"

#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

#include "base/escaped.hpp"
#include "rmw/deferred_notifications.hpp"

namespace rmw
{
namespace
{

struct Sink
{
  std::shared_mutex mutex;  // guards `function`; held (shared) while it is called
  LogSink function;
};

// Never destroyed: threads of the engine may log while the process exits.
Sink & sink()
{
  static Sink * instance = new Sink;
  return *instance;
}

void write(rmw_log_severity_t severity, const std::string & message)
{
  std::shared_lock lock(sink().mutex);
  if (sink().function) {
    try {
      sink().function(severity, message);
    } catch (...) {  // an exception of a user's handler must not reach the engine or C code
    }
  } else if (severity >= RMW_LOG_SEVERITY_WARN) {
    const char * name = severity >= RMW_LOG_SEVERITY_FATAL   ? "FATAL"
                        : severity >= RMW_LOG_SEVERITY_ERROR ? "ERROR"
                                                             : "WARN";
    std::fprintf(
      stderr, "[%s] [rmw]: %.*s\n", name, static_cast<int>(message.size()), message.data());
  }
}

class DeferredLine final : public Notification
{
public:
  DeferredLine(rmw_log_severity_t severity, std::string message)
  : severity_(severity), message_(std::move(message))
  {
  }
  void notify() noexcept override { write(severity_, message_); }

private:
  const rmw_log_severity_t severity_;
  const std::string message_;
};

}  // namespace

void set_log_sink(LogSink function)
{
  std::unique_lock lock(sink().mutex);
  sink().function = std::move(function);
}

void log(rmw_log_severity_t severity, std::string_view text)
{
  std::string message = base::escaped(text, text.size());  // names and types are of peers
  if (DeferredNotifications::is_active()) {
    DeferredNotifications::notify(std::make_shared<DeferredLine>(severity, std::move(message)));
  } else {
    write(severity, message);
  }
}

}  // namespace rmw
