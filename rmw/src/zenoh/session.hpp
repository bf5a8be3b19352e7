// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens sessions of Zenoh that log as the rest of this room.

#ifndef ZENOH__SESSION_HPP_
#define ZENOH__SESSION_HPP_

#include <string>

#include "rmw/participant.hpp"
#include "zenoh/library.hpp"

namespace rmw::zenoh
{

/// The settings of a session for a participant.
class SessionSettings
{
public:
  /// `options` must outlive the object.
  explicit SessionSettings(const ParticipantOptions & options);
  SessionSettings(const SessionSettings &) = delete;
  SessionSettings & operator=(const SessionSettings &) = delete;

  const rxros2_zenoh_options & value() const { return value_; }

private:
  const std::string peers_;
  rxros2_zenoh_options value_{};
};

/// Writes a line of the library to the log; rxros2_zenoh_options::on_log.
void log_line(void *, std::uint32_t severity, rxros2_zenoh_text text);

/// Opens a session; `options` need no log. Throws rmw::error "`operation`: reason".
Session open_session(rxros2_zenoh_options options, const std::string & operation);

}  // namespace rmw::zenoh

#endif  // ZENOH__SESSION_HPP_
