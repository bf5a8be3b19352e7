// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Implements rcl's validation of topic names with rmw's.
#include "rcl/validate_topic_name.h"

#include <cstddef>
#include <cstring>
#include <string_view>

#include "rcl/error_handling.h"
#include "rmw/names.hpp"

namespace
{

// One invalid name per result code: rmw's reason for it is the text of that result.
constexpr std::string_view examples[] = {"valid", "",           "slash/", "question?", "4",
                                         "{open", "mis~placed", "~name",  "{mi-nus}",  "{4}"};

}  // namespace

const char * rcl_topic_name_validation_result_string(int validation_result)
{
  if (validation_result < 0 || validation_result >= static_cast<int>(std::size(examples))) {
    return "unknown result; expected one of RCL_TOPIC_NAME_…";
  }
  const auto fault = rmw::validate_topic_name(examples[validation_result]);
  return fault ? fault->reason : nullptr;
}

rcl_ret_t rcl_validate_topic_name_with_size(
  const char * topic_name, std::size_t topic_name_length, int * validation_result,
  std::size_t * invalid_index)
{
  if (!topic_name || !validation_result) {
    RCL_SET_ERROR_MSG("rcl_validate_topic_name: name or place for the result is null");
    return RCL_RET_INVALID_ARGUMENT;
  }
  *validation_result = RCL_TOPIC_NAME_VALID;
  if (const auto fault = rmw::validate_topic_name({topic_name, topic_name_length})) {
    if (invalid_index) {
      *invalid_index = fault->index;
    }
    for (int result = 1; result < static_cast<int>(std::size(examples)); ++result) {
      if (std::string_view(rcl_topic_name_validation_result_string(result)) == fault->reason) {
        *validation_result = result;
      }
    }
  }
  return RCL_RET_OK;
}

rcl_ret_t rcl_validate_topic_name(
  const char * topic_name, int * validation_result, std::size_t * invalid_index)
{
  return rcl_validate_topic_name_with_size(
    topic_name, topic_name ? std::strlen(topic_name) : 0, validation_result, invalid_index);
}
