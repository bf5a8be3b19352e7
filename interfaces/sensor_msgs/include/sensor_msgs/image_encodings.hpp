// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The names of pixel formats for Image's encoding, and their properties. Functions are thread-safe.
#ifndef SENSOR_MSGS__IMAGE_ENCODINGS_HPP_
#define SENSOR_MSGS__IMAGE_ENCODINGS_HPP_

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sensor_msgs::image_encodings
{

inline constexpr char RGB8[] = "rgb8";
inline constexpr char RGBA8[] = "rgba8";
inline constexpr char RGB16[] = "rgb16";
inline constexpr char RGBA16[] = "rgba16";
inline constexpr char BGR8[] = "bgr8";
inline constexpr char BGRA8[] = "bgra8";
inline constexpr char BGR16[] = "bgr16";
inline constexpr char BGRA16[] = "bgra16";
inline constexpr char MONO8[] = "mono8";
inline constexpr char MONO16[] = "mono16";

// OpenCV's types: bits, kind of number, channels. Any number of channels is valid, "8UC" means one.
inline constexpr char TYPE_8UC1[] = "8UC1";
inline constexpr char TYPE_8UC2[] = "8UC2";
inline constexpr char TYPE_8UC3[] = "8UC3";
inline constexpr char TYPE_8UC4[] = "8UC4";
inline constexpr char TYPE_8SC1[] = "8SC1";
inline constexpr char TYPE_8SC2[] = "8SC2";
inline constexpr char TYPE_8SC3[] = "8SC3";
inline constexpr char TYPE_8SC4[] = "8SC4";
inline constexpr char TYPE_16UC1[] = "16UC1";
inline constexpr char TYPE_16UC2[] = "16UC2";
inline constexpr char TYPE_16UC3[] = "16UC3";
inline constexpr char TYPE_16UC4[] = "16UC4";
inline constexpr char TYPE_16SC1[] = "16SC1";
inline constexpr char TYPE_16SC2[] = "16SC2";
inline constexpr char TYPE_16SC3[] = "16SC3";
inline constexpr char TYPE_16SC4[] = "16SC4";
inline constexpr char TYPE_32SC1[] = "32SC1";
inline constexpr char TYPE_32SC2[] = "32SC2";
inline constexpr char TYPE_32SC3[] = "32SC3";
inline constexpr char TYPE_32SC4[] = "32SC4";
inline constexpr char TYPE_32FC1[] = "32FC1";
inline constexpr char TYPE_32FC2[] = "32FC2";
inline constexpr char TYPE_32FC3[] = "32FC3";
inline constexpr char TYPE_32FC4[] = "32FC4";
inline constexpr char TYPE_64FC1[] = "64FC1";
inline constexpr char TYPE_64FC2[] = "64FC2";
inline constexpr char TYPE_64FC3[] = "64FC3";
inline constexpr char TYPE_64FC4[] = "64FC4";

/// The prefixes of OpenCV's types.
inline const std::string ABSTRACT_ENCODING_PREFIXES[] = {"8UC",  "8SC",  "16UC", "16SC",
                                                         "32SC", "32FC", "64FC"};

// The formats of a sensor with a Bayer filter, by the colours of its first four pixels.
inline constexpr char BAYER_RGGB8[] = "bayer_rggb8";
inline constexpr char BAYER_BGGR8[] = "bayer_bggr8";
inline constexpr char BAYER_GBRG8[] = "bayer_gbrg8";
inline constexpr char BAYER_GRBG8[] = "bayer_grbg8";
inline constexpr char BAYER_RGGB16[] = "bayer_rggb16";
inline constexpr char BAYER_BGGR16[] = "bayer_bggr16";
inline constexpr char BAYER_GBRG16[] = "bayer_gbrg16";
inline constexpr char BAYER_GRBG16[] = "bayer_grbg16";

// Formats with separate brightness and colour, by their names in the Linux kernel.
inline constexpr char UYVY[] = "uyvy";
inline constexpr char YUV422[] = "yuv422";  ///< UYVY's older name
inline constexpr char YUYV[] = "yuyv";
inline constexpr char YUV422_YUY2[] = "yuv422_yuy2";  ///< YUYV's older name
inline constexpr char NV21[] = "nv21";
inline constexpr char NV24[] = "nv24";

namespace detail
{

enum class Kind
{
  color,
  alpha,
  mono,
  bayer,
  yuv,
  matrix
};

struct Encoding
{
  std::string_view name;
  Kind kind;
  int channels;
  int bits;
};

inline constexpr Encoding encodings[] = {
  {RGB8, Kind::color, 3, 8},        {RGB16, Kind::color, 3, 16},
  {BGR8, Kind::color, 3, 8},        {BGR16, Kind::color, 3, 16},
  {RGBA8, Kind::alpha, 4, 8},       {RGBA16, Kind::alpha, 4, 16},
  {BGRA8, Kind::alpha, 4, 8},       {BGRA16, Kind::alpha, 4, 16},
  {MONO8, Kind::mono, 1, 8},        {MONO16, Kind::mono, 1, 16},
  {BAYER_RGGB8, Kind::bayer, 1, 8}, {BAYER_RGGB16, Kind::bayer, 1, 16},
  {BAYER_BGGR8, Kind::bayer, 1, 8}, {BAYER_BGGR16, Kind::bayer, 1, 16},
  {BAYER_GBRG8, Kind::bayer, 1, 8}, {BAYER_GBRG16, Kind::bayer, 1, 16},
  {BAYER_GRBG8, Kind::bayer, 1, 8}, {BAYER_GRBG16, Kind::bayer, 1, 16},
  {UYVY, Kind::yuv, 2, 8},          {YUV422, Kind::yuv, 2, 8},
  {YUYV, Kind::yuv, 2, 8},          {YUV422_YUY2, Kind::yuv, 2, 8},
  {NV21, Kind::yuv, 2, 8},          {NV24, Kind::yuv, 2, 8}};

/// Returns the properties of an encoding; 0 channels if the name is unknown.
inline Encoding find(std::string_view name)
{
  for (const Encoding & encoding : encodings) {
    if (encoding.name == name) {
      return encoding;
    }
  }
  // OpenCV's: bits, 'U', 'S' or 'F', 'C', and a number of channels or nothing
  const auto number = [&name] {
    int value = 0;
    while (!name.empty() && name.front() >= '0' && name.front() <= '9' && value < 100000) {
      value = 10 * value + (name.front() - '0');
      name.remove_prefix(1);
    }
    return value;
  };
  constexpr Encoding unknown{{}, Kind::matrix, 0, 0};
  const int bits = number();
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
    return unknown;
  }
  const bool known_kind =
    name.size() > 1 && (name[0] == 'U' || name[0] == 'S' || name[0] == 'F') && name[1] == 'C';
  if (!known_kind) {
    return unknown;
  }
  name.remove_prefix(2);
  const int channels = name.empty() ? 1 : number();
  return name.empty() ? Encoding{{}, Kind::matrix, channels, bits} : unknown;
}

inline Encoding get(const std::string & name)
{
  const Encoding encoding = find(name);
  if (encoding.bits == 0) {
    throw std::runtime_error("Unknown encoding " + name);
  }
  return encoding;
}

}  // namespace detail

/// Returns true for colours, with or without transparency; false for Bayer patterns and OpenCV's
/// types.
inline bool isColor(const std::string & encoding)
{
  const detail::Kind kind = detail::find(encoding).kind;
  return kind == detail::Kind::color || kind == detail::Kind::alpha || kind == detail::Kind::yuv;
}

inline bool isMono(const std::string & encoding)
{
  return detail::find(encoding).kind == detail::Kind::mono;
}

inline bool isBayer(const std::string & encoding)
{
  return detail::find(encoding).kind == detail::Kind::bayer;
}

inline bool hasAlpha(const std::string & encoding)
{
  return detail::find(encoding).kind == detail::Kind::alpha;
}

/// Returns the number of values per pixel. Throws std::runtime_error for an unknown encoding.
inline int numChannels(const std::string & encoding)
{
  return detail::get(encoding).channels;
}

/// Returns the number of bits per value. Throws std::runtime_error for an unknown encoding.
inline int bitDepth(const std::string & encoding)
{
  return detail::get(encoding).bits;
}

}  // namespace sensor_msgs::image_encodings

#endif  // SENSOR_MSGS__IMAGE_ENCODINGS_HPP_
