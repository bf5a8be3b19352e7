// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// lz4, zstd and checksums.
#ifndef BAG__COMPRESSION_HPP_
#define BAG__COMPRESSION_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bag/reader.hpp"
#include "bag/writer.hpp"
#include "buffer.hpp"

namespace bag::detail
{

/// Returns the CRC-32 of zip files, continued from `before`.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

/// Returns "", "lz4" or "zstd".
std::string_view name_of(Compression compression);

/// Compresses blocks one after the other with one context. Throws Error if out of memory.
class Compressor
{
public:
  Compressor(Compression compression, int level);
  ~Compressor();
  Compressor(const Compressor &) = delete;
  Compressor & operator=(const Compressor &) = delete;

  /// Appends the compressed bytes to `to`.
  void compress(std::span<const std::byte> bytes, Buffer & to);

private:
  Compression compression_;
  int level_;
  void * context_ = nullptr;
};

/// The result of the decompression of a block.
enum class Decompressed
{
  complete,
  cut,
  damaged
};

/// Decompresses blocks one after the other with one context.
class Decompressor
{
public:
  Decompressor();
  ~Decompressor();
  Decompressor(const Decompressor &) = delete;
  Decompressor & operator=(const Decompressor &) = delete;

  /// Replaces the content of `to`, whose size never exceeds `limit` and grows with the actual
  /// output, not with the promised size. `cut`: the input ended before the block did; `to` has the
  /// output up to there.
  Decompressed decompress(
    std::string_view compression, std::span<const std::byte> bytes, std::size_t limit, Buffer & to);

private:
  // `used` becomes the size of the output.
  Decompressed decompress_zstd(
    std::span<const std::byte> bytes, std::size_t limit, Buffer & to, std::size_t & used);
  Decompressed decompress_lz4(
    std::span<const std::byte> bytes, std::size_t limit, Buffer & to, std::size_t & used);

  void * zstd_ = nullptr;
  void * lz4_ = nullptr;
};

/// Returns the maximum size to which `packed` compressed bytes may expand.
std::uint64_t largest_expansion(std::uint64_t packed, const Limits & limits);
/// Returns the end of an error's text for compressed bytes that expand to more.
std::string expansion_text(std::uint64_t packed, const Limits & limits);

/// Throw Error with the file if it cannot be read or written, is damaged, or expands to more than
/// `limits` or the disk permit.
void unpack_file(
  const std::filesystem::path & from, const std::filesystem::path & to, const Limits & limits);
void pack_file(const std::filesystem::path & from, const std::filesystem::path & to);

}  // namespace bag::detail

#endif  // BAG__COMPRESSION_HPP_
