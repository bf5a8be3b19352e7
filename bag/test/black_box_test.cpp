// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The black box: the contents of a fault's recording, limits, a killed process, a full disk, and
// threads.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "bag/black_box.hpp"
#include "eventually.hpp"
#include "in_child.hpp"
#include "recording.hpp"

namespace
{

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t tick = second / 10;

/// Records the callbacks of a box.
struct EventRecorder
{
  std::mutex mutex;
  std::vector<bag::Error> errors;
  std::vector<fs::path> recordings;

  bag::BlackBoxEvents events()
  {
    return {
      [this](const bag::Error & error) {
        const std::lock_guard lock(mutex);
        errors.push_back(error);
      },
      [this](const fs::path & path) {
        const std::lock_guard lock(mutex);
        recordings.push_back(path);
      }};
  }
  std::size_t error_count()
  {
    const std::lock_guard lock(mutex);
    return errors.size();
  }
  std::size_t recording_count()
  {
    const std::lock_guard lock(mutex);
    return recordings.size();
  }
};

/// Writes messages from `first` to before `last`, one per tick; their texts are their numbers.
void write_ticks(bag::BlackBox & box, std::size_t topic, int first, int last)
{
  for (int i = first; i < last; ++i) {
    EXPECT_TRUE(box.write(topic, i * tick, i * tick + 1, bytes_of(std::to_string(i))));
  }
}

/// Checks that these are numbers without a gap; returns the first and the last.
std::pair<int, int> range_of(const std::vector<StoredMessage> & messages)
{
  EXPECT_FALSE(messages.empty());
  if (messages.empty()) {
    return {0, 0};
  }
  const int first = std::stoi(messages.front().data);
  int expected = first;
  for (const StoredMessage & each : messages) {
    EXPECT_EQ(each.data, std::to_string(expected));
    EXPECT_EQ(each.log_time, expected * tick);
    EXPECT_EQ(each.publish_time, expected * tick + 1);
    ++expected;
  }
  return {first, expected - 1};
}

std::uintmax_t bytes_in(const fs::path & folder)
{
  std::uintmax_t sum = 0;
  for (const auto & file : fs::directory_iterator(folder)) {
    sum += file.file_size();
  }
  return sum;
}

TEST(BlackBox, RecordsMessagesBeforeAndAfterAFault)
{
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(folder / "box", {.duration = 8s, .after = 2s}, recorder.events());
    const auto topic = box.add_topic(string_topic("/a"));
    EXPECT_TRUE(box.recovered_recording().empty());
    write_ticks(box, topic, 0, 301);
    box.save(300 * tick);
    write_ticks(box, topic, 301, 600);
  }
  ASSERT_EQ(recorder.recordings, std::vector{folder / "box/fault_1970-01-01_00-00-30"});
  EXPECT_TRUE(recorder.errors.empty());
  const bag::Reader reader(recorder.recordings.front());
  EXPECT_FALSE(reader.is_cut_off());
  const auto [first, last] = range_of(read_all(reader));
  // 8 s before the fault, and less than a ninth more; 2 s after it.
  EXPECT_LE(first, 220);
  EXPECT_GT(first, 205);
  EXPECT_EQ(last, 320);
  ASSERT_EQ(reader.topics().size(), 1u);
  EXPECT_EQ(reader.topics().front().hash, "RIHS01_00");
  EXPECT_EQ(reader.topics().front().count, static_cast<std::uint64_t>(last - first + 1));
  EXPECT_TRUE(fs::exists(recorder.recordings.front() / "metadata.yaml"));
  EXPECT_FALSE(fs::exists(folder / "box/ring"));
}

TEST(BlackBox, KeepsALongRecordingReadableWhileItGrows)
{
  const Folder folder;
  EventRecorder recorder;
  bag::BlackBox box(folder / "box", {.duration = 800ms, .after = 100s}, recorder.events());
  const auto topic = box.add_topic(string_topic("/a"));
  write_ticks(box, topic, 0, 20);
  box.save(19 * tick);
  write_ticks(box, topic, 20, 500);
  const auto recording = folder / "box/fault_1970-01-01_00-00-01";
  const auto last_of = [&] {
    try {
      const auto messages = read_all(recording);
      return messages.empty() ? 0 : range_of(messages).second;
    } catch (const bag::Error &) {  // it has not started
      return 0;
    }
  };
  EXPECT_TRUE(test::eventually([&] { return last_of() >= 490; }));
  EXPECT_GT(bag::Reader(recording).files().size(), 100u);
  box.add_topic(string_topic("/b"));
  write_ticks(box, topic, 500, 1100);
  box.finish();
  EXPECT_EQ(recorder.recordings, std::vector{recording});
  EXPECT_TRUE(recorder.errors.empty());
  const bag::Reader reader(recording);
  EXPECT_EQ(range_of(read_all(reader)).second, 1019);
  EXPECT_EQ(reader.topics().front().count, reader.count());
}

TEST(BlackBox, ContinuesAfterExceptionsOfCallbacks)
{
  const Folder folder;
  std::atomic<int> saved = 0;
  std::atomic<int> failed = 0;
  std::string error;
  bag::BlackBoxEvents events;
  events.failed = [&](const bag::Error & what) {
    error = what.what();
    ++failed;
    throw 7;
  };
  events.saved = [&](const fs::path &) {
    if (++saved == 1) {
      throw std::runtime_error("no room");
    }
    throw 7;
  };
  testing::internal::CaptureStderr();
  {
    bag::BlackBox box(folder / "box", {.duration = 1s, .after = 0s, .queue = 1 << 16}, events);
    const auto topic = box.add_topic(string_topic("/a"));
    for (int i = 1; i <= 3; ++i) {
      write_ticks(box, topic, 100 * i, 100 * i + 5);
      box.save((100 * i + 5) * tick);
      EXPECT_TRUE(test::eventually([&] { return saved == i; }));
    }
    EXPECT_EQ(failed, 1);  // one report a second for errors of the same kind
    EXPECT_FALSE(box.write(topic, 0, 0, std::vector<std::byte>(1 << 16)));
    EXPECT_TRUE(test::eventually([&] { return failed == 2; }));
  }
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(
    text.find("black box: the callback for failures threw: an exception"), std::string::npos)
    << text;
  EXPECT_NE(text.find("the callback for recordings that were saved threw for"), std::string::npos)
    << text;
  EXPECT_NE(text.find("no room"), std::string::npos) << text;
  EXPECT_NE(error.find("dropped 1 messages"), std::string::npos) << error;
}

TEST(BlackBox, AddsFurtherFaultsToTheCurrentRecording)
{
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(folder / "box", {.duration = 8s, .after = 5s}, recorder.events());
    const auto topic = box.add_topic(string_topic("/a"));
    for (const int fault : {100, 120, 150, 151}) {
      write_ticks(
        box, topic,
        fault == 100   ? 0
        : fault == 120 ? 101
        : fault == 150 ? 121
                       : 151,
        fault + 1);
      box.save(fault * tick);
    }
  }
  ASSERT_EQ(recorder.recordings.size(), 2u);
  EXPECT_EQ(range_of(read_all(recorder.recordings[0])).second, 150);
  EXPECT_EQ(range_of(read_all(recorder.recordings[1])).second, 151);
}

TEST(BlackBox, GivesFaultsOfOneSecondSeparateRecordings)
{
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(
      folder / "box", {.after = 0s, .compression = bag::Compression::zstd}, recorder.events());
    const auto topic = box.add_topic(string_topic("/a"));
    for (const int fault : {1, 2, 3}) {
      write_ticks(box, topic, fault, fault + 1);
      box.save(fault * tick);
    }
    EXPECT_TRUE(test::eventually([&] { return box.statistics().saved == 3; }));
  }
  EXPECT_EQ(recorder.recordings[2].filename(), "fault_1970-01-01_00-00-00_3");
  EXPECT_EQ(range_of(read_all(recorder.recordings[1])), std::pair(1, 2));
  EXPECT_EQ(range_of(read_all(recorder.recordings[2])), std::pair(1, 3));
}

TEST(BlackBox, LimitsTheRingInTimeAndBytes)
{
  const Folder folder;
  EventRecorder recorder;
  const std::string text(10'000, 'x');
  bag::BlackBox box(
    folder / "box", {.duration = 8s, .after = 0s, .size = std::uint64_t(1) << 20},
    recorder.events());
  const auto topic = box.add_topic(string_topic("/a"));
  for (int i = 0; i < 500; ++i) {
    EXPECT_TRUE(box.write(topic, i * tick / 100, 0, bytes_of(text)));
  }
  box.save(499 * tick / 100);
  ASSERT_TRUE(test::eventually([&] { return recorder.recording_count() == 1; }));
  EXPECT_LE(bytes_in(folder / "box/ring"), (std::uintmax_t(1) << 20));
  const auto kept = read_all(recorder.recordings.front());
  EXPECT_GT(kept.size(), 70u);  // 104 messages fit; the oldest file may be removed
  EXPECT_EQ(kept.back().log_time, 499 * tick / 100);
  // Also by time: new messages make the others too old.
  EXPECT_TRUE(box.write(topic, 100 * second, 0, bytes_of(text)));
  box.save(100 * second);
  ASSERT_TRUE(test::eventually([&] { return recorder.recording_count() == 2; }));
  EXPECT_EQ(read_all(recorder.recordings.back()).size(), 1u);
  EXPECT_LT(bytes_in(folder / "box/ring"), 20'000u);
}

TEST(BlackBox, TimeThatJumpsBackEndsTheRecording)
{
  const Folder folder;
  EventRecorder recorder;
  bag::BlackBox box(folder / "box", {.duration = 8s, .after = 5s}, recorder.events());
  const auto topic = box.add_topic(string_topic("/a"));
  write_ticks(box, topic, 1000, 1010);
  box.save(1010 * tick);
  write_ticks(box, topic, 0, 100);
  ASSERT_TRUE(test::eventually([&] { return recorder.recording_count() == 1; }));
  EXPECT_EQ(range_of(read_all(recorder.recordings.front())), std::pair(1000, 1009));
}

TEST(BlackBox, ReportsAFaultWithoutMessages)
{
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(folder / "box", {.duration = 8s}, recorder.events());
    write_ticks(box, box.add_topic(string_topic("/a")), 0, 10);
    box.save(1000 * second);  // a time of another clock
  }
  ASSERT_EQ(recorder.errors.size(), 1u);
  EXPECT_EQ(
    std::string(recorder.errors.front().what()),
    (folder / "box/fault_1970-01-01_00-16-40").string() +
      " is not kept: no message has a time of this fault");
  EXPECT_TRUE(fs::is_empty(folder / "box"));
}

TEST(BlackBox, AcceptsTopicsLate)
{
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(folder / "box", {.duration = 8s, .after = 1s}, recorder.events());
    write_ticks(box, box.add_topic(string_topic("/a")), 0, 50);
    box.save(49 * tick);
    const auto late = box.add_topic(string_topic("/b"));
    EXPECT_TRUE(box.write(late, 50 * tick, 0, bytes_of("late")));
  }
  const bag::Reader reader(recorder.recordings.front());
  EXPECT_EQ(reader.topics().size(), 2u);
  EXPECT_EQ(read_all(reader, {.topics = {"/b"}}).at(0).data, "late");
}

/// A process in which `work` runs until it is killed.
class Victim
{
public:
  template <typename Work>
  explicit Victim(const Work & work) : id_(::fork())
  {
    if (id_ == 0) {
      work();
      ::_exit(0);
    }
  }
  void kill() const
  {
    ASSERT_EQ(::kill(id_, SIGKILL), 0);
    ASSERT_EQ(::waitpid(id_, nullptr, 0), id_);
  }

private:
  pid_t id_;
};

std::uint64_t count_in(const fs::path & folder)
{
  try {
    return bag::Reader(folder).count();
  } catch (const bag::Error &) {
    return 0;  // not started
  }
}

#if !defined(__SANITIZE_THREAD__)  // it cannot follow a fork of several threads
TEST(BlackBox, AForkedChildEndsWithoutTheThreadsOfItsParent)
{
  const Folder folder;
  EventRecorder recorder;
  std::optional<bag::BlackBox> box(
    std::in_place, folder / "box", bag::BlackBoxOptions{.duration = 8s}, recorder.events());
  const auto topic = box->add_topic(string_topic("/a"));
  std::atomic<bool> stops{false};
  std::thread writer([&] {  // holds the lock of the box at many of the forks
    const std::string data(std::size_t(1) << 20, 'x');
    while (!stops) {
      box->write(topic, 0, 0, bytes_of(data));
    }
  });
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(
      test::in_child([&] {
        box.reset();
        return 0;
      }),
      0);
  }
  stops = true;
  writer.join();
  box->save(0);
  box.reset();
  EXPECT_EQ(recorder.recordings.size(), 1U) << "the box of the parent works";
}
#endif

TEST(BlackBox, MessagesSurviveAKilledProcess)
{
  const Folder folder;
  const Victim victim([&] {
    bag::BlackBox box(folder / "box", {.duration = 8s});
    write_ticks(box, box.add_topic(string_topic("/a")), 0, 50);
    ::pause();
  });
  EXPECT_TRUE(test::eventually([&] { return count_in(folder / "box/ring") == 50; }));
  victim.kill();

  const bag::BlackBox next(folder / "box");
  EXPECT_EQ(next.recovered_recording(), folder / "box/killed_1970-01-01_00-00-04");
  EXPECT_EQ(range_of(read_all(next.recovered_recording())), std::pair(0, 49));
  EXPECT_TRUE(fs::exists(next.recovered_recording() / "metadata.yaml"));
}

TEST(BlackBox, ReadsTheFileOfAKilledProcessUpToItsEnd)
{
  const Folder folder;
  for (const std::uint64_t count : {1, 3'000, 10'000}) {
    const fs::path path = folder / std::to_string(count);
    const Victim victim([&] {
      bag::BlackBox box(path, {.duration = 100'000s, .after = 30s, .size = std::uint64_t(1) << 22});
      const auto topic = box.add_topic(string_topic("/a"));
      for (int i = 0;; ++i) {
        while (!box.write(topic, i * tick, i * tick + 1, bytes_of(std::to_string(i)))) {
          std::this_thread::yield();
        }
        if (i % 5'000 == 2'500) {
          box.save(i * tick);
        }
      }
    });
    // If a file of the ring is removed while it is read, the ring seems empty.
    EXPECT_TRUE(test::eventually([&] {
      try {
        return count_in(path / "ring") >= count;
      } catch (const std::exception &) {
        return false;
      }
    }));
    victim.kill();
    const bag::BlackBox next(path);
    const auto [first, last] = range_of(read_all(next.recovered_recording()));
    EXPECT_LT(first, last);
    for (const auto & recording : fs::directory_iterator(path)) {
      if (
        recording.path().filename().string().starts_with("fault") &&
        !fs::is_empty(recording.path())) {
        range_of(read_all(recording.path()));
      }
    }
  }
}

TEST(BlackBox, RemovesARingWithoutMessages)
{
  const Folder folder;
  fs::create_directories(folder / "box/ring");
  set_file_bytes(folder / "box/ring/0.mcap", "");
  {
    const bag::BlackBox box(folder / "box");
    EXPECT_TRUE(box.recovered_recording().empty());
  }
  EXPECT_TRUE(fs::is_empty(folder / "box"));
}

TEST(BlackBox, ReportsAFullDiskAndContinues)
{
  if (!fs::exists("/dev/full")) {
    GTEST_SKIP() << "needs /dev/full";
  }
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(folder / "box", {.duration = 8s, .after = 0s}, recorder.events());
    const auto topic = box.add_topic(string_topic("/a"));
    fs::create_symlink("/dev/full", folder / "box/ring/0.mcap");
    write_ticks(box, topic, 0, 10);
    ASSERT_TRUE(test::eventually([&] { return recorder.error_count() == 1; }));
    EXPECT_TRUE(test::eventually([&] { return box.statistics().waiting == 0; }));
    EXPECT_GE(box.statistics().dropped, 1u);
    EXPECT_LE(box.statistics().dropped, 10u);
    write_ticks(box, topic, 10, 20);
    box.save(19 * tick);
  }
  EXPECT_EQ(recorder.errors.front().code(), ENOSPC);
  EXPECT_EQ(
    std::string(recorder.errors.front().what()),
    (folder / "box/ring/0.mcap").string() + " cannot be written: No space left on device");
  ASSERT_EQ(recorder.recordings.size(), 1u);
  const auto [first, last] = range_of(read_all(recorder.recordings.front()));
  EXPECT_GT(first, 0);
  EXPECT_LE(first, 10);
  EXPECT_EQ(last, 19);
}

TEST(BlackBox, KeepsEarlierMessagesInFilesThatCannotGrow)
{
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(folder / "box", {.duration = 800s, .after = 0s}, recorder.events());
    const auto topic = box.add_topic(string_topic("/a"));
    const std::string text(10'000, 'x');
    rlimit low = before;
    low.rlim_cur = 64 << 10;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &low), 0);
    for (int i = 0; i < 20 && recorder.error_count() == 0; ++i) {
      EXPECT_TRUE(box.write(topic, i * tick, 0, bytes_of(text)));
      EXPECT_TRUE(test::eventually([&] { return box.statistics().waiting == 0; }));
    }
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(box.statistics().dropped, 1u);
    box.save(20 * tick);
  }
  ASSERT_EQ(recorder.errors.size(), 1u);
  EXPECT_EQ(recorder.errors.front().code(), EFBIG);
  ASSERT_EQ(recorder.recordings.size(), 1u);
  EXPECT_GE(read_all(recorder.recordings.front()).size(), 5u);
}

TEST(BlackBox, DropsCountsAndReportsMessagesBeyondTheQueue)
{
  const Folder folder;
  EventRecorder recorder;
  {
    bag::BlackBox box(folder / "box", {.queue = 1 << 16}, recorder.events());
    const auto topic = box.add_topic(string_topic("/a"));
    EXPECT_FALSE(box.write(topic, 0, 0, bytes_of(std::string(1 << 15, 'x'))));
    ASSERT_TRUE(test::eventually([&] { return recorder.error_count() == 1; }));
    EXPECT_FALSE(box.write(topic, 0, 0, bytes_of(std::string(1 << 15, 'x'))));
    EXPECT_TRUE(box.write(topic, 0, 0, bytes_of("small")));
    EXPECT_EQ(box.statistics().received, 3u);
    EXPECT_EQ(box.statistics().dropped, 2u);
  }
  ASSERT_EQ(recorder.errors.size(), 2u);
  EXPECT_EQ(recorder.errors.front().code(), ENOBUFS);
  EXPECT_EQ(
    std::string(recorder.errors.front().what()),
    (folder / "box").string() +
      " dropped 1 messages: they come faster than the disk writes, or are larger than half the "
      "queue");
}

TEST(BlackBox, DropsMessagesWhileACallbackBlocks)
{
  const Folder folder;
  std::promise<void> blocked;
  std::promise<void> released;
  std::atomic<int> failures = 0;
  bag::BlackBoxEvents events;
  events.saved = [&](const fs::path &) {
    blocked.set_value();
    released.get_future().wait();
  };
  events.failed = [&](const bag::Error &) { ++failures; };
  {
    bag::BlackBox box(folder / "box", {.after = 0s, .queue = 1 << 16}, events);
    const auto topic = box.add_topic(string_topic("/a"));
    EXPECT_TRUE(box.write(topic, 0, 0, bytes_of("0")));
    box.save(0);
    blocked.get_future().wait();
    const std::string text(1'000, 'x');
    int kept = 0;
    for (int i = 0; i < 100; ++i) {
      kept += box.write(topic, i, 0, bytes_of(text)) ? 1 : 0;
    }
    EXPECT_GT(kept, 25);
    EXPECT_LT(kept, 33);
    EXPECT_EQ(box.statistics().dropped, static_cast<std::uint64_t>(100 - kept));
    released.set_value();
  }
  EXPECT_EQ(failures, 1);
}

TEST(BlackBox, AllowsOneBoxPerFolder)
{
  const Folder folder;
  const bag::BlackBox box(folder / "box");
  try {
    const bag::BlackBox other(folder / "box");
    FAIL();
  } catch (const bag::Error & error) {
    EXPECT_EQ(
      std::string(error.what()), (folder / "box").string() + " is in use by another black box");
  }
  set_file_bytes(folder / "file", "x");
  EXPECT_THROW(bag::BlackBox(folder / "file/box"), bag::Error);
}

TEST(BlackBox, MayEndWithinItsOwnEvents)
{
  const Folder folder;
  std::unique_ptr<bag::BlackBox> box;
  std::promise<void> destroyed;
  std::promise<void> ended;
  bag::BlackBoxEvents events;
  events.saved = [&](const fs::path &) {
    destroyed.get_future().wait();  // until the test does not use the box
    box->finish();
    box.reset();
    ended.set_value();
  };
  box = std::make_unique<bag::BlackBox>(folder / "box", bag::BlackBoxOptions{.after = 0s}, events);
  EXPECT_TRUE(box->write(box->add_topic(string_topic("/a")), 0, 0, bytes_of("0")));
  box->save(0);
  destroyed.set_value();
  ended.get_future().wait();
  // Its thread continues for a moment.
  EXPECT_TRUE(test::eventually([&] { return !fs::exists(folder / "box/ring"); }));
  EXPECT_TRUE(test::eventually([&] {
    try {
      const bag::BlackBox next(folder / "box");
      return true;
    } catch (const bag::Error &) {
      return false;
    }
  }));
}

TEST(BlackBox, IsSharedByThreads)
{
  const Folder folder;
  EventRecorder recorder;
  constexpr int each = 5'000;
  {
    bag::BlackBox box(folder / "box", {.duration = 1000s, .after = 0s}, recorder.events());
    std::vector<std::thread> threads;
    for (const char * name : {"/a", "/b", "/c"}) {
      threads.emplace_back([&box, name] {
        const auto topic = box.add_topic(string_topic(name));
        write_ticks(box, topic, 0, each);
        box.save(each * tick);
        EXPECT_LE(box.statistics().dropped, box.statistics().received);
      });
    }
    for (std::thread & thread : threads) {
      thread.join();
    }
  }
  ASSERT_GE(recorder.recordings.size(), 1u);
  EXPECT_TRUE(recorder.errors.empty());
  for (const char * name : {"/a", "/b", "/c"}) {
    EXPECT_EQ(
      range_of(read_all(recorder.recordings.back(), {.topics = {name}})), std::pair(0, each - 1));
  }
}

TEST(BlackBox, IgnoresCallsAfterFinish)
{
  const Folder folder;
  bag::BlackBox box(folder / "box");
  const auto topic = box.add_topic(string_topic("/a"));
  box.finish();
  box.finish();
  EXPECT_FALSE(box.write(topic, 0, 0, bytes_of("0")));
  box.save(0);
  EXPECT_EQ(box.statistics().saved, 0u);
  EXPECT_THROW(box.write(7, 0, 0, {}), std::invalid_argument);
}

TEST(BlackBox, RejectsLimitsThatAreTooSmall)
{
  const Folder folder;
  for (const bag::BlackBoxOptions & options :
       {bag::BlackBoxOptions{.duration = 0s}, bag::BlackBoxOptions{.after = -1s},
        bag::BlackBoxOptions{.size = 1000}, bag::BlackBoxOptions{.queue = 1000}}) {
    EXPECT_THROW(bag::BlackBox(folder / "box", options), std::invalid_argument);
  }
  EXPECT_FALSE(fs::exists(folder / "box"));
}

}  // namespace
