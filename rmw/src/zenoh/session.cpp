// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens sessions and forwards their log.

#include "zenoh/session.hpp"

#include "engine/block_signals.hpp"
#include "engine/endpoint_base.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"

namespace rmw::zenoh
{
namespace
{

void log_line(void *, std::uint32_t severity, rxros2_zenoh_text text)
{
  // On a thread of Zenoh, where a line to /rosout must not be written.
  const detail::ListenerScope scope;
  const DeferredNotifications deferred;
  log(static_cast<rmw_log_severity_t>(severity), "Zenoh: " + std::string(to_view(text)));
}

}  // namespace

Session open_session(rxros2_zenoh_options options, const std::string & operation)
{
  options.on_log = &log_line;
  rxros2_zenoh_session * session = nullptr;
  const detail::BlockSignals block_signals;  // for the threads of Zenoh
  checked(operation, [&](rxros2_zenoh_fault * fault) {
    return library().open(&options, &session, fault);
  });
  return Session(session);
}

}  // namespace rmw::zenoh
