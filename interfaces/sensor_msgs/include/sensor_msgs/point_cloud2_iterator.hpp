// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Uses a PointCloud2 as a container: PointCloud2Modifier defines its layout and resizes it,
// PointCloud2Iterator and PointCloud2ConstIterator iterate over one of its fields.
#ifndef SENSOR_MSGS__POINT_CLOUD2_ITERATOR_HPP_
#define SENSOR_MSGS__POINT_CLOUD2_ITERATOR_HPP_

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "sensor_msgs/msg/point_cloud2.hpp"
#include "sensor_msgs/point_field_conversion.hpp"

// In the global namespace, where ROS 2's header has them and programs call them.

/// Returns the size in bytes of one element of a PointField's datatype. Throws std::runtime_error
/// for an unknown datatype.
inline int sizeOfPointField(int datatype)
{
  int size = 0;
  sensor_msgs::impl::with_point_field_type(
    datatype, [&size](auto number) { size = static_cast<int>(sizeof(number)); });
  if (size == 0) {
    throw std::runtime_error("PointField of type " + std::to_string(datatype) + " does not exist");
  }
  return size;
}

/// Appends a field to cloud_msg.fields and returns the offset after it. The cloud's point_step and
/// data do not change. Throws as sizeOfPointField(), before anything is changed.
inline int addPointField(
  sensor_msgs::msg::PointCloud2 & cloud_msg, const std::string & name, int count, int datatype,
  int offset)
{
  const int size = sizeOfPointField(datatype);
  auto & field = cloud_msg.fields.emplace_back();
  field.name = name;
  field.offset = static_cast<std::uint32_t>(offset);
  field.datatype = static_cast<std::uint8_t>(datatype);
  field.count = static_cast<std::uint32_t>(count);
  return offset + count * size;
}

namespace sensor_msgs
{

/// Changes the layout and size of a cloud, which must outlive it.
class PointCloud2Modifier
{
public:
  explicit PointCloud2Modifier(msg::PointCloud2 & cloud_msg) : cloud_msg_(cloud_msg) {}

  /// Returns the number of points; 0 before fields were set.
  std::size_t size() const
  {
    return cloud_msg_.point_step ? cloud_msg_.data.size() / cloud_msg_.point_step : 0;
  }

  void reserve(std::size_t size) { cloud_msg_.data.reserve(size * cloud_msg_.point_step); }

  /// Sets the number of points. A cloud of one column keeps it; any other becomes one row.
  void resize(std::size_t size)
  {
    const auto points = static_cast<std::uint32_t>(size);
    const bool column = cloud_msg_.width == 1 && cloud_msg_.height != 1;
    column ? set_size(1, points) : set_size(points, 1);
  }

  void resize(std::uint32_t width, std::uint32_t height) { set_size(width, height); }

  /// Removes all points. A single row or column becomes an empty row or column.
  void clear()
  {
    const bool row = cloud_msg_.height == 1;
    const bool column = !row && cloud_msg_.width == 1;
    set_size(column ? 1 : 0, row ? 1 : 0);
  }

  /// Sets fields without padding, each given as name, number of elements, and datatype of
  /// PointField: `setPointCloud2Fields(2, "x", 1, PointField::FLOAT32, "ring", 1,
  /// PointField::UINT16)`. Throws std::runtime_error for an unknown datatype, std::invalid_argument
  /// if fewer than n_fields are given.
  template <typename... Fields>
  void setPointCloud2Fields(int n_fields, Fields... fields)
  {
    start_layout();
    add_fields(n_fields, fields...);
    set_size(cloud_msg_.width, cloud_msg_.height);
  }

  /// Sets fields by these names: "xyz" (three FLOAT32 in 16 bytes), "rgb" or "rgba" (one FLOAT32
  /// holding four bytes, in 16 bytes). Throws std::runtime_error for another name,
  /// std::invalid_argument if fewer than n_fields are given.
  template <typename... Names>
  void setPointCloud2FieldsByString(int n_fields, Names... names)
  {
    const std::string given[sizeof...(Names) + 1] = {names..., ""};
    check_number(n_fields, sizeof...(Names));
    start_layout();
    for (int i = 0; i < n_fields; ++i) {
      const std::uint32_t begin = cloud_msg_.point_step;
      if (given[i] == "xyz") {
        for (const char * name : {"x", "y", "z"}) {
          add_field(name, 1, msg::PointField::FLOAT32);
        }
      } else if (given[i] == "rgb" || given[i] == "rgba") {
        add_field(given[i], 1, msg::PointField::FLOAT32);
      } else {
        throw std::runtime_error(
          "Field " + given[i] + " does not exist; expected xyz, rgb or rgba");
      }
      cloud_msg_.point_step = begin + 16;
    }
    set_size(cloud_msg_.width, cloud_msg_.height);
  }

protected:
  msg::PointCloud2 & cloud_msg_;

private:
  static void check_number(int expected, std::size_t found)
  {
    if (expected < 0 || static_cast<std::size_t>(expected) > found) {
      throw std::invalid_argument(
        "fields of a PointCloud2: found " + std::to_string(found) + ", expected " +
        std::to_string(expected));
    }
  }

  void start_layout()
  {
    cloud_msg_.fields.clear();
    cloud_msg_.point_step = 0;
  }

  void add_field(const std::string & name, int count, int datatype)
  {
    cloud_msg_.point_step = static_cast<std::uint32_t>(
      addPointField(cloud_msg_, name, count, datatype, static_cast<int>(cloud_msg_.point_step)));
  }

  void add_fields(int n_fields) { check_number(n_fields, 0); }

  template <typename Name, typename... Rest>
  void add_fields(int n_fields, Name name, int count, int datatype, Rest... rest)
  {
    if (n_fields > 0) {
      add_field(name, count, datatype);
      add_fields(n_fields - 1, rest...);
    }
  }

  void set_size(std::uint32_t width, std::uint32_t height)
  {
    cloud_msg_.width = width;
    cloud_msg_.height = height;
    cloud_msg_.row_step = width * cloud_msg_.point_step;
    cloud_msg_.data.resize(std::size_t{height} * cloud_msg_.row_step);
  }
};

namespace impl
{

/// Returns the offset of the field in a point. "r", "g", "b", "a" are bytes of a field "rgb" or
/// "rgba".
inline std::size_t offset_of_field(const msg::PointCloud2 & cloud, const std::string & name)
{
  for (const auto & field : cloud.fields) {
    if (field.name == name) {
      return field.offset;
    }
  }
  // in a little-endian number the bytes from the lowest are b, g, r, a
  const std::size_t byte = name.size() == 1 ? std::string("bgra").find(name) : std::string::npos;
  if (byte != std::string::npos) {
    for (const auto & field : cloud.fields) {
      if (field.name == "rgb" || field.name == "rgba") {
        return field.offset + (cloud.is_bigendian ? 3 - byte : byte);
      }
    }
  }
  throw std::runtime_error("Field " + name + " does not exist");
}

/// The common base of both iterators: Derived is the iterator, Value the type of elements, Cloud
/// the message.
template <typename Derived, typename Value, typename Byte, typename Cloud>
class PointCloud2IteratorBase
{
public:
  PointCloud2IteratorBase() = default;

  /// Returns element i of the field, or of consecutive fields: x, y, z.
  Value & operator[](std::size_t i) const { return reinterpret_cast<Value *>(data_)[i]; }
  Value & operator*() const { return *reinterpret_cast<Value *>(data_); }

  /// Moves to the next point.
  Derived & operator++() { return *this += 1; }

  Derived & operator+=(int points)
  {
    data_ += static_cast<std::ptrdiff_t>(points) * static_cast<std::ptrdiff_t>(point_step_);
    return static_cast<Derived &>(*this);
  }

  Derived operator+(int points) const
  {
    Derived other = static_cast<const Derived &>(*this);
    return other += points;
  }

  bool operator==(const Derived & other) const { return data_ == other.data_; }
  bool operator!=(const Derived & other) const { return data_ != other.data_; }

  /// Returns the position after the last point.
  Derived end() const
  {
    Derived other = static_cast<const Derived &>(*this);
    other.data_ = end_;
    return other;
  }

protected:
  PointCloud2IteratorBase(Cloud & cloud, const std::string & field_name)
  : point_step_(cloud.point_step)
  {
    const std::size_t offset = offset_of_field(cloud, field_name);
    data_ = end_ = cloud.data.data();
    if (!cloud.data.empty()) {
      if (offset + sizeof(Value) > point_step_) {
        throw std::runtime_error(
          "Field " + field_name + " ends at byte " + std::to_string(offset + sizeof(Value)) +
          " of a point; expected at most " + std::to_string(point_step_));
      }
      data_ += offset;
      end_ = data_ + cloud.data.size() / point_step_ * point_step_;
    }
  }

private:
  Byte * data_ = nullptr;
  Byte * end_ = nullptr;
  std::size_t point_step_ = 0;
};

}  // namespace impl

/// Iterates over one field of all points of a cloud, which must outlive it and keep its size. `for
/// (PointCloud2Iterator<float> x(cloud, "x"); x != x.end(); ++x) { x[0] = …; x[1] = …; x[2] = …; }`
/// T need not be the field's type: PointCloud2Iterator<std::uint8_t>(cloud, "r") is a byte of
/// "rgb". Throws std::runtime_error if the field does not exist, or does not fit into a point.
template <typename T>
class PointCloud2Iterator
: public impl::PointCloud2IteratorBase<PointCloud2Iterator<T>, T, std::uint8_t, msg::PointCloud2>
{
public:
  PointCloud2Iterator() = default;
  PointCloud2Iterator(msg::PointCloud2 & cloud_msg, const std::string & field_name)
  : PointCloud2Iterator::PointCloud2IteratorBase(cloud_msg, field_name)
  {
  }
};

/// The same for a cloud that is only read.
template <typename T>
class PointCloud2ConstIterator
: public impl::PointCloud2IteratorBase<
    PointCloud2ConstIterator<T>, const T, const std::uint8_t, const msg::PointCloud2>
{
public:
  PointCloud2ConstIterator() = default;
  PointCloud2ConstIterator(const msg::PointCloud2 & cloud_msg, const std::string & field_name)
  : PointCloud2ConstIterator::PointCloud2IteratorBase(cloud_msg, field_name)
  {
  }
};

}  // namespace sensor_msgs

#endif  // SENSOR_MSGS__POINT_CLOUD2_ITERATOR_HPP_
