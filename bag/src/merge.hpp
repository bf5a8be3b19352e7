// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Merges the messages of several blocks (chunks, files) into one order; used by the reader.
#ifndef BAG__MERGE_HPP_
#define BAG__MERGE_HPP_

#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bag/reader.hpp"
#include "buffer.hpp"
#include "compression.hpp"

namespace bag::detail
{

/// The position of a message in the order of time.
struct Key
{
  std::int64_t log_time = 0;
  std::int64_t publish_time = std::numeric_limits<std::int64_t>::min();
  std::uint32_t channel = 0;
  std::uint32_t file = 0;
  std::uint64_t place = 0;

  friend auto operator<=>(const Key &, const Key &) = default;  // NOLINT(modernize-use-nullptr)
};

/// Memory that blocks share, one after the other.
struct Scratch
{
  Decompressor decompressor;
  Buffer record;  ///< compressed bytes
};

/// A selection in the form that files use.
struct Chosen
{
  std::vector<bool> topics;  ///< by their index in the reader
  std::int64_t begin;
  std::int64_t end;
  Order order;
};

/// Messages that are held together. Before open(), the key is not later than the key of the first
/// message.
class Block
{
public:
  virtual ~Block() = default;

  const Key & key() const noexcept { return key_; }
  /// Moves to the first chosen message. Returns false if there is none.
  virtual bool open(const Chosen & chosen, Scratch & scratch) = 0;
  /// Returns the message at key(); `data` is valid until advance() or drop().
  virtual void get(Message & message, Scratch & scratch) = 0;
  virtual bool advance() = 0;
  /// Returns the number of bytes that it holds and that drop() frees; get() fetches them again.
  virtual std::size_t held() const { return 0; }
  virtual void drop() {}
  /// Returns what open() has skipped because it is damaged, and forgets it; empty if nothing.
  std::string take_fault() { return std::exchange(fault_, {}); }

protected:
  Key key_;
  std::string fault_;
};

/// Reads the chosen messages of a recording's blocks in the chosen order.
class Merge
{
public:
  Merge(
    std::shared_ptr<const Recording> recording, std::vector<std::unique_ptr<Block>> blocks,
    Chosen chosen, std::size_t most_held);

  bool next(Message & message);

private:
  void skip_given();
  bool next_block();
  void make_room(const Block * keep);
  void decompress(Message & message);

  std::shared_ptr<const Recording> recording_;
  std::vector<std::unique_ptr<Block>> waiting_;  ///< not open yet; the last one is next
  std::vector<std::unique_ptr<Block>> open_;     ///< a heap, in the order of time
  Chosen chosen_;
  std::size_t most_held_;
  Scratch scratch_;
  Buffer message_;
  bool given_ = false;  ///< whether the message of the first open block was returned
};

}  // namespace bag::detail

#endif  // BAG__MERGE_HPP_
