// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The Zenoh library, which is loaded on demand, and C++ types for its interface.

#ifndef ZENOH__LIBRARY_HPP_
#define ZENOH__LIBRARY_HPP_

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "rxros2_zenoh.h"

namespace rmw::zenoh
{

/// Returns the functions of librxros2_zenoh.so. Loads it once; it is never unloaded. Throws
/// rmw::error with the places that were searched and the cure. Thread-safe.
const rxros2_zenoh_functions & library();

inline rxros2_zenoh_text to_text(std::string_view text)
{
  return {text.data(), text.size()};
}

inline std::string_view to_view(const rxros2_zenoh_text & text)
{
  return {text.data, text.size};
}

[[noreturn]] void throw_fault(const std::string & operation, const rxros2_zenoh_fault & fault);

/// Calls `function`, which writes a fault; throws rmw::error "`operation`: reason" if it fails. The
/// operation is a text, or a function that returns it, for calls that must not make one each time.
template <typename Operation, typename Function>
void checked(const Operation & operation, Function && function)
{
  rxros2_zenoh_fault fault;
  fault.text[0] = '\0';
  if (function(&fault)) {
    return;
  }
  if constexpr (std::is_invocable_v<Operation>) {
    throw_fault(operation(), fault);
  } else {
    throw_fault(operation, fault);
  }
}

/// Ends an object of the library with the function of that name.
template <auto end>
struct Ender
{
  template <typename Object>
  void operator()(Object * object) const
  {
    (library().*end)(object);
  }
};

using Session = std::unique_ptr<rxros2_zenoh_session, Ender<&rxros2_zenoh_functions::close>>;
using Token = std::unique_ptr<rxros2_zenoh_token, Ender<&rxros2_zenoh_functions::withdraw>>;
using Publisher =
  std::unique_ptr<rxros2_zenoh_publisher, Ender<&rxros2_zenoh_functions::destroy_publisher>>;
using Subscription =
  std::unique_ptr<rxros2_zenoh_subscription, Ender<&rxros2_zenoh_functions::destroy_subscription>>;
using Client = std::unique_ptr<rxros2_zenoh_client, Ender<&rxros2_zenoh_functions::destroy_client>>;
using Service =
  std::unique_ptr<rxros2_zenoh_service, Ender<&rxros2_zenoh_functions::destroy_service>>;
using Request =
  std::unique_ptr<rxros2_zenoh_request, Ender<&rxros2_zenoh_functions::release_request>>;

}  // namespace rmw::zenoh

#endif  // ZENOH__LIBRARY_HPP_
