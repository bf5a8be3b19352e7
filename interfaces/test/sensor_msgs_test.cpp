// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The hand-written headers of sensor_msgs: encodings, images, point clouds.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "sensor_msgs/distortion_models.hpp"
#include "sensor_msgs/fill_image.hpp"
#include "sensor_msgs/image_encodings.hpp"
#include "sensor_msgs/point_cloud2_iterator.hpp"
#include "sensor_msgs/point_cloud_conversion.hpp"
#include "sensor_msgs/point_field_conversion.hpp"

namespace
{

namespace encodings = sensor_msgs::image_encodings;
using sensor_msgs::PointCloud2ConstIterator;
using sensor_msgs::PointCloud2Iterator;
using sensor_msgs::PointCloud2Modifier;
using sensor_msgs::msg::PointCloud2;
using sensor_msgs::msg::PointField;

TEST(ImageEncodings, ChannelsBitsAndKinds)
{
  EXPECT_EQ(encodings::numChannels("rgb8"), 3);
  EXPECT_EQ(encodings::bitDepth(encodings::RGBA16), 16);
  EXPECT_EQ(encodings::numChannels(encodings::BAYER_GRBG8), 1);
  EXPECT_EQ(encodings::numChannels(encodings::UYVY), 2);
  EXPECT_TRUE(encodings::isColor(encodings::BGRA8));
  EXPECT_TRUE(encodings::isColor(encodings::YUV422_YUY2));
  EXPECT_FALSE(encodings::isColor(encodings::BAYER_RGGB8));
  EXPECT_FALSE(encodings::isColor(encodings::TYPE_8UC3));
  EXPECT_TRUE(encodings::isMono(encodings::MONO16));
  EXPECT_TRUE(encodings::isBayer(encodings::BAYER_BGGR16));
  EXPECT_TRUE(encodings::hasAlpha(encodings::BGRA16));
  EXPECT_FALSE(encodings::hasAlpha(encodings::BGR16));
}

TEST(ImageEncodings, MatricesHaveAnyNumberOfChannels)
{
  EXPECT_EQ(encodings::numChannels("8UC"), 1);
  EXPECT_EQ(encodings::numChannels("8UC12"), 12);
  EXPECT_EQ(encodings::bitDepth("64FC4"), 64);
  EXPECT_EQ(encodings::bitDepth("16SC1"), 16);
  for (const char * wrong :
       {"", "8UC3x", "9UC1", "8XC1", "8U", "8", "UC1", "8UC99999999999999999999"}) {
    EXPECT_THROW(encodings::numChannels(wrong), std::runtime_error) << wrong;
    EXPECT_THROW(encodings::bitDepth(wrong), std::runtime_error) << wrong;
  }
}

TEST(FillImage, CopiesAndClears)
{
  const std::vector<std::uint8_t> pixels{1, 2, 3, 4, 5, 6, 7, 8};
  sensor_msgs::msg::Image image;
  EXPECT_TRUE(sensor_msgs::fillImage(image, encodings::MONO8, 2, 3, 4, pixels.data()));
  EXPECT_EQ(image.height, 2u);
  EXPECT_EQ(image.width, 3u);
  EXPECT_EQ(image.step, 4u);
  EXPECT_EQ(image.data, pixels);
  sensor_msgs::clearImage(image);
  EXPECT_TRUE(image.data.empty());
  EXPECT_EQ(image.encoding, "mono8");
}

TEST(PointField, NumbersNeedNoAlignment)
{
  unsigned char buffer[9] = {};
  sensor_msgs::writePointCloud2BufferValue<PointField::FLOAT64>(buffer + 1, 2.5f);
  EXPECT_EQ((sensor_msgs::readPointCloud2BufferValue<PointField::FLOAT64, int>(buffer + 1)), 2);
  EXPECT_EQ(sensor_msgs::readPointCloud2BufferValue<float>(buffer + 1, PointField::FLOAT64), 2.5f);
  sensor_msgs::writePointCloud2BufferValue(buffer + 3, PointField::INT16, -7);
  EXPECT_EQ(sensor_msgs::readPointCloud2BufferValue<double>(buffer + 3, PointField::INT16), -7.0);
  EXPECT_EQ(sensor_msgs::readPointCloud2BufferValue<double>(buffer, 99), 0.0);
  static_assert(sensor_msgs::typeAsPointFieldType<std::uint16_t>::value == PointField::UINT16);
  static_assert(
    std::is_same_v<sensor_msgs::pointFieldTypeAsType<PointField::FLOAT32>::type, float>);
}

TEST(PointCloud2, FieldsByNameArePadded)
{
  PointCloud2 cloud;
  cloud.height = 1;
  PointCloud2Modifier modifier(cloud);
  modifier.setPointCloud2FieldsByString(2, "xyz", "rgb");
  ASSERT_EQ(cloud.fields.size(), 4u);
  EXPECT_EQ(cloud.fields[2].offset, 8u);
  EXPECT_EQ(cloud.fields[3].offset, 16u);
  EXPECT_EQ(cloud.point_step, 32u);
  modifier.resize(3);
  EXPECT_EQ(modifier.size(), 3u);
  EXPECT_EQ(cloud.width, 3u);
  EXPECT_EQ(cloud.data.size(), 96u);
  modifier.resize(2, 4);
  EXPECT_EQ(cloud.row_step, 64u);
  EXPECT_EQ(modifier.size(), 8u);
  modifier.clear();
  EXPECT_EQ(modifier.size(), 0u);
  EXPECT_THROW(modifier.setPointCloud2FieldsByString(1, "abc"), std::runtime_error);
  EXPECT_THROW(modifier.setPointCloud2FieldsByString(2, "xyz"), std::invalid_argument);
}

TEST(PointCloud2, AFieldIsAddedByHand)
{
  PointCloud2 cloud;
  int offset = addPointField(cloud, "x", 1, PointField::FLOAT32, 0);
  offset = addPointField(cloud, "normal", 3, PointField::FLOAT64, offset);
  EXPECT_EQ(offset, 28);
  ASSERT_EQ(cloud.fields.size(), 2u);
  EXPECT_EQ(cloud.fields[1].name, "normal");
  EXPECT_EQ(cloud.fields[1].offset, 4u);
  EXPECT_EQ(cloud.fields[1].count, 3u);
  EXPECT_EQ(sizeOfPointField(PointField::INT16), 2);
  EXPECT_THROW(addPointField(cloud, "odd", 1, 99, offset), std::runtime_error);
  EXPECT_EQ(cloud.fields.size(), 2u);
}

TEST(PointCloud2, FieldsOneByOneArePacked)
{
  PointCloud2 cloud;
  cloud.width = 1;
  PointCloud2Modifier modifier(cloud);
  EXPECT_EQ(modifier.size(), 0u);
  modifier.setPointCloud2Fields(2, "ring", 1, PointField::UINT16, "normal", 3, PointField::FLOAT64);
  EXPECT_EQ(cloud.fields[1].offset, 2u);
  EXPECT_EQ(cloud.fields[1].count, 3u);
  EXPECT_EQ(cloud.point_step, 26u);
  modifier.resize(5);  // a column
  EXPECT_EQ(cloud.height, 5u);
  EXPECT_EQ(cloud.width, 1u);
  EXPECT_THROW(modifier.setPointCloud2Fields(1, "x", 1, 12), std::runtime_error);
  EXPECT_THROW(
    modifier.setPointCloud2Fields(2, "x", 1, PointField::FLOAT32), std::invalid_argument);
}

TEST(PointCloud2, IteratorsWriteAndRead)
{
  PointCloud2 cloud;
  cloud.height = 1;
  PointCloud2Modifier modifier(cloud);
  modifier.setPointCloud2FieldsByString(2, "xyz", "rgba");
  modifier.resize(4);
  float value = 0;
  PointCloud2Iterator<std::uint8_t> red(cloud, "r");
  for (PointCloud2Iterator<float> x(cloud, "x"); x != x.end(); ++x, ++red) {
    x[0] = value;
    x[2] = -value;
    *red = static_cast<std::uint8_t>(10 * value++);
  }
  EXPECT_EQ(value, 4);

  PointCloud2ConstIterator<float> z(cloud, "z");
  EXPECT_EQ(*(z + 2), -2.0f);
  z += 3;
  EXPECT_EQ(*z, -3.0f);
  EXPECT_TRUE(++z == z.end());
  const PointCloud2ConstIterator<std::uint8_t> bytes(cloud, "rgba");
  EXPECT_EQ((bytes + 3)[2], 30);  // b, g, r, a
  cloud.is_bigendian = true;
  EXPECT_EQ(*(PointCloud2ConstIterator<std::uint8_t>(cloud, "g") + 3), 30);  // a, r, g, b
}

TEST(PointCloud2, IteratorsOfEmptyCloudsAndWrongFields)
{
  PointCloud2 cloud;
  PointCloud2Modifier modifier(cloud);
  modifier.setPointCloud2Fields(1, "x", 1, PointField::FLOAT32);
  const PointCloud2ConstIterator<float> empty(cloud, "x");
  EXPECT_FALSE(empty != empty.end());
  EXPECT_THROW(PointCloud2Iterator<float>(cloud, "y"), std::runtime_error);
  EXPECT_THROW(PointCloud2Iterator<std::uint8_t>(cloud, "r"), std::runtime_error);
  modifier.resize(2, 1);
  EXPECT_THROW(PointCloud2Iterator<double>(cloud, "x"), std::runtime_error);
  cloud.fields[0].offset = std::numeric_limits<std::uint32_t>::max();
  EXPECT_THROW(PointCloud2Iterator<float>(cloud, "x"), std::runtime_error);
}

TEST(PointCloudConversion, ThereAndBack)
{
  sensor_msgs::msg::PointCloud cloud;
  cloud.header.frame_id = "map";
  cloud.points.resize(2);
  cloud.points[1].y = 5;
  cloud.channels.resize(2);
  cloud.channels[0].name = "intensity";
  cloud.channels[0].values = {7, 8};
  cloud.channels[1].name = "incomplete";
  cloud.channels[1].values = {1};
  PointCloud2 packed;
  EXPECT_TRUE(sensor_msgs::convertPointCloudToPointCloud2(cloud, packed));
  EXPECT_EQ(packed.point_step, 20u);
  EXPECT_EQ(packed.header.frame_id, "map");
  EXPECT_EQ(sensor_msgs::getPointCloud2FieldIndex(packed, "intensity"), 3);
  EXPECT_EQ(sensor_msgs::getPointCloud2FieldIndex(packed, "w"), -1);
  sensor_msgs::msg::PointCloud back;
  EXPECT_TRUE(sensor_msgs::convertPointCloud2ToPointCloud(packed, back));
  cloud.channels[1].values = {0, 0};
  EXPECT_EQ(back, cloud);
}

TEST(PointCloudConversion, ACloudThatLiesIsRefused)
{
  sensor_msgs::msg::PointCloud cloud;
  cloud.points.resize(2);
  PointCloud2 packed;
  sensor_msgs::convertPointCloudToPointCloud2(cloud, packed);
  const PointCloud2 good = packed;
  packed.width = 1000;
  EXPECT_FALSE(sensor_msgs::convertPointCloud2ToPointCloud(packed, cloud));
  EXPECT_TRUE(cloud.points.empty());
  packed = good;
  packed.fields[2].offset = 9;
  EXPECT_FALSE(sensor_msgs::convertPointCloud2ToPointCloud(packed, cloud));
  packed = good;
  packed.fields[0].name = "w";
  EXPECT_FALSE(sensor_msgs::convertPointCloud2ToPointCloud(packed, cloud));
}

}  // namespace
