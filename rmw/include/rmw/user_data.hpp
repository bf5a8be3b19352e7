// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The "key=value;" text in DDS user data (type hash, service and client ids, enclave).

#ifndef RMW__USER_DATA_HPP_
#define RMW__USER_DATA_HPP_

#include <optional>
#include <string>
#include <string_view>

namespace rmw
{

/// Returns "key=value;", with each ';' of the value doubled.
std::string user_data_entry(std::string_view key, std::string_view value);

/// Returns the value of `key`; nullopt if it is missing or if the text is malformed (as in ROS 2).
std::optional<std::string> user_data_value(std::string_view user_data, std::string_view key);

/// Returns true for "RIHS01_" and 64 lower-case hexadecimal digits.
bool is_type_hash(std::string_view text);

}  // namespace rmw

#endif  // RMW__USER_DATA_HPP_
