// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Recording a message allocates nothing once the buffers have grown; the same for a black box.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "bag/black_box.hpp"
#include "eventually.hpp"
#include "recording.hpp"

namespace
{
std::atomic<std::size_t> allocations{0};
}  // namespace

void * operator new(std::size_t size)
{
  ++allocations;
  if (void * const memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void * memory) noexcept
{
  std::free(memory);
}
void operator delete(void * memory, std::size_t) noexcept
{
  std::free(memory);
}

namespace
{

TEST(Writer, NothingIsAllocatedForAMessage)
{
  const Folder folder;
  for (const auto compression :
       {bag::Compression::none, bag::Compression::lz4, bag::Compression::zstd}) {
    bag::WriteOptions options;
    options.compression = compression;
    bag::Writer writer(folder / std::to_string(static_cast<int>(compression)), options);
    const auto topic = writer.add_topic(string_topic("/a"));
    const std::string data(1000, 'x');
    const auto write = [&](std::int64_t from) {
      for (std::int64_t i = from; i < from + 5000; ++i) {
        writer.write(topic, i * 1000, i, bytes_of(data));
      }
    };
    write(0);
    const std::size_t before = allocations;
    write(5000);
    // The index of each chunk (1000 messages) is kept: its entry, and the memory that it grows
    // into.
    EXPECT_LE(allocations - before, 12u) << static_cast<int>(compression);
  }
}

TEST(BlackBox, NothingIsAllocatedForAMessage)
{
  const Folder folder;
  bag::BlackBox box(folder / "box");
  const auto topic = box.add_topic(string_topic("/a"));
  const std::string data(1000, 'x');
  const auto write = [&](std::int64_t from) {
    for (std::int64_t i = from; i < from + 5000; ++i) {
      EXPECT_TRUE(box.write(topic, i * 1000, i, bytes_of(data)));
    }
    EXPECT_TRUE(test::eventually([&] { return box.statistics().waiting == 0; }));
  };
  write(0);
  const std::size_t before = allocations;
  write(5000);
  // The index of each chunk (at most 1000 messages) is kept, and the memory that it grows into.
  EXPECT_LE(allocations - before, 100u);
}

}  // namespace
