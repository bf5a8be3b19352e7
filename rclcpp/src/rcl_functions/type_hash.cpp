// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts type hashes between bytes and text.
#include "rosidl_runtime_c/type_hash.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "rcutils/error_handling.h"

namespace
{

constexpr std::string_view prefix = "RIHS01_";
constexpr std::size_t text_size = prefix.size() + std::size_t{2} * ROSIDL_TYPE_HASH_SIZE;

bool parse_byte(std::string_view digits, std::uint8_t & byte)
{
  const char * const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, byte, 16);
  return error == std::errc() && stopped == end;
}

}  // namespace

rosidl_type_hash_t rosidl_get_zero_initialized_type_hash()
{
  return {ROSIDL_TYPE_HASH_VERSION_UNSET, {}};
}

rcutils_ret_t rosidl_stringify_type_hash(
  const rosidl_type_hash_t * type_hash, rcutils_allocator_t allocator, char ** output_string)
{
  if (!type_hash || !output_string || !rcutils_allocator_is_valid(&allocator)) {
    RCUTILS_SET_ERROR_MSG(
      "rosidl_stringify_type_hash: hash, allocator or place for the text is null");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  *output_string = static_cast<char *>(allocator.allocate(text_size + 1, allocator.state));
  if (!*output_string) {
    RCUTILS_SET_ERROR_MSG("rosidl_stringify_type_hash: the allocator gave no memory for 72 bytes");
    return RCUTILS_RET_BAD_ALLOC;
  }
  constexpr char digits[] = "0123456789abcdef";
  char * next = *output_string + prefix.copy(*output_string, prefix.size());
  for (const std::uint8_t byte : type_hash->value) {
    *next++ = digits[byte / 16];
    *next++ = digits[byte % 16];
  }
  *next = '\0';
  return RCUTILS_RET_OK;
}

rcutils_ret_t rosidl_parse_type_hash_string(
  const char * type_hash_string, rosidl_type_hash_t * hash_out)
{
  if (!type_hash_string || !hash_out) {
    RCUTILS_SET_ERROR_MSG("rosidl_parse_type_hash_string: text or place for the hash is null");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  const std::string_view text = type_hash_string;
  rosidl_type_hash_t hash = {1, {}};
  bool valid = text.size() == text_size && text.starts_with(prefix);
  for (std::size_t i = 0; valid && i < ROSIDL_TYPE_HASH_SIZE; ++i) {
    valid = parse_byte(text.substr(prefix.size() + 2 * i, 2), hash.value[i]);
  }
  if (!valid) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "'%s' is not a type hash; expected RIHS01_ and 64 hexadecimal digits", type_hash_string);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  *hash_out = hash;
  return RCUTILS_RET_OK;
}
