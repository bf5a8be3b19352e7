// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Buffers and samples: padding, shrinking, sharing, and the pool that their memory comes from.

#include "rmw/sample.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "block_pool.hpp"
#include "in_child.hpp"

namespace
{

using rmw::detail::BlockPool;

TEST(Buffer, HasTheRequestedSize)
{
  for (const std::size_t size : {0ul, 1ul, 4ul, 5ul, 255ul, 256ul, 65535ul, 1ul << 20}) {
    rmw::Buffer buffer(size);
    EXPECT_EQ(buffer.size(), size);
    std::memset(buffer.bytes().data(), 0xff, size);
    // The data after the header are aligned like a C++ object.
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.bytes().data() + 4) % 16, 0u);
  }
  EXPECT_THROW(rmw::Buffer(std::size_t{1} << 31), std::length_error);
}

TEST(Buffer, MovesAndShrinks)
{
  rmw::Buffer buffer(10);
  std::memset(buffer.bytes().data(), 0xff, 10);
  buffer.shrink(5);
  EXPECT_EQ(buffer.size(), 5u);
  EXPECT_THROW(buffer.shrink(6), std::length_error);
  // The wire reads up to the next multiple of 4.
  for (int i = 5; i < 8; ++i) {
    EXPECT_EQ(buffer.bytes().data()[i], std::byte{0});
  }
  rmw::Buffer other = std::move(buffer);
  EXPECT_EQ(other.size(), 5u);
  EXPECT_TRUE(buffer.bytes().empty());
  EXPECT_THROW(buffer.shrink(0), std::length_error);
}

TEST(Sample, SharesTheBuffersBytes)
{
  rmw::Buffer buffer(100);
  std::memset(buffer.bytes().data(), 7, 100);
  const std::byte * data = buffer.bytes().data();
  rmw::Sample sample(std::move(buffer));
  EXPECT_TRUE(buffer.bytes().empty());
  rmw::Sample copy = sample;
  sample = {};
  EXPECT_FALSE(sample);
  EXPECT_TRUE(sample.bytes().empty());
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy.bytes().data(), data);
  EXPECT_EQ(copy.bytes().size(), 100u);
  EXPECT_EQ(copy.bytes()[99], std::byte{7});
  rmw::Sample moved = std::move(copy);
  EXPECT_FALSE(copy);
  EXPECT_EQ(moved.bytes().data(), data);
}

TEST(BlockPool, BlocksAreLargeEnoughForEverySize)
{
  BlockPool & pool = BlockPool::instance();
  std::vector<std::size_t> sizes = {1, 100};
  for (std::size_t power = 128; power <= (std::size_t{64} << 20); power *= 2) {
    for (const std::size_t quarter : {0ul, power / 4, power / 2, 3 * power / 4}) {
      sizes.insert(sizes.end(), {power + quarter - 1, power + quarter, power + quarter + 1});
    }
  }
  for (const std::size_t size : sizes) {
    std::size_t block_size = size;
    void * block = pool.allocate(block_size);
    EXPECT_GE(block_size, size);
    EXPECT_LE(block_size, std::max<std::size_t>(256, size + size / 4 + 1)) << size;
    static_cast<char *>(block)[block_size - 1] = 1;
    pool.release(block, block_size);
  }
}

#if !defined(__SANITIZE_ADDRESS__)  // there blocks are not reused, so that misuse is detected
TEST(BlockPool, BlocksAreReusedAfterAnyThreadFreesThem)
{
  BlockPool & pool = BlockPool::instance();
  for (const std::size_t size : {1000ul, 1ul << 20, 16ul << 20}) {
    std::size_t block_size = size;
    void * block = pool.allocate(block_size);
    std::thread([&] { pool.release(block, block_size); }).join();
    std::size_t again = size;
    EXPECT_EQ(pool.allocate(again), block);
    EXPECT_EQ(again, block_size);
    pool.release(block, again);
  }
}
#endif

#if !defined(__SANITIZE_THREAD__)  // it cannot follow a fork of several threads
TEST(BlockPool, AForkedChildWaitsForNoThreadOfItsParent)
{
  constexpr std::size_t size = 500;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop.load()) {
        const rmw::Buffer buffer(size);
      }
    });
  }
  rmw::Sample held{rmw::Buffer(size)};
  int status = 0;
  for (int i = 0; i < 200 && status == 0; ++i) {  // a thread holds the lock in some of them
    status = test::in_child([&] {
      held = {};
      rmw::Buffer buffer(size);
      std::memset(buffer.bytes().data(), 1, size);
      return 0;
    });
  }
  EXPECT_EQ(status, 0);
  stop = true;
  for (auto & thread : threads) {
    thread.join();
  }
}
#endif

TEST(BlockPool, ManyThreads)
{
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([seed] {
      std::mt19937 random(seed);
      std::vector<rmw::Sample> samples(64);
      for (int i = 0; i < 5000; ++i) {
        rmw::Buffer buffer(random() % 5000);
        std::memset(buffer.bytes().data(), static_cast<int>(seed), buffer.size());
        samples[random() % samples.size()] = rmw::Sample(std::move(buffer));
        for (const std::byte b : samples[random() % samples.size()].bytes()) {
          ASSERT_EQ(b, static_cast<std::byte>(seed));
        }
      }
    });
  }
  for (auto & thread : threads) {
    thread.join();
  }
}

}  // namespace
