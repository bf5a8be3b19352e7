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

/// CRC-32 as of zip files, continued from `before`.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

/// "", "lz4" or "zstd".
std::string_view name_of(Compression compression);

/// Compresses block after block, with one context. Error if memory is short.
class Compressor
{
public:
  Compressor(Compression compression, int level);
  ~Compressor();
  Compressor(const Compressor &) = delete;
  Compressor & operator=(const Compressor &) = delete;

  /// Appends the compressed bytes.
  void compress(std::span<const std::byte> bytes, Buffer & to);

private:
  Compression compression_;
  int level_;
  void * context_ = nullptr;
};

/// How far a block could be decompressed.
enum class Decompressed
{
  complete,
  cut,
  damaged
};

/// Decompresses block after block, with one context.
class Decompressor
{
public:
  Decompressor();
  ~Decompressor();
  Decompressor(const Decompressor &) = delete;
  Decompressor & operator=(const Decompressor &) = delete;

  /// Replaces what is in `to`, which never gets larger than `limit`, and grows with what comes, not
  /// with what is promised. `cut`: the input ended before the block did; `to` has what came before.
  Decompressed decompress(
    std::string_view compression, std::span<const std::byte> bytes, std::size_t limit, Buffer & to);

private:
  void * zstd_ = nullptr;
  void * lz4_ = nullptr;
};

/// Bytes that so many compressed bytes may expand to.
std::uint64_t largest_expansion(std::uint64_t packed, const Limits & limits);
/// The end of an error's text about such bytes that expand to more.
std::string expansion_text(std::uint64_t packed, const Limits & limits);

/// Error if it cannot be read or written, is damaged, or expands to more than `limits` or the disk
/// allow; names the file.
void unpack_file(
  const std::filesystem::path & from, const std::filesystem::path & to, const Limits & limits);
void pack_file(const std::filesystem::path & from, const std::filesystem::path & to);

}  // namespace bag::detail

#endif  // BAG__COMPRESSION_HPP_
