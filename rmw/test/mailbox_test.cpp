// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Mailboxes: datagrams of all sizes, a full one, many senders, wrong content, the end of a side.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "child.hpp"
#include "rmw/shared_memory.hpp"
#include "shared_memory/mailbox.hpp"
#include "shared_memory/mailboxes.hpp"
#include "shared_memory/pool.hpp"
#include "support.hpp"

namespace
{
// If it is not 0, there is no more memory for files.
std::atomic<int> reservation_error{0};
}  // namespace

// Takes the place of the C library's function.
extern "C" int posix_fallocate(int file, off_t begin, off_t size)
{
  const int error = reservation_error;
  return error != 0 || fallocate(file, 0, begin, size) == 0 ? error : errno;
}

namespace
{

using namespace test;
namespace sm = rmw::detail::shared_memory;

constexpr std::uint32_t domain = 1;

sm::Address address(std::uint32_t port)
{
  return {1, port, {127, 0, 0, 1}};
}

// A datagram that shows whether it is whole: its size, then bytes that follow from a number.
std::vector<std::byte> datagram(std::size_t size, std::uint32_t number)
{
  std::vector<std::byte> out(size);
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<std::byte>(number * 31 + i * 7);
  }
  return out;
}

bool send(sm::Outlet & outlet, const std::vector<std::byte> & bytes)
{
  // In two pieces, as Cyclone DDS sends a head and a payload.
  const std::size_t half = bytes.size() / 2;
  auto * data = const_cast<std::byte *>(bytes.data());
  const std::array<iovec, 2> pieces{iovec{data, half}, iovec{data + half, bytes.size() - half}};
  return outlet.send(pieces, bytes.size()) == sm::Outlet::Result::sent;
}

// A mailbox of this process, which other outlets of this process find.
struct Mailbox
{
  Mailbox() { pool().add_mailbox(box->file()); }
  ~Mailbox()
  {
    pool().remove_mailbox(box->file());
    if (map) {
      munmap(map, sm::mailbox_size);
    }
  }
  Mailbox(const Mailbox &) = delete;
  Mailbox & operator=(const Mailbox &) = delete;

  static sm::Pool & pool() { return *sm::Pool::instance(); }
  static std::shared_ptr<sm::Outlet> outlet()
  {
    return sm::Outlet::open(pool().announcement(), domain);
  }
  // The part that all processes share.
  sm::MailboxHeader & header()
  {
    if (!map) {
      map = mmap(nullptr, sm::mailbox_size, PROT_READ | PROT_WRITE, MAP_SHARED, box->file(), 0);
    }
    return *static_cast<sm::MailboxHeader *>(map);
  }

  // The bytes that its file takes.
  std::size_t memory() const
  {
    struct stat status;
    return fstat(box->file(), &status) == 0 ? static_cast<std::size_t>(status.st_blocks) * 512 : 0;
  }

  std::vector<std::byte> receive()
  {
    std::vector<std::byte> out(sm::largest_datagram);
    std::size_t size = 0;
    while ((size = box->take(out)) == 0 && box->wait()) {
    }
    out.resize(size);
    return out;
  }

  const std::array<sm::Address, 1> addresses{address(1)};
  const std::unique_ptr<sm::Mailbox> box =
    sm::Mailbox::create(pool().announcement().cookie, domain, addresses);
  void * map = nullptr;
};

// A mailbox whose receiving thread is this one.
struct Receiving : testing::Test
{
  Receiving() { mailbox.box->begin_receiving(); }
  ~Receiving() override { mailbox.box->end_receiving(); }

  Mailbox mailbox;
};

TEST_F(Receiving, DatagramsOfAllSizesInOrder)
{
  const auto outlet = Mailbox::outlet();
  ASSERT_TRUE(outlet);
  constexpr std::uint32_t count = 5000;
  const auto size_of = [](std::uint32_t number) {
    std::mt19937 random(number);
    return number % 100 == 0 ? sm::largest_datagram
                             : 1 + random() % (number % 10 == 0 ? 65000 : 300);
  };
  std::thread sender([&] {
    for (std::uint32_t number = 0; number < count; ++number) {
      const auto bytes = datagram(size_of(number), number);
      while (!send(*outlet, bytes)) {
      }
    }
  });
  for (std::uint32_t number = 0; number < count; ++number) {
    ASSERT_EQ(mailbox.receive(), datagram(size_of(number), number)) << number;
  }
  sender.join();
}

TEST_F(Receiving, ASleepingReceiverIsWoken)
{
  const auto outlet = Mailbox::outlet();
  constexpr std::uint32_t count = 20000;
  std::atomic<std::uint32_t> received = 0;
  std::thread sender([&] {
    for (std::uint32_t number = 0; number < count; ++number) {
      send(*outlet, datagram(8, number));
      while (received != number + 1) {
        std::this_thread::yield();
      }
    }
  });
  for (std::uint32_t number = 0; number < count; ++number) {
    ASSERT_EQ(mailbox.receive(), datagram(8, number));
    ++received;
  }
  sender.join();
}

// Each datagram is sent when the last one has been received, so a lost wake-up ends the test.
TEST(Mailboxes, AreReceivedByOneThreadAtATime)
{
  Mailbox mailbox;
  std::atomic<std::uint32_t> received{0};
  std::atomic<bool> end{false};
  std::array<std::atomic<std::uint32_t>, 3> taken{};
  const auto take_one = [&](std::size_t thread) {
    static std::vector<std::byte> buffer(100);  // of the thread that has the turn
    if (mailbox.box->take(buffer) == 0) {
      return false;
    }
    EXPECT_EQ(buffer, datagram(100, received));
    ++taken[thread];
    ++received;
    received.notify_all();
    return true;
  };
  std::thread receiving_thread([&] {
    mailbox.box->begin_receiving();
    do {
      while (take_one(0)) {
      }
    } while (mailbox.box->wait());
    mailbox.box->end_receiving();
  });
  const auto receive_now_and_then = [&](std::size_t thread) {
    std::mt19937 random(static_cast<unsigned>(thread));
    while (!end) {
      if (random() % 8 == 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 100));
      }
      if (!mailbox.box->begin_turn()) {
        continue;
      }
      std::uint32_t seen = 0;
      if (mailbox.box->begin_sleep(seen)) {
        const timespec until{0, static_cast<long>(random() % 50000)};
        syscall(SYS_futex, &mailbox.box->bell(), FUTEX_WAIT, seen, &until);
        mailbox.box->end_sleep();
      }
      for (auto i = random() % 3; i > 0 && take_one(thread); --i) {
      }
      mailbox.box->end_turn();
    }
  };
  std::thread second([&] { receive_now_and_then(1); });
  std::thread third([&] { receive_now_and_then(2); });
  std::shared_ptr<sm::Outlet> outlet;
  while (!outlet) {
    outlet = Mailbox::outlet();
  }
  for (std::uint32_t number = 0; number < 20000; ++number) {
    ASSERT_TRUE(send(*outlet, datagram(100, number)));
    received.wait(number);
  }
  end = true;
  second.join();
  third.join();
  mailbox.box->stop();
  receiving_thread.join();
  for (const auto & count : taken) {
    EXPECT_GT(count, 0u);
  }
}

TEST_F(Receiving, AFullMailboxRefusesAndKeepsWhatItHas)
{
  const auto outlet = Mailbox::outlet();
  for (int round = 0; round < 3; ++round) {
    std::uint32_t count = 0;
    while (send(*outlet, datagram(10000, count))) {
      ASSERT_LT(++count, 1000u);
    }
    EXPECT_EQ(count, sm::full_inbox / sm::space_of(10000) + 1);
    EXPECT_FALSE(send(*outlet, datagram(1, count))) << "a small one took the space of a large one";
    for (std::uint32_t number = 0; number < count; ++number) {
      ASSERT_EQ(mailbox.receive(), datagram(10000, number));
    }
  }
}

TEST_F(Receiving, AnEmptyMailboxUsesTheSameMemoryAgain)
{
  const auto outlet = Mailbox::outlet();
  for (std::uint32_t number = 0; number < 1000; ++number) {
    ASSERT_TRUE(send(*outlet, datagram(5000, number)));
    ASSERT_EQ(mailbox.receive(), datagram(5000, number));
  }
  EXPECT_LE(mailbox.memory(), sm::inboxes_offset + (16u << 10));
}

TEST_F(Receiving, NoSenderWaitsForAnother)
{
  const auto flooding = Mailbox::outlet();
  const auto rare = Mailbox::outlet();
  for (std::uint32_t number = 0; number < 50; ++number) {
    ASSERT_TRUE(send(*flooding, datagram(100, number)));
  }
  ASSERT_EQ(mailbox.receive(), datagram(100, 0));
  ASSERT_TRUE(send(*rare, datagram(200, 1)));
  ASSERT_EQ(mailbox.receive(), datagram(200, 1));
  ASSERT_EQ(mailbox.receive(), datagram(100, 1));
}

TEST_F(Receiving, ALaterSenderGoesOnInTheInboxOfAnother)
{
  ASSERT_TRUE(send(*Mailbox::outlet(), datagram(100, 1)));
  ASSERT_TRUE(send(*Mailbox::outlet(), datagram(200, 2)));
  EXPECT_EQ(mailbox.header().inboxes[1].head, 0u) << "a second inbox was used";
  ASSERT_EQ(mailbox.receive(), datagram(100, 1));
  ASSERT_EQ(mailbox.receive(), datagram(200, 2));
}

TEST_F(Receiving, ADatagramLargerThanTheBufferIsLostAlone)
{
  const auto outlet = Mailbox::outlet();
  ASSERT_TRUE(send(*outlet, datagram(2000, 1)));
  ASSERT_TRUE(send(*outlet, datagram(1000, 2)));
  std::vector<std::byte> buffer(1000);
  ASSERT_EQ(mailbox.box->take(buffer), 1000u);
  EXPECT_EQ(buffer, datagram(1000, 2));
}

TEST_F(Receiving, NoInboxIsLeftForTooManySenders)
{
  std::vector<std::shared_ptr<sm::Outlet>> outlets;
  for (std::size_t i = 0; i < sm::most_senders; ++i) {
    outlets.push_back(Mailbox::outlet());
    ASSERT_TRUE(outlets.back());
  }
  EXPECT_FALSE(Mailbox::outlet());
  outlets.pop_back();
  EXPECT_TRUE(Mailbox::outlet());
}

// Whatever the receiver makes of it, it goes on, and receives from others.
TEST_F(Receiving, WrongContentIsSkipped)
{
  const auto outlet = Mailbox::outlet();
  const auto other = Mailbox::outlet();
  sm::InboxState & inbox = mailbox.header().inboxes[0];
  auto * const bytes = static_cast<std::byte *>(mailbox.map) + sm::inboxes_offset;
  std::mt19937_64 random(1);
  for (std::uint32_t round = 0; round < 2000; ++round) {
    send(*outlet, datagram(100, 1));
    send(*outlet, datagram(100, 2));
    switch (round % 5) {
      case 0:
        inbox.head = random();
        break;
      case 1:
        inbox.origin = random();
        break;
      case 2:
        inbox.tail = random();
        break;
      case 3: {
        const auto size = static_cast<std::uint32_t>(random());
        std::memcpy(bytes + 8 * (random() % 30), &size, sizeof(size));
        break;
      }
      default:
        std::memset(bytes, static_cast<int>(random()), 300);
    }
    send(*outlet, datagram(8, 3));
    ASSERT_TRUE(send(*other, datagram(50, round)));
    int received = 0;
    while (mailbox.receive() != datagram(50, round)) {
      ASSERT_LT(++received, 100'000);
    }
  }
}

TEST_F(Receiving, AnInboxThatCannotBeUsedIsNotTaken)
{
  mailbox.header().inboxes[0].head = 3;
  mailbox.header().inboxes[1].is_unreadable = 1;
  const auto outlet = Mailbox::outlet();
  ASSERT_TRUE(outlet);
  ASSERT_TRUE(send(*outlet, datagram(100, 1)));
  EXPECT_NE(mailbox.header().inboxes[2].head, 0u);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // they map too much for it
TEST_F(Receiving, AProcessThatLocksItsMemoryGetsNoMoreThanItUses)
{
  if (mlockall(MCL_FUTURE) != 0) {
    GTEST_SKIP() << "no permission to lock memory";
  }
  {
    const auto outlet = Mailbox::outlet();
    ASSERT_TRUE(outlet);
    ASSERT_TRUE(send(*outlet, datagram(100, 1)));
    ASSERT_EQ(mailbox.receive(), datagram(100, 1));
  }
  munlockall();
  EXPECT_LE(mailbox.memory(), sm::inboxes_offset + (16u << 10));
}
#endif

TEST_F(Receiving, StopEndsIt)
{
  std::thread stopping([&] {
    std::this_thread::sleep_for(20ms);
    mailbox.box->stop();
  });
  EXPECT_TRUE(mailbox.receive().empty());
  stopping.join();
}

TEST_F(Receiving, StopEndsItWhileDatagramsCome)
{
  const auto outlet = Mailbox::outlet();
  ASSERT_TRUE(send(*outlet, datagram(100, 1)));
  ASSERT_TRUE(send(*outlet, datagram(100, 2)));
  ASSERT_EQ(mailbox.receive(), datagram(100, 1));
  mailbox.box->stop();
  EXPECT_TRUE(mailbox.receive().empty());
}

TEST(Mailboxes, AreUsedWhileTheirThreadExists)
{
  Mailbox mailbox;
  EXPECT_FALSE(Mailbox::outlet()) << "nobody receives";
  std::shared_ptr<sm::Outlet> outlet;
  std::thread([&] {
    mailbox.box->begin_receiving();
    outlet = Mailbox::outlet();
    ASSERT_TRUE(outlet);
    EXPECT_TRUE(outlet->is_received());
  }).join();  // as if it had been killed
  EXPECT_FALSE(outlet->is_received());
  EXPECT_FALSE(Mailbox::outlet());
}

TEST(Mailboxes, AreFoundByDomain)
{
  Mailbox mailbox;
  mailbox.box->begin_receiving();
  EXPECT_TRUE(sm::Outlet::open(Mailbox::pool().announcement(), domain));
  EXPECT_FALSE(sm::Outlet::open(Mailbox::pool().announcement(), domain + 1));
  mailbox.header().network += 1;
  EXPECT_FALSE(Mailbox::outlet()) << "another network namespace";
  mailbox.box->end_receiving();
}

TEST(Mailboxes, ANewOneTakesThePlaceOfOneThatHasEnded)
{
  auto & mailboxes = sm::Mailboxes::instance();
  const sm::Announcement & own = Mailbox::pool().announcement();
  std::vector<std::byte> bytes = datagram(100, 1);
  const std::array<iovec, 1> pieces{iovec{bytes.data(), bytes.size()}};
  const auto sends = [&] { return mailboxes.send(address(1), pieces, bytes.size()); };
  EXPECT_FALSE(sends()) << "no match";
  {
    Mailbox first;
    first.box->begin_receiving();
    mailboxes.add_match(own, domain);
    EXPECT_TRUE(sends());
    EXPECT_EQ(first.receive(), bytes);
    first.box->end_receiving();
    EXPECT_FALSE(sends());
  }
  Mailbox second;
  second.box->begin_receiving();
  EXPECT_FALSE(sends());
  mailboxes.add_match(own, domain);
  EXPECT_TRUE(sends());
  EXPECT_EQ(second.receive(), bytes);
  mailboxes.remove_match(own, domain);
  EXPECT_TRUE(sends());
  mailboxes.remove_match(own, domain);
  EXPECT_FALSE(sends());
  second.box->end_receiving();
}

TEST(Mailboxes, LeaveToSocketsWhatTheyHaveNoMemoryFor)
{
  auto & mailboxes = sm::Mailboxes::instance();
  const sm::Announcement & own = Mailbox::pool().announcement();
  Mailbox mailbox;
  mailbox.box->begin_receiving();
  mailboxes.add_match(own, domain);
  std::vector<std::byte> bytes = datagram(60000, 1);
  const auto sends = [&](std::size_t size) {
    const std::array<iovec, 1> pieces{iovec{bytes.data(), size}};
    return mailboxes.send(address(1), pieces, size);
  };
  EXPECT_TRUE(sends(10000));
  reservation_error = ENOSPC;
  EXPECT_TRUE(sends(100)) << "there is memory for it";
  EXPECT_FALSE(sends(60000));
  EXPECT_FALSE(sends(100)) << "it would overtake what a socket carries";
  reservation_error = 0;
  mailboxes.remove_match(own, domain);
  EXPECT_FALSE(sends(100));
  mailboxes.add_match(own, domain);
  EXPECT_TRUE(sends(60000));
  mailbox.header().inboxes[0].is_unreadable = 1;
  EXPECT_FALSE(sends(100));
  mailboxes.remove_match(own, domain);
  mailbox.box->end_receiving();
}

/* Between processes. */

TEST(Child, DISABLED_reader)
{
  auto context = participant();
  Collector collector;
  auto reader = context->create_reader(options("/small"), collector);
  Child::wait_for_end_of_input();
}

// Returns the number of datagrams that go to mailboxes while it writes.
std::uint64_t datagrams_of(rmw::Writer & writer, int writes)
{
  const std::uint64_t before = rmw::shared_memory_statistics().datagrams;
  for (int i = 0; i < writes; ++i) {
    writer.write(buffer("text"));
  }
  return rmw::shared_memory_statistics().datagrams - before;
}

TEST(Processes, SendDatagramsToMailboxesUntilTheReceiverIsKilled)
{
  Child child("reader");
  WriterEvents events;
  auto context = participant();
  auto writer = context->create_writer(options("/small"), events);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 1; }));
  EXPECT_GE(datagrams_of(*writer, 10), 10u);
  child.crash();
  ASSERT_EQ(writer->matched_count(), 1u) << "its lease has not ended yet";
  EXPECT_EQ(datagrams_of(*writer, 10), 0u);
}

// Cyclone DDS alone would send them by multicast, through sockets.
TEST(Processes, SendOneDatagramToEachMailbox)
{
  const Variable range("ROS_AUTOMATIC_DISCOVERY_RANGE", "SUBNET");
  const Variable interface("CYCLONEDDS_URI", multicast);
  const Child first("reader");
  const Child second("reader");
  const Child third("reader");
  WriterEvents events;
  auto context = participant();
  auto writer = context->create_writer(options("/small"), events);
  ASSERT_TRUE(eventually([&] { return writer->matched_count() == 3; }));
  EXPECT_TRUE(eventually([&] { return datagrams_of(*writer, 10) >= 30; }));
}

}  // namespace
