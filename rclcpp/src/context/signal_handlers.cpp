// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The signal handler, its thread, and the contexts that they shut down.
#include "context/signal_handlers.hpp"

#include <semaphore.h>
#include <signal.h>
#include <time.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/start_thread.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/fork.hpp"

namespace rclcpp::detail
{

namespace
{

constexpr std::array<int, 2> handled_signals = {SIGINT, SIGTERM};
// One Ctrl-C may arrive twice: from the terminal and from a launcher that forwards it.
constexpr std::int64_t same_request_ns = 1'000'000'000;

// The state that the handler uses: lock-free atomics and a semaphore, which live as long as the
// process.
struct Shared
{
  sem_t wake_up;
  // The steady time of the first signal since a context was initialised; 0 means none.
  std::atomic<std::int64_t> first_signal_ns{0};
  std::array<struct sigaction, handled_signals.size()> former{};
  std::array<std::atomic_bool, handled_signals.size()> handled{};
  std::array<std::atomic<int>, handled_signals.size()> unlogged{};

  Shared() { sem_init(&wake_up, 0, 0); }
};

static_assert(std::atomic<std::int64_t>::is_always_lock_free);

Shared & shared()
{
  static Shared * const object = new Shared;  // a handler may run until the end of the process
  return *object;
}

std::int64_t steady_ns()
{
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

void end_by_default(int signal_number)
{
  struct sigaction by_default
  {
  };
  by_default.sa_handler = SIG_DFL;
  sigaction(signal_number, &by_default, nullptr);
  raise(signal_number);  // delivered when the handler returns
}

// Calls the handler that was installed before; returns false if there was none.
bool call_former(int signal_number, siginfo_t * info, void * user_context)
{
  for (std::size_t i = 0; i < handled_signals.size(); ++i) {
    if (handled_signals[i] != signal_number) {
      continue;
    }
    const struct sigaction & former = shared().former[i];
    if ((former.sa_flags & SA_SIGINFO) != 0) {
      former.sa_sigaction(signal_number, info, user_context);
      return true;
    }
    if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) {
      former.sa_handler(signal_number);
      return true;
    }
  }
  return false;
}

// Async-signal-safe. The first signal requests the shutdown. A Ctrl-C more than a second later
// means that the user does not want to wait for it; a SIGTERM that a launcher sends later does not
// mean that.
void on_signal(int signal_number, siginfo_t * info, void * user_context)
{
  const int saved_errno = errno;
  Shared & state = shared();
  const std::int64_t now = steady_ns();
  std::int64_t first = 0;
  const bool is_first = state.first_signal_ns.compare_exchange_strong(first, now);
  for (std::size_t i = 0; i < handled_signals.size(); ++i) {
    state.unlogged[i] += handled_signals[i] == signal_number ? 1 : 0;
  }
  sem_post(&state.wake_up);
  const bool handled_elsewhere = call_former(signal_number, info, user_context);
  if (!is_first && signal_number == SIGINT && !handled_elsewhere && now - first > same_request_ns) {
    end_by_default(signal_number);
  }
  errno = saved_errno;
}

class Handlers
{
public:
  bool install(SignalHandlerOptions options)
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (options == SignalHandlerOptions::None || options_ != SignalHandlerOptions::None) {
      return false;
    }
    Shared & state = shared();
    state.first_signal_ns = 0;
    start_thread();
    for (std::size_t i = 0; i < handled_signals.size(); ++i) {
      const bool wanted =
        options == SignalHandlerOptions::All ||
        (options == SignalHandlerOptions::SigInt) == (handled_signals[i] == SIGINT);
      if (!wanted) {
        continue;
      }
      // save the previous handler first: ours may be called as soon as it is installed
      sigaction(handled_signals[i], nullptr, &state.former[i]);
      struct sigaction ours
      {
      };
      ours.sa_sigaction = &on_signal;
      ours.sa_flags = SA_SIGINFO;  // no SA_RESTART: a blocked read() must return
      sigemptyset(&ours.sa_mask);
      if (sigaction(handled_signals[i], &ours, nullptr) != 0) {
        throw std::system_error(errno, std::generic_category(), "cannot install signal handler");
      }
      state.handled[i] = true;
    }
    options_ = options;
    return true;
  }

  bool uninstall()
  {
    std::thread finished;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (options_ == SignalHandlerOptions::None) {
        return false;
      }
      options_ = SignalHandlerOptions::None;
      Shared & state = shared();
      for (std::size_t i = 0; i < handled_signals.size(); ++i) {
        struct sigaction present
        {
        };
        sigaction(handled_signals[i], nullptr, &present);
        // keep a handler that was installed after ours
        if (
          state.handled[i].exchange(false) && (present.sa_flags & SA_SIGINFO) != 0 &&
          present.sa_sigaction == &on_signal) {
          sigaction(handled_signals[i], &state.former[i], nullptr);
        }
      }
      *stop_ = true;
      sem_post(&state.wake_up);
      if (rmw::count_forks() == forks_) {
        finished = std::move(thread_);
      } else {
        rmw::leak(thread_);  // it belongs to the parent; this process has no such thread
      }
    }
    if (finished.get_id() == std::this_thread::get_id()) {
      finished.detach();  // called by a shutdown callback; the loop ends after it
    } else if (finished.joinable()) {
      finished.join();
    }
    return true;
  }

  // A child of fork() has the handlers, but not the thread.
  void continue_after_fork()
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (options_ != SignalHandlerOptions::None && rmw::count_forks() != forks_) {
      rmw::leak(thread_);
      start_thread();
    }
  }

  SignalHandlerOptions options()
  {
    std::lock_guard<std::mutex> lock(mutex_);
    return options_;
  }

private:
  void start_thread()
  {
    stop_ = std::make_shared<std::atomic_bool>(false);
    thread_ = base::start_thread("ros_signals", [this, stop = stop_] { run(*stop); });
    forks_ = rmw::count_forks();
  }

  void run(const std::atomic_bool & stop)
  {
    Shared & state = shared();
    for (;;) {
      while (sem_wait(&state.wake_up) != 0) {
      }
      log_signals();
      if (state.first_signal_ns != 0) {
        shut_contexts_down();
      }
      if (stop) {
        return;
      }
    }
  }

  // Launchers and tests compare this text with ROS 2's.
  void log_signals()
  {
    for (std::size_t i = 0; i < handled_signals.size(); ++i) {
      for (int left = shared().unlogged[i].exchange(0); left > 0; --left) {
        RCLCPP_INFO(get_logger("rclcpp"), "signal_handler(signum=%d)", handled_signals[i]);
      }
    }
  }

  void shut_contexts_down()
  {
    for (const Context::SharedPtr & context : get_contexts()) {
      if (context->get_init_options().shutdown_on_signal) {
        context->shutdown(signal_shutdown_reason);
      }
    }
  }

  std::mutex mutex_;  // guards installation
  SignalHandlerOptions options_ = SignalHandlerOptions::None;
  std::thread thread_;
  unsigned forks_ = 0;  // number of forks when it was started
  std::shared_ptr<std::atomic_bool>
    stop_;  // stop flag of thread_, which may be detached and outlive a new installation
};

// Never destroyed: static objects of the program may use rclcpp while the process exits. The guard
// ends the thread.
Handlers & handlers()
{
  static Handlers * const object = new Handlers;
  static const struct Guard
  {
    ~Guard() { object->uninstall(); }
  } guard;
  return *object;
}

}  // namespace

bool SignalHandlers::install(SignalHandlerOptions options)
{
  return handlers().install(options);
}
bool SignalHandlers::uninstall()
{
  return handlers().uninstall();
}
bool SignalHandlers::installed()
{
  return current() != SignalHandlerOptions::None;
}
SignalHandlerOptions SignalHandlers::current()
{
  return handlers().options();
}
void SignalHandlers::continue_after_fork()
{
  handlers().continue_after_fork();
}
void SignalHandlers::context_initialized()
{
  shared().first_signal_ns = 0;
}

}  // namespace rclcpp::detail
