// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the tests of services: options, requests of one number, collecting listeners.

#ifndef SERVICE_EVENTS_HPP_
#define SERVICE_EVENTS_HPP_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "eventually.hpp"
#include "rmw/client.hpp"
#include "rmw/qos_profiles.h"
#include "rmw/service.hpp"

namespace test
{

inline rmw::ServiceOptions service_options(const std::string & name)
{
  return {
    name,
    "example_interfaces/srv/AddTwoInts_Request",
    "example_interfaces/srv/AddTwoInts_Response",
    "RIHS01_000c5fd92d6b2e1a05949348f584d6d652adea1e92d691792011ac2273508302",
    "RIHS01_de5c030d4af33cba2749310b249737b631594703f9300495f48bffb2b44dcc2f",
    rmw_qos_profile_services_default,
    "RIHS01_e118de6bf5eeb66a2491b5bda11202e7b68f198d6f67922cf30364858239c81a"};
}

/// Returns the CDR header, space for the id, and one number.
inline rmw::Buffer message(std::uint8_t value)
{
  rmw::Buffer out(4 + rmw::request_header_size + 8);
  std::fill(out.bytes().begin(), out.bytes().end(), std::byte{0});
  out.bytes()[1] = std::byte{1};
  out.bytes()[20] = std::byte{value};
  return out;
}
inline rmw::Buffer message(std::uint8_t value, const rmw::RequestId & id)
{
  rmw::Buffer out = message(value);
  rmw::write_request_id(out.bytes(), id);
  return out;
}
inline int value_of(const rmw::Sample & sample)
{
  return std::to_integer<int>(sample.bytes()[20]);
}

/// Collects the calls of a client's listener.
struct ClientEvents : rmw::ClientListener
{
  void on_response(
    rmw::Sample && response, std::int64_t sequence, const rmw::SampleInfo &) noexcept override
  {
    std::lock_guard lock(mutex);
    responses.emplace(sequence, value_of(response));
  }
  void on_malformed(const rmw::SampleInfo &) noexcept override { ++malformed; }
  void on_availability_changed() noexcept override { ++changes; }
  void on_incompatible(const std::string & text) noexcept override
  {
    std::lock_guard lock(mutex);
    mismatches.push_back(text);
  }

  std::multimap<std::int64_t, int> received()
  {
    std::lock_guard lock(mutex);
    return responses;
  }
  std::mutex mutex;
  std::multimap<std::int64_t, int> responses;
  std::vector<std::string> mismatches;
  std::atomic<int> malformed{0};
  std::atomic<int> changes{0};
};

/// Collects the calls of a service's listener.
struct ServiceEvents : rmw::ServiceListener
{
  struct Request
  {
    rmw::RequestId id;
    std::uint64_t peer;
    int value;
  };
  void on_request(
    rmw::Sample && request, const rmw::RequestId & id, std::uint64_t peer,
    const rmw::SampleInfo &) noexcept override
  {
    std::lock_guard lock(mutex);
    requests.push_back({id, peer, value_of(request)});
  }
  void on_malformed(const rmw::SampleInfo &) noexcept override { ++malformed; }
  void on_incompatible(const std::string & text) noexcept override
  {
    std::lock_guard lock(mutex);
    mismatches.push_back(text);
  }

  bool wait_for(std::size_t count)
  {
    return eventually([&] {
      std::lock_guard lock(mutex);
      return requests.size() >= count;
    });
  }
  std::mutex mutex;
  std::vector<Request> requests;
  std::vector<std::string> mismatches;
  std::atomic<int> malformed{0};
};

}  // namespace test

#endif  // SERVICE_EVENTS_HPP_
