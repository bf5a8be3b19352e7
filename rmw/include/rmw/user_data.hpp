// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The "key=value;" text that ROS 2 puts into DDS user data (type hash, service and client ids,
// enclave).

#ifndef RMW__USER_DATA_HPP_
#define RMW__USER_DATA_HPP_

#include <optional>
#include <string>
#include <string_view>

namespace rmw
{

/// "key=value;", with each ';' of the value doubled.
std::string user_data_entry(std::string_view key, std::string_view value);

/// The value of `key`; nullopt if absent or if the text as a whole is malformed (as ROS 2 does).
std::optional<std::string> user_data_value(std::string_view user_data, std::string_view key);

/// True for "RIHS01_" and 64 lower-case hexadecimal digits.
bool is_type_hash(std::string_view text);

}  // namespace rmw

#endif  // RMW__USER_DATA_HPP_
