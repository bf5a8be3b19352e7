// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens sessions of Zenoh that log as the rest of this room.

#ifndef ZENOH__SESSION_HPP_
#define ZENOH__SESSION_HPP_

#include <string>

#include "zenoh/library.hpp"

namespace rmw::zenoh
{

/// Opens a session; `options` need no log. Throws rmw::error "`operation`: reason".
Session open_session(rxros2_zenoh_options options, const std::string & operation);

}  // namespace rmw::zenoh

#endif  // ZENOH__SESSION_HPP_
