// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Signals, each in its own process: clean ends at any moment, chained handlers, a second Ctrl-C.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

#include "node_support.hpp"
#include "rclcpp/rclcpp.hpp"

using namespace std::chrono_literals;  // NOLINT
using node_test::eventually;

namespace
{

// A child process that runs a function, which calls ready() when signals may arrive.
class Child
{
public:
  explicit Child(const std::function<int(Child &)> & function)
  {
    EXPECT_EQ(pipe(ready_), 0);
    pid_ = fork();
    if (pid_ == 0) {
      close(ready_[0]);
      ::signal(SIGINT, SIG_DFL);  // shells ignore it in programs that they start with &
      int code = 100;
      try {
        code = function(*this);
      } catch (const std::exception & error) {
        std::fprintf(stderr, "child: %s\n", error.what());
      }
      std::exit(code);  // not _exit: the test is about the end of the process
    }
    close(ready_[1]);
  }
  ~Child()
  {
    if (!ended_) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close(ready_[0]);
  }

  void ready() { EXPECT_EQ(write(ready_[1], "r", 1), 1); }

  bool wait_until_ready()
  {
    pollfd readable{ready_[0], POLLIN, 0};
    char byte = 0;
    const auto limit = std::chrono::milliseconds(node_test::patience).count();
    return poll(&readable, 1, static_cast<int>(limit)) == 1 && read(ready_[0], &byte, 1) == 1;
  }

  void signal(int number) { kill(pid_, number); }

  bool has_ended()
  {
    ended_ = ended_ || waitpid(pid_, &status_, WNOHANG) == pid_;
    return ended_;
  }

  // Returns the exit code, or minus the signal that killed it; -1000 if it hangs.
  int result()
  {
    if (!eventually([this] { return has_ended(); })) {
      return -1000;
    }
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
  }

private:
  int ready_[2];
  pid_t pid_;
  int status_ = 0;
  bool ended_ = false;
};

const char * reason()
{
  return "signal handler";
}

int spin_until_signal(Child & child)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("node");
  auto timer = node->create_wall_timer(1ms, [] {});
  child.ready();
  rclcpp::spin(node);
  const bool by_signal =
    rclcpp::contexts::get_global_default_context()->shutdown_reason() == reason();
  rclcpp::shutdown();
  return by_signal ? 0 : 1;
}

std::atomic<int> former_handler_calls{0};

}  // namespace

TEST(Signals, EndSpin)
{
  for (const int number : {SIGINT, SIGTERM}) {
    Child child(spin_until_signal);
    ASSERT_TRUE(child.wait_until_ready());
    child.signal(number);
    EXPECT_EQ(child.result(), 0) << number;
  }
}

TEST(Signals, AreLogged)
{
  for (const int number : {SIGINT, SIGTERM}) {
    Child child([number](Child & self) {
      rclcpp::init(0, nullptr);
      const node_test::CapturedLog log;
      self.ready();
      rclcpp::spin(std::make_shared<rclcpp::Node>("node"));
      const std::string expected =
        "INFO rclcpp: signal_handler(signum=" + std::to_string(number) + ")";
      const auto lines = log.lines();
      return std::count(lines.begin(), lines.end(), expected) == 1 ? 0 : 1;
    });
    ASSERT_TRUE(child.wait_until_ready());
    child.signal(number);
    EXPECT_EQ(child.result(), 0) << number;
  }
}

TEST(Signals, EndSleeps)
{
  Child child([](Child & self) {
    rclcpp::init(0, nullptr);
    self.ready();
    return rclcpp::sleep_for(1h) ? 1 : 0;
  });
  ASSERT_TRUE(child.wait_until_ready());
  child.signal(SIGINT);
  EXPECT_EQ(child.result(), 0);

  Child rate([](Child & self) {
    rclcpp::init(0, nullptr);
    self.ready();
    return rclcpp::WallRate(0.001).sleep() ? 1 : 0;
  });
  ASSERT_TRUE(rate.wait_until_ready());
  rate.signal(SIGINT);
  EXPECT_EQ(rate.result(), 0);
}

TEST(Signals, ManyAtOnceAreOne)
{
  Child child(spin_until_signal);
  ASSERT_TRUE(child.wait_until_ready());
  child.signal(SIGSTOP);  // or the last ones come when the process has ended its handlers
  for (int i = 0; i < 20; ++i) {
    child.signal(i % 2 == 0 ? SIGINT : SIGTERM);
  }
  child.signal(SIGCONT);
  EXPECT_EQ(child.result(), 0);
}

TEST(Signals, AHangingShutdownIsEndedByAnotherCtrlC)
{
  Child child([](Child & self) {
    rclcpp::init(0, nullptr);
    rclcpp::on_shutdown([] { std::this_thread::sleep_for(1h); });
    self.ready();
    rclcpp::sleep_for(1h);
    rclcpp::shutdown();  // waits for the callback
    return 0;
  });
  ASSERT_TRUE(child.wait_until_ready());
  EXPECT_TRUE(eventually([&] {
    child.signal(SIGINT);
    std::this_thread::sleep_for(50ms);
    return child.has_ended();
  }));
  EXPECT_EQ(child.result(), -SIGINT);
}

TEST(Signals, TheFormerHandlerIsCalledToo)
{
  Child child([](Child & self) {
    struct sigaction former
    {
    };
    former.sa_handler = [](int) { ++former_handler_calls; };
    sigaction(SIGINT, &former, nullptr);
    rclcpp::init(0, nullptr);
    self.ready();
    rclcpp::sleep_for(1h);
    rclcpp::shutdown();
    if (former_handler_calls != 1) {
      return 1;
    }
    raise(SIGINT);  // the previous handler is restored
    return former_handler_calls == 2 ? 0 : 2;
  });
  ASSERT_TRUE(child.wait_until_ready());
  child.signal(SIGINT);
  EXPECT_EQ(child.result(), 0);
}

TEST(Signals, HandlersThatAreNotWantedAreNotInstalled)
{
  Child none([](Child & self) {
    rclcpp::init(0, nullptr, rclcpp::InitOptions(), rclcpp::SignalHandlerOptions::None);
    self.ready();
    rclcpp::sleep_for(1h);
    return 0;
  });
  ASSERT_TRUE(none.wait_until_ready());
  none.signal(SIGINT);
  EXPECT_EQ(none.result(), -SIGINT);

  Child only_int([](Child & self) {
    rclcpp::init(0, nullptr, rclcpp::InitOptions(), rclcpp::SignalHandlerOptions::SigInt);
    self.ready();
    rclcpp::sleep_for(1h);
    self.ready();
    std::this_thread::sleep_for(1h);
    return 0;
  });
  ASSERT_TRUE(only_int.wait_until_ready());
  only_int.signal(SIGINT);
  ASSERT_TRUE(only_int.wait_until_ready());
  only_int.signal(SIGTERM);
  EXPECT_EQ(only_int.result(), -SIGTERM);
}

TEST(Signals, ContextsThatDoNotWantThemStayValid)
{
  Child child([](Child & self) {
    rclcpp::init(0, nullptr);
    rclcpp::InitOptions options;
    options.shutdown_on_signal = false;
    auto stays = std::make_shared<rclcpp::Context>();
    stays->init(0, nullptr, options);
    auto ends = std::make_shared<rclcpp::Context>();
    ends->init(0, nullptr);
    self.ready();
    const bool woken = !ends->sleep_for(1h);
    rclcpp::sleep_for(1h);
    return woken && stays->is_valid() && !rclcpp::ok() ? 0 : 1;
  });
  ASSERT_TRUE(child.wait_until_ready());
  child.signal(SIGINT);
  EXPECT_EQ(child.result(), 0);
}

TEST(Signals, ShutdownMayBeCalledInAShutdownCallback)
{
  Child child([](Child & self) {
    rclcpp::init(0, nullptr);
    rclcpp::on_shutdown([] { rclcpp::shutdown(); });
    self.ready();
    rclcpp::sleep_for(1h);
    rclcpp::shutdown();
    return 0;
  });
  ASSERT_TRUE(child.wait_until_ready());
  child.signal(SIGINT);
  EXPECT_EQ(child.result(), 0);
}

TEST(Signals, InitAfterASignal)
{
  Child child([](Child & self) {
    for (int round = 0; round < 2; ++round) {
      rclcpp::init(0, nullptr);
      self.ready();
      if (rclcpp::sleep_for(1h)) {
        return 1;
      }
      rclcpp::shutdown();
    }
    return 0;
  });
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(child.wait_until_ready());
    child.signal(SIGINT);
  }
  EXPECT_EQ(child.result(), 0);
}

TEST(Signals, AtAnyMomentOfAProgram)
{
  for (int round = 0; round < 25; ++round) {
    Child child([](Child & self) {
      rclcpp::init(0, nullptr);
      self.ready();
      {
        auto node = std::make_shared<rclcpp::Node>("node");
        auto timer = node->create_wall_timer(1ms, [] {});
        rclcpp::WallRate rate(1000.0);
        for (int i = 0; i < 5 && rclcpp::ok(); ++i) {
          rate.sleep();
          rclcpp::spin_some(node);
        }
        rclcpp::spin(node);
      }
      rclcpp::shutdown();
      return 0;
    });
    ASSERT_TRUE(child.wait_until_ready());
    std::this_thread::sleep_for(std::chrono::microseconds(round * 400));
    child.signal(SIGINT);
    EXPECT_EQ(child.result(), 0) << "round " << round;
  }
}

TEST(Signals, NodesCreatedAfterTheSignalDoNotFail)
{
  Child child([](Child & self) {
    rclcpp::init(0, nullptr);
    self.ready();
    rclcpp::sleep_for(1h);
    auto node = std::make_shared<rclcpp::Node>("late");
    auto timer = node->create_wall_timer(1ms, [] {});
    rclcpp::spin(node);
    if (rclcpp::WallRate(1.0).sleep() || rclcpp::ok()) {
      return 1;
    }
    rclcpp::shutdown();
    // it does know the program's own shutdown
    rclcpp::init(0, nullptr);
    rclcpp::shutdown();
    try {
      rclcpp::Node("after_shutdown");
      return 2;
    } catch (const std::runtime_error &) {
      return 0;
    }
  });
  ASSERT_TRUE(child.wait_until_ready());
  child.signal(SIGINT);
  EXPECT_EQ(child.result(), 0);
}

TEST(Signals, ReturningFromMainWithoutShutdown)
{
  Child child([](Child &) {
    rclcpp::init(0, nullptr);
    static auto node = std::make_shared<rclcpp::Node>("static_node");
    return 0;
  });
  EXPECT_EQ(child.result(), 0);
}
