// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A service as one context sees it: its local clients and servers, which meet here and not by DDS.
#ifndef RCLCPP__SERVICES__LOCAL_SERVICE_HPP_
#define RCLCPP__SERVICES__LOCAL_SERVICE_HPP_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/pi_mutex.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rmw/qos.hpp"
#include "rmw/types.h"
#include "services/mailbox.hpp"
#include "services/response_box.hpp"

namespace rclcpp::services
{

/// What decides whether a client and a server match.
struct Side
{
  const detail::ServiceType & type;
  rmw_qos_profile_t request_qos;   // actual
  rmw_qos_profile_t response_qos;  // actual
};

/// Belongs to the service.
struct LocalServer
{
  Side side;
  std::shared_ptr<Mailbox> mailbox;
};

using LocalServers = std::vector<std::shared_ptr<Mailbox>>;

/// Belongs to the client.
class LocalClient
{
public:
  LocalClient(const Side & its_side, std::uint64_t its_id, std::shared_ptr<ResponseBox> its_box)
  : side(its_side), id(its_id), box(std::move(its_box))
  {
  }

  /// The servers that this client reaches; by any thread.
  virtual void set_servers(std::shared_ptr<const LocalServers> servers) noexcept = 0;

  const Side side;
  const std::uint64_t id;  // as on the wire
  const std::shared_ptr<ResponseBox> box;

protected:
  ~LocalClient() = default;
};

/// Matches as DDS does: by type names and QoS. Thread-safe.
class LocalService
{
public:
  explicit LocalService(const std::string &) {}
  LocalService(const LocalService &) = delete;
  LocalService & operator=(const LocalService &) = delete;

  // After remove() the object is not used any more. They return why those do not fit that are here
  // already, a line each.
  std::vector<std::string> add(LocalServer & server);
  std::vector<std::string> add(LocalClient & client);
  void remove(LocalServer & server);
  void remove(LocalClient & client);

  /// Where the responses to this client go; null if it is not (any more) here.
  std::shared_ptr<ResponseBox> find_client(std::uint64_t id) const;

private:
  void tell(LocalClient & client) const;

  mutable base::PiMutex mutex_;
  std::vector<LocalServer *> servers_;
  std::vector<LocalClient *> clients_;
};

}  // namespace rclcpp::services

#endif  // RCLCPP__SERVICES__LOCAL_SERVICE_HPP_
