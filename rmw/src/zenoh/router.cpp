// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Routers, the version of Zenoh, and what a session reaches.

#include "rmw/zenoh.hpp"

#include "engine/block_signals.hpp"
#include "zenoh/library.hpp"
#include "zenoh/session.hpp"

namespace rmw
{

std::string zenoh_version()
{
  return zenoh::library().description;
}

std::string inspect_zenoh(const ParticipantOptions & options)
{
  const zenoh::SessionSettings settings(options);
  rxros2_zenoh_options values = settings.value();
  values.on_log = &zenoh::log_line;
  std::string report;
  const detail::BlockSignals block_signals;  // for the threads of Zenoh
  zenoh::checked("cannot inspect the network of Zenoh", [&](rxros2_zenoh_fault * fault) {
    return zenoh::library().inspect(
      &values,
      [](void * to, rxros2_zenoh_text text) {
        *static_cast<std::string *>(to) = zenoh::to_view(text);
      },
      &report, fault);
  });
  return report;
}

class ZenohRouter::Impl
{
public:
  explicit Impl(const ZenohRouterOptions & options)
  {
    rxros2_zenoh_options settings{};
    settings.config_file = zenoh::to_text(options.configuration);
    settings.overrides = zenoh::to_text(options.overrides);
    settings.enclave = zenoh::to_text(options.secured_as.folder.native());
    settings.range = RXROS2_ZENOH_RANGE_DEFAULT;
    settings.is_router = true;
    session_ = zenoh::open_session(settings, "cannot open a router of Zenoh");
  }

  std::uint64_t connected() const
  {
    rxros2_zenoh_state state{};
    zenoh::library().state(session_.get(), &state);
    return state.routers + state.peers;
  }

private:
  zenoh::Session session_;
};

ZenohRouter::ZenohRouter(const ZenohRouterOptions & options)
: impl_(std::make_unique<Impl>(options))
{
}
ZenohRouter::~ZenohRouter() = default;

std::uint64_t ZenohRouter::connected() const
{
  return impl_->connected();
}

}  // namespace rmw
