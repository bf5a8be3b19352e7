// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Logging: levels, conditions, formats, colours, one write a line.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "context/arguments.hpp"
#include "logging/console.hpp"
#include "node_support.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/thread_settings.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"

using namespace rclcpp;  // NOLINT
using node_test::CapturedLog;
using node_test::thrown_text;
using node_test::Variable;

namespace
{

const detail::LogEvent example = {
  1'700'000'000'123'456'789, Logger::Level::Warn, "a.b", "text", "run", "file.cpp", 42};

std::string formatted(const char * format)
{
  std::string text;
  detail::LogFormat(format).append(example, text);
  return text;
}

// A directory that is removed at the end.
class TemporaryDirectory
{
public:
  TemporaryDirectory()
  {
    char name[] = "/tmp/rxros2_logging_test_XXXXXX";
    EXPECT_NE(mkdtemp(name), nullptr);
    path_ = name;
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory & operator=(const TemporaryDirectory &) = delete;

  std::string operator/(const char * name) const { return path_ + "/" + name; }

private:
  std::string path_;
};

// Names, without pid and time, and contents of all files of a directory.
std::vector<std::string> files(const std::string & directory)
{
  std::vector<std::string> files;
  if (std::filesystem::exists(directory)) {
    for (const auto & entry : std::filesystem::directory_iterator(directory)) {
      const std::string name = entry.path().filename();
      const std::string pid = "_" + std::to_string(getpid()) + "_";
      const std::size_t at = name.find(pid);
      EXPECT_NE(at, std::string::npos) << name;
      EXPECT_TRUE(name.ends_with(".log")) << name;
      std::ifstream file(entry.path());
      files.push_back(
        name.substr(0, at) + ": " + std::string(std::istreambuf_iterator<char>(file), {}));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void initialize(std::vector<std::string> arguments = {})
{
  arguments.insert(arguments.begin(), {"p", "--ros-args"});
  detail::initialize_logging(detail::parse_arguments(arguments));
}

// Returns the line that a console writes into a pipe.
std::string written(bool colours, const detail::LogEvent & event)
{
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  detail::Console(ends[1], detail::LogFormat("{message}"), colours).write(event);
  close(ends[1]);
  std::string text(4096, '\0');
  const ssize_t length = read(ends[0], text.data(), text.size());
  close(ends[0]);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  return text;
}

}  // namespace

TEST(Logger, NamesAndChildren)
{
  Logger parent = get_logger("parent");
  EXPECT_STREQ(parent.get_name(), "parent");
  EXPECT_STREQ(parent.get_child("child").get_name(), "parent.child");
}

TEST(Logger, LevelsAreInherited)
{
  Logger a = get_logger("levels.a");
  Logger b = get_logger("levels.a.b");
  Logger other = get_logger("levels.ab");
  EXPECT_EQ(b.get_effective_level(), Logger::Level::Info);
  a.set_level(Logger::Level::Error);
  EXPECT_EQ(b.get_effective_level(), Logger::Level::Error);
  EXPECT_EQ(other.get_effective_level(), Logger::Level::Info);
  b.set_level(Logger::Level::Debug);
  EXPECT_EQ(b.get_effective_level(), Logger::Level::Debug);
  EXPECT_EQ(get_logger("levels.a.b.c").get_effective_level(), Logger::Level::Debug);
  EXPECT_EQ(a.get_effective_level(), Logger::Level::Error);
  b.set_level(Logger::Level::Unset);
  EXPECT_EQ(b.get_effective_level(), Logger::Level::Error);
  detail::set_default_level(Logger::Level::Fatal);
  EXPECT_EQ(other.get_effective_level(), Logger::Level::Fatal);
  EXPECT_EQ(b.get_effective_level(), Logger::Level::Error);
  detail::set_default_level(Logger::Level::Info);
  EXPECT_EQ(other.get_effective_level(), Logger::Level::Info);
}

TEST(Logger, LevelsOutliveTheObjects)
{
  get_logger("outlive").set_level(Logger::Level::Warn);
  EXPECT_EQ(get_logger("outlive").get_effective_level(), Logger::Level::Warn);
}

TEST(Macros, PrintOnlyEnabledLevels)
{
  const CapturedLog log;
  Logger logger = get_logger("through");
  int evaluated = 0;
  RCLCPP_DEBUG(logger, "debug %d", ++evaluated);
  EXPECT_EQ(evaluated, 0);
  RCLCPP_INFO(logger, "info %d %s", 1, "x");
  RCLCPP_WARN(logger, "warn");
  RCLCPP_ERROR_STREAM(logger, "error " << 2 << '!');
  RCLCPP_FATAL(get_logger("through"), "%s", std::string(2000, 'f').c_str());
  ASSERT_EQ(log.lines().size(), 4u);
  EXPECT_EQ(log.lines()[0], "INFO through: info 1 x");
  EXPECT_EQ(log.lines()[1], "WARN through: warn");
  EXPECT_EQ(log.lines()[2], "ERROR through: error 2!");
  EXPECT_EQ(log.lines()[3], "FATAL through: " + std::string(2000, 'f'));
  logger.set_level(Logger::Level::Debug);
  RCLCPP_DEBUG_STREAM(logger, "debug " << ++evaluated);
  EXPECT_EQ(log.lines().back(), "DEBUG through: debug 1");
}

TEST(Macros, Conditions)
{
  const CapturedLog log;
  const Logger logger = get_logger("conditions");
  std::function<bool()> odd = [n = 0]() mutable { return ++n % 2 == 1; };
  for (int i = 0; i < 3; ++i) {
    RCLCPP_INFO_ONCE(logger, "once %d", i);
    RCLCPP_INFO_SKIPFIRST(logger, "skipfirst %d", i);
    RCLCPP_INFO_EXPRESSION(logger, i == 1, "expression %d", i);
    RCLCPP_INFO_FUNCTION(logger, &odd, "function %d", i);
    RCLCPP_INFO_STREAM_ONCE(logger, "stream " << i);
  }
  EXPECT_EQ(
    log.lines(),
    (std::vector<std::string>{
      "INFO conditions: once 0", "INFO conditions: function 0", "INFO conditions: stream 0",
      "INFO conditions: skipfirst 1", "INFO conditions: expression 1",
      "INFO conditions: skipfirst 2", "INFO conditions: function 2"}));
}

TEST(Macros, Throttle)
{
  const CapturedLog log;
  const Logger logger = get_logger("throttle");
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  const auto at = [&](std::int64_t milliseconds) {
    detail::set_ros_time_override(clock, RCL_MS_TO_NS(milliseconds));
    RCLCPP_INFO_THROTTLE(logger, clock, 1000, "all %d", static_cast<int>(milliseconds));
    RCLCPP_WARN_SKIPFIRST_THROTTLE(logger, clock, 1000, "skip %d", static_cast<int>(milliseconds));
  };
  for (const std::int64_t milliseconds : {0, 1, 999, 1000, 1001, 2500, 100}) {
    at(milliseconds);
  }
  EXPECT_EQ(
    log.lines(), (std::vector<std::string>{
                   "INFO throttle: all 1000", "INFO throttle: all 2500", "WARN throttle: skip 2500",
                   "INFO throttle: all 100", "WARN throttle: skip 100"}))
    << "the period counts from 0; SKIPFIRST leaves out the first that is due; back in time";
}

TEST(Macros, ThrottleByAClockThatIsNotNearZero)
{
  const CapturedLog log;
  Clock clock(RCL_SYSTEM_TIME);
  for (int i = 0; i < 3; ++i) {
    RCLCPP_INFO_THROTTLE(get_logger("throttle"), clock, 3'600'000, "first %d", i);
  }
  EXPECT_EQ(log.lines(), std::vector<std::string>{"INFO throttle: first 0"});
}

TEST(Macros, AreStatements)
{
  const Logger logger = get_logger("statements");
  const CapturedLog log;
  if (log.lines().empty())
    RCLCPP_INFO(logger, "then");
  else
    RCLCPP_INFO(logger, "else");
  EXPECT_EQ(log.lines(), std::vector<std::string>{"INFO statements: then"});
}

TEST(Macros, ManyThreads)
{
  const CapturedLog log;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 50; ++i) {
        Logger logger = get_logger("threads.t" + std::to_string(t));
        RCLCPP_DEBUG(logger, "%d", i);
        RCLCPP_INFO_ONCE(logger, "once");
        RCLCPP_INFO_EXPRESSION(logger, i == 7, "seven");
        get_logger("threads").set_level(i % 2 ? Logger::Level::Info : Logger::Level::Unset);
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  int once = 0;
  for (const std::string & line : log.lines()) {
    once += line.ends_with(": once") ? 1 : 0;
  }
  EXPECT_EQ(once, 1);
  EXPECT_EQ(log.lines().size(), 5u);
}

TEST(Console, Formats)
{
  EXPECT_EQ(
    formatted("[{severity}] [{time}] [{name}]: {message}"),
    "[WARN] [1700000000.123456789] [a.b]: text");
  EXPECT_EQ(
    formatted("{file_name}:{line_number} {function_name} {time_as_nanoseconds}"),
    "file.cpp:42 run 1700000000123456789");
  std::string date = formatted("{date_time_with_ms}");
  for (char & c : date) {
    c = c >= '0' && c <= '9' ? '9' : c;
  }
  EXPECT_EQ(date, "9999-99-99 99:99:99.999");
  EXPECT_TRUE(formatted("{date_time_with_ms}").ends_with(".123"));
  EXPECT_EQ(formatted("{unknown} {message {message}} {"), "{unknown} {message text} {");
  EXPECT_EQ(formatted(R"(\a\b\n\r\t\x1b[1m{message}\q\\)"), "\a\b\n\r\t\x1b[1mtext\\q\\\\");
  EXPECT_EQ(formatted(""), "");
}

TEST(Console, ColoursAndLines)
{
  EXPECT_EQ(written(false, example), "text\n");
  EXPECT_EQ(written(true, example), "\033[33mtext\033[0m\n");
  detail::LogEvent event = example;
  event.severity = Logger::Level::Info;
  EXPECT_EQ(written(true, event), "text\n");
  event.severity = Logger::Level::Fatal;
  EXPECT_EQ(written(true, event), "\033[31mtext\033[0m\n");
  event.severity = Logger::Level::Debug;
  EXPECT_EQ(written(true, event), "\033[32mtext\033[0m\n");
}

TEST(Console, EachMessageIsOneWrite)
{
  // a pipe in packet mode keeps the boundaries of writes
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_DIRECT), 0);
  const detail::Console console(ends[1], detail::LogFormat("[{severity}] {name}: {message}"), true);
  console.write(example);
  console.write(example);
  char packet[4096];
  const ssize_t length = read(ends[0], packet, sizeof(packet));
  EXPECT_EQ(
    std::string(packet, static_cast<std::size_t>(length)), "\033[33m[WARN] a.b: text\033[0m\n");
  close(ends[0]);
  close(ends[1]);
}

TEST(Console, VariablesAreChecked)
{
  {
    const Variable colour("RCUTILS_COLORIZED_OUTPUT", "yes");
    EXPECT_EQ(
      thrown_text<exceptions::RCLInvalidArgument>([] { detail::Console::from_environment(); }),
      "environment variable RCUTILS_COLORIZED_OUTPUT is 'yes'; expected 0 or 1");
  }
  {
    const Variable stream("RCUTILS_LOGGING_USE_STDOUT", "2");
    thrown_text<exceptions::RCLInvalidArgument>([] { detail::Console::from_environment(); });
  }
  {
    const Variable buffered("RCUTILS_LOGGING_BUFFERED_STREAM", "x");
    thrown_text<exceptions::RCLInvalidArgument>([] { detail::Console::from_environment(); });
  }
  const Variable empty("RCUTILS_COLORIZED_OUTPUT", "");
  EXPECT_NO_THROW(detail::Console::from_environment());
}

TEST(Console, StreamOfTheVariable)
{
  const Variable format("RCUTILS_CONSOLE_OUTPUT_FORMAT", "<{message}>");
  for (const bool use_stdout : {true, false}) {
    const Variable stream("RCUTILS_LOGGING_USE_STDOUT", use_stdout ? "1" : "0");
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    detail::Console::from_environment().write(example);
    const std::string out = testing::internal::GetCapturedStdout();
    const std::string err = testing::internal::GetCapturedStderr();
    EXPECT_EQ(use_stdout ? out : err, "<text>\n");
    EXPECT_EQ(use_stdout ? err : out, "");
  }
}

TEST(Logging, CommandLineSetsLevelsAndSwitches)
{
  detail::Arguments arguments = detail::parse_arguments(
    {"p", "--ros-args", "--log-level", "warn", "--log-level", "cl.a:=debug",
     "--disable-stdout-logs"});
  detail::initialize_logging(arguments);
  EXPECT_EQ(get_logger("cl").get_effective_level(), Logger::Level::Warn);
  EXPECT_EQ(get_logger("cl.a.b").get_effective_level(), Logger::Level::Debug);
  testing::internal::CaptureStderr();
  RCLCPP_ERROR(get_logger("cl"), "silent");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  detail::initialize_logging(detail::parse_arguments({"p"}));
  testing::internal::CaptureStderr();
  RCLCPP_ERROR(get_logger("cl"), "loud");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("[ERROR] ["), std::string::npos);
  detail::set_default_level(Logger::Level::Info);
}

TEST(LogFile, Directory)
{
  const Variable home("HOME", "/home/robot");
  const Variable ros_home("ROS_HOME", nullptr);
  const Variable log_dir("ROS_LOG_DIR", nullptr);
  EXPECT_EQ(get_log_directory(), "/home/robot/.ros/log");
  {
    const Variable variable("ROS_HOME", "~/.robot");
    EXPECT_EQ(get_log_directory(), "/home/robot/.robot/log");
    const Variable stronger("ROS_LOG_DIR", "~");
    EXPECT_EQ(get_logging_directory().string(), "/home/robot");
  }
  const Variable empty("ROS_LOG_DIR", "");
  const Variable homeless("HOME", nullptr);
  EXPECT_EQ(
    thrown_text<exceptions::RCLError>([] { get_log_directory(); }),
    "no directory for log files: set ROS_LOG_DIR, ROS_HOME or HOME (all are empty)");
}

TEST(LogFile, NamesSwitchesAndLines)
{
  const TemporaryDirectory directory;
  const Variable format("RCUTILS_CONSOLE_OUTPUT_FORMAT", "<{severity} {message}>");
  const Variable colour("RCUTILS_COLORIZED_OUTPUT", "1");
  const std::string deep = directory / "a/b";
  {
    const Variable log_dir("ROS_LOG_DIR", deep.c_str());
    testing::internal::CaptureStderr();
    initialize();
    RCLCPP_WARN(get_logger("file"), "one");
    initialize({"--log-level", "file:=info"});  // a second context: the same file
    RCLCPP_WARN(get_logger("file"), "two");
    EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "\033[33m<WARN one>\033[0m\n\033[33m<WARN two>\033[0m\n");
    const std::string program = "rclcpp_logging_test: <WARN one>\n<WARN two>\n";
    EXPECT_EQ(files(deep), std::vector<std::string>{program});
    initialize({"--log-file-name", "mine", "--disable-stdout-logs"});
    RCLCPP_ERROR(get_logger("file"), "three");
    initialize({"--disable-external-lib-logs"});
    RCLCPP_ERROR(get_logger("file"), "nowhere");
    EXPECT_EQ(files(deep), (std::vector<std::string>{"mine: <ERROR three>\n", program}));
  }
  initialize();
}

TEST(LogFile, WithoutADirectoryTheProgramContinues)
{
  const CapturedLog log;
  {
    const Variable log_dir("ROS_LOG_DIR", "/proc/nowhere");
    initialize();
    RCLCPP_INFO(get_logger("file"), "on");
    ASSERT_EQ(log.lines().size(), 2u);
    EXPECT_NE(log.lines()[0].find("logging goes on without a file"), std::string::npos);
    EXPECT_NE(log.lines()[0].find("/proc/nowhere"), std::string::npos);
    EXPECT_EQ(log.lines()[1], "INFO file: on");
  }
  initialize();
}

TEST(Logging, MessagesOfTheMiddlewareArrive)
{
  detail::initialize_logging(detail::parse_arguments({"p"}));
  const CapturedLog log;
  rmw::log(RMW_LOG_SEVERITY_WARN, "from below");
  rmw::log(RMW_LOG_SEVERITY_DEBUG, "too fine");
  EXPECT_EQ(log.lines(), std::vector<std::string>{"WARN rmw: from below"});
}

TEST(Logging, LinesOfARealTimeThreadAreWrittenBeforeTheProcessEnds)
{
  ThreadSettings fifo;
  fifo.policy = SchedulingPolicy::fifo;
  fifo.priority = 1;
  bool allowed = false;
  std::thread([&] { allowed = ScopedThreadSettings(fifo).complete(); }).join();
  if (!allowed) {
    GTEST_SKIP() << "needs an rtprio limit or CAP_SYS_NICE";
  }
  EXPECT_EXIT(
    {
      auto context = std::make_shared<Context>();
      context->init(0, nullptr);
      auto slow = detail::add_log_sink([](const detail::LogEvent &) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      });
      std::thread([&] {
        const ScopedThreadSettings settings(fifo);
        for (int i = 0; i < 100; ++i) {
          RCLCPP_INFO(get_logger("urgent"), "line %d", i);
        }
      }).join();
      std::exit(0);
    },
    ::testing::ExitedWithCode(0), "line 99");
}

TEST(Logging, ASinkThatLogsDoesNotRecurse)
{
  int calls = 0;
  const auto sink = detail::add_log_sink([&](const detail::LogEvent &) {
    ++calls;
    RCLCPP_INFO(get_logger("sink"), "inside");
  });
  RCLCPP_INFO(get_logger("sink"), "outside");
  EXPECT_EQ(calls, 1);
}

// Notifications wait until the lock is released, and so do messages, because sinks and handlers are
// user code.
TEST(Logging, AMessageUnderALockIsWrittenBehindIt)
{
  std::vector<std::string> lines;
  const auto sink = detail::add_log_sink([&](const detail::LogEvent & event) {
    EXPECT_FALSE(rmw::DeferredNotifications::is_active());
    lines.push_back(std::string(event.logger) + ":" + std::string(event.message));
    EXPECT_EQ(event.severity, Logger::Level::Warn);
    EXPECT_NE(event.line, 0u);
  });
  const std::string large(2000, 'x');
  {
    const rmw::DeferredNotifications deferred;
    RCLCPP_WARN(get_logger("locked"), "%s %d", "number", 1);
    RCLCPP_WARN(get_logger("locked"), "%s", large.c_str());
    EXPECT_TRUE(lines.empty());
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"locked:number 1", "locked:" + large}));
}

TEST(Logging, ASinkThatThrowsHarmsNobody)
{
  for (const bool is_exception : {true, false}) {
    const auto sink = detail::add_log_sink([&](const detail::LogEvent &) {
      if (is_exception) {
        throw std::runtime_error("mine");
      }
      throw 5;
    });
    const CapturedLog log;
    for (int i = 0; i < 2; ++i) {
      RCLCPP_INFO(get_logger("sink"), "still here");
    }
    EXPECT_EQ(log.lines().size(), 2u) << "the next message reaches the sinks too";
  }
}

TEST(Logging, OddTextsAreLoggedAsTheyCanBe)
{
  const CapturedLog log;
  const Logger logger = get_logger("odd");
  RCLCPP_INFO(logger, "%s", "caf\xe9 \xff\xfe");
  RCLCPP_INFO(logger, "a%cb", 0);
  RCLCPP_INFO(logger, "%s", std::string(3 << 20, 'x').c_str());
  RCLCPP_INFO(logger, "two\nlines\x1b[1m");
  RCLCPP_INFO(logger, "%ls", L"\xd800");
  RCLCPP_INFO(get_logger("new\nline"), "name");
  const auto lines = log.lines();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "INFO odd: caf\xe9 \xff\xfe");
  EXPECT_EQ(lines[1], "INFO odd: a\\x00b");
  EXPECT_EQ(lines[2].size(), std::string("INFO odd: ").size() + (3 << 20));
  EXPECT_EQ(lines[3], "INFO odd: two\nlines\x1b[1m") << "a program's own text is its own";
  EXPECT_EQ(lines[5], "INFO new\nline: name");
}

TEST(Logging, TextsOfTheMiddlewareAreOneLine)
{
  initialize();
  const CapturedLog log;
  rmw::log(RMW_LOG_SEVERITY_WARN, "a peer named 'x\n[FATAL] [brakes]: failed\x1b[2J' came");
  EXPECT_EQ(
    log.lines(), (std::vector<std::string>{
                   "WARN rmw: a peer named 'x\\n[FATAL] [brakes]: failed\\x1b[2J' came"}));
}

TEST(Logging, DestructorsOfAThreadsObjectsMayLog)
{
  struct Last
  {
    ~Last() { RCLCPP_INFO(get_logger("last"), "the last words of a thread, which are not short"); }
  };
  const CapturedLog log;
  std::thread([] {
    thread_local Last last;  // destroyed after what logging keeps in the thread
    static_cast<void>(last);
    RCLCPP_INFO(get_logger("last"), "the first words of a thread, which are not short either");
  }).join();
  EXPECT_EQ(log.lines().size(), 2u);
}

TEST(Console, ANameIsOnOneLine)
{
  detail::LogEvent event = example;
  event.logger = "a\n[FATAL] [1.0] [b";
  std::string text;
  detail::LogFormat("[{name}]: {message}").append(event, text);
  EXPECT_EQ(text, "[a\\n[FATAL] [1.0] [b]: text");
}

TEST(Console, AFullDiskIsNoFault)
{
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  const detail::Console console(full, detail::LogFormat("{message}"), false);
  errno = EINTR;  // of an earlier call
  console.write(example);
  detail::LogEvent event = example;
  const std::string large(1 << 20, 'x');
  event.message = large;
  console.write(event);
  close(full);
}

TEST(Macros, ThrottleByTheLongestPeriod)
{
  const CapturedLog log;
  Clock clock(RCL_SYSTEM_TIME);
  for (int i = 0; i < 3; ++i) {
    RCLCPP_INFO_THROTTLE(
      get_logger("throttle"), clock, std::numeric_limits<std::int64_t>::max(), "never %d", i);
  }
  EXPECT_TRUE(log.lines().empty());
}
