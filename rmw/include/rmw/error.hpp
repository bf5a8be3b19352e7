// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::error, thrown when the middleware rejects something.

#ifndef RMW__ERROR_HPP_
#define RMW__ERROR_HPP_

#include <stdexcept>
#include <string>

namespace rmw
{

/// An error of the middleware. what() names the topic, type, policy or variable, and the reason.
class error : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

}  // namespace rmw

#endif  // RMW__ERROR_HPP_
