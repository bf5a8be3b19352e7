// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: any text as the name of a peer's topic or type, on DDS or from a liveliness
// token of Zenoh, and as its user data. Names that are read must be written as they were.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "rmw/names.hpp"
#include "rmw/user_data.hpp"

namespace
{

void require(bool condition)
{
  if (!condition) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  using namespace rmw;
  const std::string text(reinterpret_cast<const char *>(data), size);
  if (const auto name = ros_topic_name(text)) {
    require(dds_topic_name(name->kind, name->name) == text);
  }
  // A token of Zenoh has the name without a prefix; the graph keeps it with one.
  for (const TopicKind kind : {TopicKind::topic, TopicKind::request, TopicKind::reply}) {
    const std::string dds_name = dds_topic_name(kind, text);
    if (const auto name = ros_topic_name(dds_name)) {
      require(dds_topic_name(name->kind, name->name) == dds_name);
    }
    shown_topic(dds_name);
  }
  if (const auto type = ros_type_name(text)) {
    dds_type_name(*type);
  }
  ros_service_type_name(text);
  shown_topic(text);
  shown_type(text);
  is_hidden_name(text);
  for (const auto validate :
       {&validate_full_topic_name, &validate_node_name, &validate_namespace,
        &validate_topic_name}) {
    if (const auto fault = validate(text)) {
      require(fault->index <= text.size());
      describe(text, *fault);
    }
  }
  for (const char * key : {"enclave", "typehash", ""}) {
    if (const auto value = user_data_value(text, key)) {
      require(value->size() <= text.size());
    }
  }
  is_type_hash(text);
  return 0;
}
