// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Routers, and the version of Zenoh.

#include "rmw/zenoh.hpp"
#include "zenoh/library.hpp"
#include "zenoh/session.hpp"

namespace rmw
{

std::string zenoh_version()
{
  return zenoh::library().description;
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
