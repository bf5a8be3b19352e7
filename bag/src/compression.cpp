// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "compression.hpp"

#include <libdeflate.h>
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "bag/error.hpp"
#include "file.hpp"

namespace bag::detail
{
namespace
{

constexpr std::size_t step = std::size_t(1) << 20;

/// Makes room for more output. Returns false if the limit is reached.
bool grow(Buffer & to, std::size_t used, std::size_t limit)
{
  if (used < to.size()) {
    return true;
  }
  if (used >= limit) {
    return false;
  }
  to.resize(std::min(limit, used + std::max(used, step)));
  return true;
}

}  // namespace

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before)
{
  return ::libdeflate_crc32(before, bytes.data(), bytes.size());
}

std::string_view name_of(Compression compression)
{
  return compression == Compression::lz4 ? "lz4" : compression == Compression::zstd ? "zstd" : "";
}

Compressor::Compressor(Compression compression, int level)
: compression_(compression), level_(level)
{
  if (compression == Compression::zstd) {
    context_ = ZSTD_createCCtx();
  } else if (compression == Compression::lz4) {
    LZ4F_cctx * context = nullptr;
    LZ4F_createCompressionContext(&context, LZ4F_VERSION);
    context_ = context;
  }
  if (context_ == nullptr && compression != Compression::none) {
    throw std::bad_alloc();
  }
}

Compressor::~Compressor()
{
  if (compression_ == Compression::zstd) {
    ZSTD_freeCCtx(static_cast<ZSTD_CCtx *>(context_));
  } else if (compression_ == Compression::lz4) {
    LZ4F_freeCompressionContext(static_cast<LZ4F_cctx *>(context_));
  }
}

void Compressor::compress(std::span<const std::byte> bytes, Buffer & to)
{
  const std::size_t begin = to.size();
  if (compression_ == Compression::none) {
    to.put(bytes.data(), bytes.size());
    return;
  }
  if (compression_ == Compression::zstd) {
    std::byte * const out = to.extend(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compressCCtx(
      static_cast<ZSTD_CCtx *>(context_), out, to.size() - begin, bytes.data(), bytes.size(),
      level_);
    if (ZSTD_isError(size) != 0) {
      throw Error(std::string("zstd: ") + ZSTD_getErrorName(size));
    }
    to.resize(begin + size);
    return;
  }
  auto * const context = static_cast<LZ4F_cctx *>(context_);
  LZ4F_preferences_t preferences{};
  preferences.compressionLevel = level_ > 1 ? level_ : 0;
  preferences.frameInfo.contentSize = bytes.size();
  std::byte * out =
    to.extend(LZ4F_HEADER_SIZE_MAX + LZ4F_compressBound(bytes.size(), &preferences) + 16);
  const std::byte * const end = to.data() + to.size();
  const auto advance = [&](std::size_t size) {
    if (LZ4F_isError(size) != 0) {
      throw Error(std::string("lz4: ") + LZ4F_getErrorName(size));
    }
    out += size;
  };
  const auto room = [&] { return static_cast<std::size_t>(end - out); };
  advance(LZ4F_compressBegin(context, out, room(), &preferences));
  advance(LZ4F_compressUpdate(context, out, room(), bytes.data(), bytes.size(), nullptr));
  advance(LZ4F_compressEnd(context, out, room(), nullptr));
  to.resize(static_cast<std::size_t>(out - to.data()));
}

Decompressor::Decompressor() = default;

Decompressor::~Decompressor()
{
  ZSTD_freeDCtx(static_cast<ZSTD_DCtx *>(zstd_));
  LZ4F_freeDecompressionContext(static_cast<LZ4F_dctx *>(lz4_));
}

Decompressed Decompressor::decompress(
  std::string_view compression, std::span<const std::byte> bytes, std::size_t limit, Buffer & to)
{
  std::size_t used = 0;
  to.resize(std::min(to.capacity(), limit));
  const Decompressed result = compression == "zstd" ? decompress_zstd(bytes, limit, to, used)
                                                    : decompress_lz4(bytes, limit, to, used);
  to.resize(used);
  return result;
}

Decompressed Decompressor::decompress_zstd(
  std::span<const std::byte> bytes, std::size_t limit, Buffer & to, std::size_t & used)
{
  if (zstd_ == nullptr && (zstd_ = ZSTD_createDCtx()) == nullptr) {
    throw std::bad_alloc();
  }
  auto * const context = static_cast<ZSTD_DCtx *>(zstd_);
  ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
  // The window is allocated before the first byte of output.
  ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 27);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  while (true) {
    const bool room = grow(to, used, limit);
    ZSTD_outBuffer out{to.data(), to.size(), used};
    const std::size_t before = in.pos;
    const std::size_t remaining = ZSTD_decompressStream(context, &out, &in);
    if (ZSTD_isError(remaining) != 0) {
      return Decompressed::damaged;
    }
    if (remaining == 0 && in.pos == in.size) {
      used = out.pos;
      return Decompressed::complete;
    }
    if (out.pos == used && in.pos == before) {
      return in.pos == in.size && room ? Decompressed::cut : Decompressed::damaged;
    }
    used = out.pos;
  }
}

Decompressed Decompressor::decompress_lz4(
  std::span<const std::byte> bytes, std::size_t limit, Buffer & to, std::size_t & used)
{
  if (lz4_ == nullptr) {
    LZ4F_dctx * context = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0) {
      throw std::bad_alloc();
    }
    lz4_ = context;
  }
  auto * const context = static_cast<LZ4F_dctx *>(lz4_);
  LZ4F_resetDecompressionContext(context);
  std::size_t at = 0;
  while (true) {
    const bool room = grow(to, used, limit);
    std::size_t written = to.size() - used;
    std::size_t read = bytes.size() - at;
    const std::size_t remaining =
      LZ4F_decompress(context, to.data() + used, &written, bytes.data() + at, &read, nullptr);
    if (LZ4F_isError(remaining) != 0) {
      return Decompressed::damaged;
    }
    used += written;
    at += read;
    if (remaining == 0 && at == bytes.size()) {
      return Decompressed::complete;
    }
    if (written == 0 && read == 0) {
      return at == bytes.size() && room ? Decompressed::cut : Decompressed::damaged;
    }
  }
}

std::uint64_t largest_expansion(std::uint64_t packed, const Limits & limits)
{
  const std::uint64_t always = std::min<std::uint64_t>(std::uint64_t(64) << 20, limits.chunk);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t ratio = limits.ratio;
  return ratio != 0 && packed > most / ratio ? most : std::max(always, packed * ratio);
}

std::string expansion_text(std::uint64_t packed, const Limits & limits)
{
  return "more than " + std::to_string(largest_expansion(packed, limits)) + " bytes come out of " +
         std::to_string(packed) + "; raise bag::Limits::ratio, which is " +
         std::to_string(limits.ratio) + ", if you trust the file";
}

namespace
{

/// Limits the expansion of a compressed file.
class Expansion
{
public:
  Expansion(const InputFile & from, std::filesystem::path to, const Limits & limits)
  : from_(from), folder_(to.parent_path()), limits_(limits)
  {
  }

  /// Call it before `count` bytes are written.
  void add(std::uint64_t count)
  {
    if (count > largest_expansion(from_.size(), limits_) - written_) {
      throw Error(
        from_.path().string() + " is not unpacked: " + expansion_text(from_.size(), limits_) +
        ", or unpack it with zstd -d");
    }
    if (count > room_) {
      room_ = free_bytes();
      if (count > room_) {
        throw Error(
          from_.path().string() + " cannot be unpacked: " + folder_.string() + " has room for " +
            std::to_string(written_ + room_) +
            " bytes; free some, or set TMPDIR to a folder on a larger disk",
          ENOSPC);
      }
      room_ = std::min(room_, std::max<std::uint64_t>(count, look_again));
    }
    room_ -= count;
    written_ += count;
  }

private:
  /// Bytes after which the free space is checked again, because others write to the disk, too.
  static constexpr std::uint64_t look_again = std::uint64_t(64) << 20;

  /// Returns the free space minus the reserve for others.
  std::uint64_t free_bytes() const
  {
    const auto space = std::filesystem::space(folder_);
    const std::uint64_t others =
      std::min<std::uint64_t>(std::uint64_t(1) << 30, space.capacity / 16);
    return space.available - std::min<std::uint64_t>(space.available, others);
  }

  const InputFile & from_;
  const std::filesystem::path folder_;
  const Limits limits_;
  std::uint64_t written_ = 0;
  std::uint64_t room_ = 0;
};

}  // namespace

void unpack_file(
  const std::filesystem::path & from, const std::filesystem::path & to, const Limits & limits)
{
  const InputFile in(from);
  OutputFile out(to);
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(
    ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) {
    throw std::bad_alloc();
  }
  std::vector<std::byte> input(ZSTD_DStreamInSize());
  std::vector<std::byte> output(ZSTD_DStreamOutSize());
  Expansion expansion(in, to, limits);
  const auto write = [&](std::size_t count) {
    expansion.add(count);
    out.write({output.data(), count});
  };
  std::size_t remaining = 1;
  for (std::uint64_t at = 0; at < in.size();) {
    const std::size_t count = std::min<std::uint64_t>(input.size(), in.size() - at);
    in.read(at, {input.data(), count});
    ZSTD_inBuffer chunk{input.data(), count, 0};
    while (chunk.pos < chunk.size) {
      ZSTD_outBuffer room{output.data(), output.size(), 0};
      remaining = ZSTD_decompressStream(context.get(), &room, &chunk);
      if (ZSTD_isError(remaining) != 0) {
        throw Error(
          from.string() + " is damaged: " + ZSTD_getErrorName(remaining) + " at byte " +
          std::to_string(at + chunk.pos));
      }
      write(room.pos);
    }
    at += count;
  }
  // A file that was cut off is unpacked as far as it goes; the reader then finds that it ends
  // early.
  for (std::size_t more = remaining; more != 0;) {
    ZSTD_inBuffer nothing{input.data(), 0, 0};
    ZSTD_outBuffer room{output.data(), output.size(), 0};
    more = ZSTD_decompressStream(context.get(), &room, &nothing);
    if (ZSTD_isError(more) != 0 || room.pos == 0) {
      break;
    }
    write(room.pos);
  }
  out.close();
}

void pack_file(const std::filesystem::path & from, const std::filesystem::path & to)
{
  const InputFile in(from);
  OutputFile out(to);
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(
    ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (!context) {
    throw std::bad_alloc();
  }
  std::vector<std::byte> input(ZSTD_CStreamInSize());
  std::vector<std::byte> output(ZSTD_CStreamOutSize());
  for (std::uint64_t at = 0;;) {
    const std::size_t count = std::min<std::uint64_t>(input.size(), in.size() - at);
    in.read(at, {input.data(), count});
    at += count;
    const bool last = at == in.size();
    ZSTD_inBuffer chunk{input.data(), count, 0};
    std::size_t remaining = 1;
    while (last ? remaining != 0 : chunk.pos < chunk.size) {
      ZSTD_outBuffer room{output.data(), output.size(), 0};
      remaining =
        ZSTD_compressStream2(context.get(), &room, &chunk, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(remaining) != 0) {
        throw Error(from.string() + " cannot be compressed: " + ZSTD_getErrorName(remaining));
      }
      out.write({output.data(), room.pos});
    }
    if (last) {
      break;
    }
  }
  out.close();
}

}  // namespace bag::detail
