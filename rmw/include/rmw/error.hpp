// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::error, what the room throws when the middleware refuses something.

#ifndef RMW__ERROR_HPP_
#define RMW__ERROR_HPP_

#include <stdexcept>
#include <string>

namespace rmw
{

/// The middleware refused. what() names the topic, type, policy or variable concerned, and why.
class error : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

}  // namespace rmw

#endif  // RMW__ERROR_HPP_
