// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens sessions and forwards their log.

#include "zenoh/session.hpp"

#include <vector>

#include "engine/block_signals.hpp"
#include "engine/endpoint_base.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"

namespace rmw::zenoh
{
namespace
{

std::uint32_t to_zenoh(DiscoveryRange range)
{
  switch (range) {
    case DiscoveryRange::off:
      return RXROS2_ZENOH_RANGE_OFF;
    case DiscoveryRange::localhost:
      return RXROS2_ZENOH_RANGE_LOCALHOST;
    case DiscoveryRange::subnet:
      return RXROS2_ZENOH_RANGE_SUBNET;
    case DiscoveryRange::system_default:
      break;
  }
  return RXROS2_ZENOH_RANGE_DEFAULT;
}

std::string joined(const std::vector<std::string> & peers)
{
  std::string text;
  for (const std::string & peer : peers) {
    text += (text.empty() ? "" : ";") + peer;
  }
  return text;
}

}  // namespace

SessionSettings::SessionSettings(const ParticipantOptions & options)
: peers_(joined(options.static_peers))
{
  value_.config_file = to_text(options.engine_configuration);
  value_.range = to_zenoh(options.discovery_range);
  value_.peers = to_text(peers_);
  value_.overrides = to_text(options.engine_overrides);
  value_.enclave = to_text(options.secured_as.folder.native());
  value_.may_serve = options.discovery_range == DiscoveryRange::localhost ||
                     options.discovery_range == DiscoveryRange::subnet;
}

void log_line(void *, std::uint32_t severity, rxros2_zenoh_text text)
{
  // On a thread of Zenoh, where a line to /rosout must not be written.
  const detail::ListenerScope scope;
  const DeferredNotifications deferred;
  log(static_cast<rmw_log_severity_t>(severity), "Zenoh: " + std::string(to_view(text)));
}

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
