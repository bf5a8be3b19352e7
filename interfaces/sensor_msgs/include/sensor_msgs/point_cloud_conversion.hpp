// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts between PointCloud, the older message, and PointCloud2.
#ifndef SENSOR_MSGS__POINT_CLOUD_CONVERSION_HPP_
#define SENSOR_MSGS__POINT_CLOUD_CONVERSION_HPP_

#include <cstddef>
#include <cstdint>
#include <string>

#include "sensor_msgs/msg/point_cloud.hpp"
#include "sensor_msgs/msg/point_cloud2.hpp"
#include "sensor_msgs/point_field_conversion.hpp"

namespace sensor_msgs
{

/// Returns the index of the field in cloud.fields, or -1 if there is none of that name.
inline int getPointCloud2FieldIndex(const msg::PointCloud2 & cloud, const std::string & field_name)
{
  for (std::size_t i = 0; i < cloud.fields.size(); ++i) {
    if (cloud.fields[i].name == field_name) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

/// Converts x, y, z and each channel to fields of FLOAT32, in one row of points. A channel without
/// a value for each point is zero. Returns true.
inline bool convertPointCloudToPointCloud2(const msg::PointCloud & input, msg::PointCloud2 & output)
{
  output = msg::PointCloud2();
  output.header = input.header;
  output.height = 1;
  output.width = static_cast<std::uint32_t>(input.points.size());
  const auto add_field = [&output](const std::string & name) {
    output.fields.emplace_back();
    output.fields.back().name = name;
    output.fields.back().offset = output.point_step;
    output.fields.back().datatype = msg::PointField::FLOAT32;
    output.fields.back().count = 1;
    output.point_step += sizeof(float);
  };
  add_field("x");
  add_field("y");
  add_field("z");
  for (const auto & channel : input.channels) {
    add_field(channel.name);
  }
  output.row_step = output.point_step * output.width;
  output.data.resize(std::size_t{output.point_step} * output.width);

  std::uint8_t * to = output.data.data();
  const auto put = [&to](float value) {
    std::memcpy(to, &value, sizeof(value));
    to += sizeof(value);
  };
  for (std::size_t i = 0; i < input.points.size(); ++i) {
    put(input.points[i].x);
    put(input.points[i].y);
    put(input.points[i].z);
    for (const auto & channel : input.channels) {
      put(channel.values.size() == input.points.size() ? channel.values[i] : 0.0f);
    }
  }
  return true;
}

/// Converts the fields x, y, z to points, and the first element of each other field to channels.
/// Returns false, with no points in the output, if one of the three is missing or the buffer is
/// smaller than the message says.
inline bool convertPointCloud2ToPointCloud(const msg::PointCloud2 & input, msg::PointCloud & output)
{
  output = msg::PointCloud();
  output.header = input.header;
  const int x = getPointCloud2FieldIndex(input, "x");
  const int y = getPointCloud2FieldIndex(input, "y");
  const int z = getPointCloud2FieldIndex(input, "z");
  const std::size_t points = std::size_t{input.width} * input.height;
  const bool complete = points == 0 || input.data.size() / points >= input.point_step;
  if (x < 0 || y < 0 || z < 0 || !complete) {
    return false;
  }
  for (const auto & field : input.fields) {
    std::size_t size = 0;
    impl::with_point_field_type(field.datatype, [&size](auto number) { size = sizeof(number); });
    if (size == 0 || std::size_t{field.offset} + size > input.point_step) {
      return false;
    }
  }

  output.points.resize(points);
  const auto value = [&input](std::size_t point, int field) {
    return readPointCloud2BufferValue<float>(
      &input.data[point * input.point_step + input.fields[field].offset],
      input.fields[field].datatype);
  };
  for (std::size_t i = 0; i < points; ++i) {
    output.points[i].x = value(i, x);
    output.points[i].y = value(i, y);
    output.points[i].z = value(i, z);
  }
  for (int field = 0; field < static_cast<int>(input.fields.size()); ++field) {
    if (field == x || field == y || field == z) {
      continue;
    }
    output.channels.emplace_back();
    output.channels.back().name = input.fields[field].name;
    output.channels.back().values.reserve(points);
    for (std::size_t i = 0; i < points; ++i) {
      output.channels.back().values.push_back(value(i, field));
    }
  }
  return true;
}

}  // namespace sensor_msgs

#endif  // SENSOR_MSGS__POINT_CLOUD_CONVERSION_HPP_
