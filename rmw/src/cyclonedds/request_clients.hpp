// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::RequestClients, the remote clients that a service must answer.

#ifndef CYCLONEDDS__REQUEST_CLIENTS_HPP_
#define CYCLONEDDS__REQUEST_CLIENTS_HPP_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rmw/endpoint.hpp"
#include "rmw/user_data.hpp"

namespace rmw::detail
{

/// The clients, each by a number that represents the writer of its requests. Not thread-safe.
class RequestClients
{
public:
  using Endpoints = std::vector<std::shared_ptr<const Endpoint>>;

  struct Client
  {
    std::string id;  // of its endpoints
    Gid gid{};       // of its writer
    bool matched = false;
    bool complained = false;
    std::size_t kept = 0;  // number of responses that wait for its reader
  };

  static std::uint64_t number_of(const Gid & gid) { return GidHash()(gid) | 1; }

  // Returns the common id of a client's two endpoints: the one that they announce, or their
  // participant if they announce none (Rust's ros2-client).
  static std::string id_of(const Endpoint & endpoint)
  {
    return user_data_value(endpoint.user_data, "clientid")
      .value_or(to_string(endpoint.participant));
  }

  /// Adds a client unless it is already known.
  void add(const Endpoint & request_writer)
  {
    const auto [entry, is_new] = clients_.try_emplace(number_of(request_writer.gid));
    if (is_new) {
      entry->second.gid = request_writer.gid;
      entry->second.id = id_of(request_writer);
    }
  }

  /// Returns null if the client is unknown.
  Client * find(std::uint64_t number)
  {
    const auto entry = clients_.find(number);
    return entry == clients_.end() ? nullptr : &entry->second;
  }

  /// Removes clients that no longer exist, after a change of matches or discovery. A request may
  /// arrive before its writer is matched, and after its end: only discovery knows such a writer.
  void update(const Endpoints & matched_writers, const Endpoints & known_writers)
  {
    std::unordered_set<std::uint64_t> matched;
    for (const auto & writer : matched_writers) {
      matched.insert(number_of(writer->gid));
      add(*writer);
      find(number_of(writer->gid))->matched = true;
    }
    std::unordered_set<std::uint64_t> known;
    for (const auto & writer : known_writers) {
      known.insert(number_of(writer->gid));
    }
    std::erase_if(clients_, [&](const auto & entry) {
      return !(entry.second.matched ? matched : known).contains(entry.first);
    });
  }

private:
  std::unordered_map<std::uint64_t, Client> clients_;
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__REQUEST_CLIENTS_HPP_
