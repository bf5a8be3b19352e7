// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::Domain, Cyclone's threads, sockets and configuration for one domain id in this process.

#ifndef CYCLONEDDS__DOMAIN_HPP_
#define CYCLONEDDS__DOMAIN_HPP_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cyclonedds/cyclone.hpp"
#include "rmw/participant.hpp"
#include "shared_memory/pool.hpp"

namespace rmw::detail
{

/// A share in Cyclone's domain of an id; the domain ends with the last share in this process.
class Domain
{
public:
  /// Creates the domain if this is the first share. Throws rmw::error with the reason.
  explicit Domain(const ParticipantOptions & options);
  ~Domain();
  Domain(const Domain &) = delete;
  Domain & operator=(const Domain &) = delete;

  /// Makes the domain exchange datagrams with other processes of this host through shared memory,
  /// unless it does. `type` is one of the domain's. Without effect if that is impossible.
  void open_mailbox(shared_memory::Pool & pool, const ddsi_sertype * type);

  /// Returns true if this process has another share.
  bool is_shared() const;

private:
  const std::uint32_t id_;
};

/// Returns Cyclone's configuration for `options`, without the user's part. If `port_per_index` is
/// false, it uses any free UDP port instead of a well-known one.
std::string generated_configuration(const ParticipantOptions & options, bool port_per_index);

/// Returns a warning if the kernel's limit of socket receive buffers is low; 0 = not known.
std::optional<std::string> receive_buffer_warning(std::size_t limit);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__DOMAIN_HPP_
