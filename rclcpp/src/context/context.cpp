// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Context: init, shutdown with its callbacks, interruptible sleep, the participant.
#include "rclcpp/context.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <thread>

#include "base/condition.hpp"
#include "context/arguments.hpp"
#include "context/signal_handlers.hpp"
#include "logging/logging.hpp"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/extension/arguments.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/environment.hpp"
#include "rmw/fork.hpp"
#include "rmw/participant.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

namespace
{

constexpr std::size_t max_domain_id = 232;

using Callback = ShutdownCallbackHandle::ShutdownCallbackType;

// The shutdown callbacks of one kind. After remove() a callback does not begin; remove() also waits
// for one that runs on another thread, so that its captures may be destroyed afterwards.
class CallbackList
{
public:
  std::weak_ptr<Callback> add(Callback callback)
  {
    auto owned = std::make_shared<Callback>(std::move(callback));
    std::lock_guard<std::mutex> lock(mutex_);
    callbacks_.push_back(owned);
    return owned;
  }

  bool remove(const std::weak_ptr<Callback> & callback)
  {
    const std::shared_ptr<Callback> wanted = callback.lock();
    if (rmw::is_forked_copy()) {
      return false;  // none runs in this process
    }
    std::unique_lock<std::mutex> lock(mutex_);
    const auto entry = std::find(callbacks_.begin(), callbacks_.end(), wanted);
    if (!wanted || entry == callbacks_.end()) {
      return false;
    }
    callbacks_.erase(entry);
    finished_.wait(
      lock, [&] { return running_ != wanted || runner_ == std::this_thread::get_id(); });
    return true;
  }

  // Called by one thread at a time, which Context::shutdown guarantees.
  void run()
  {
    std::vector<std::shared_ptr<Callback>> snapshot;  // destroyed after unlocking
    std::unique_lock<std::mutex> lock(mutex_);
    snapshot = callbacks_;
    for (const std::shared_ptr<Callback> & callback : snapshot) {
      if (std::find(callbacks_.begin(), callbacks_.end(), callback) == callbacks_.end()) {
        continue;
      }
      running_ = callback;
      runner_ = std::this_thread::get_id();
      lock.unlock();
      try {
        (*callback)();
      } catch (const std::exception & error) {
        // the other callbacks must still be called
        RCLCPP_ERROR(get_logger("rclcpp"), "shutdown callback threw: %s", error.what());
      } catch (...) {
        RCLCPP_ERROR(
          get_logger("rclcpp"),
          "shutdown callback threw an exception that is not a std::exception");
      }
      lock.lock();
      running_.reset();
      finished_.notify_all();
    }
  }

  std::vector<Callback> copies() const
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Callback> copies;
    for (const std::shared_ptr<Callback> & callback : callbacks_) {
      copies.push_back(*callback);
    }
    return copies;
  }

private:
  mutable std::mutex mutex_;  // guards the members below
  std::condition_variable finished_;
  std::vector<std::shared_ptr<Callback>> callbacks_;
  std::shared_ptr<Callback> running_;
  std::thread::id runner_;
};

std::vector<std::string> to_strings(int argc, char const * const * argv)
{
  std::vector<std::string> strings;
  for (int i = 0; i < argc && argv != nullptr; ++i) {
    strings.emplace_back(argv[i]);
  }
  return strings;
}

// The initialised contexts, in the order of init(). Never destroyed: see
// get_global_default_context.
class InitializedContexts
{
public:
  static InitializedContexts & of_process()
  {
    static InitializedContexts * const object = new InitializedContexts;
    return *object;
  }

  void add(const std::weak_ptr<Context> & context)
  {
    const auto same_or_gone = [&](const std::weak_ptr<Context> & known) {
      return known.expired() || (!known.owner_before(context) && !context.owner_before(known));
    };
    std::lock_guard<std::mutex> lock(mutex_);
    std::erase_if(contexts_, same_or_gone);
    if (!context.expired()) {  // a context on the stack cannot be shared
      contexts_.push_back(context);
    }
  }

  std::vector<Context::SharedPtr> living() const
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Context::SharedPtr> living;
    for (const std::weak_ptr<Context> & known : contexts_) {
      if (Context::SharedPtr context = known.lock()) {
        living.push_back(std::move(context));
      }
    }
    return living;
  }

private:
  mutable std::mutex mutex_;  // guards contexts_
  std::vector<std::weak_ptr<Context>> contexts_;
};

}  // namespace

std::vector<Context::SharedPtr> get_contexts()
{
  std::vector<Context::SharedPtr> contexts = InitializedContexts::of_process().living();
  std::erase_if(contexts, [](const Context::SharedPtr & context) { return !context->is_valid(); });
  return contexts;
}

struct Context::Impl
{
  std::atomic_bool valid{false};

  mutable std::mutex mutex;  // guards the members below up to the callbacks
  InitOptions options;
  std::shared_ptr<const detail::Arguments> arguments;
  rmw::ParticipantOptions participant_options;
  std::string shutdown_reason;
  bool initialized_once = false;
  bool ended_by_signal = false;
  std::thread::id shutting_down;  // the thread in shutdown(); default: none
  std::condition_variable shutdown_done;
  std::uint64_t sleep_interrupts = 0;
  base::Condition sleepers;

  CallbackList pre_shutdown;
  CallbackList on_shutdown;

  // Held while a participant is created, which takes milliseconds; but not while that waits for a
  // router of Zenoh, in which time other threads, and signal handlers of this one, may create one.
  std::mutex participant_mutex;
  std::weak_ptr<rmw::Participant> participant;  // changes with both mutexes held
};

namespace
{

// Logs the rules of the command line that fitted nothing when the last context of the process ends,
// because they may fit a node of another context.
void report_unused_rules(const Context & ending)
{
  try {
    const std::vector<Context::SharedPtr> valid = get_contexts();
    const auto arguments = ending.arguments();
    if (!arguments || std::any_of(valid.begin(), valid.end(), [&ending](const auto & context) {
          return context.get() != &ending;
        })) {
      return;
    }
    for (const std::string & rule : detail::unused_rules(*arguments)) {
      RCLCPP_WARN(get_logger("rclcpp"), "%s", rule.c_str());
    }
  } catch (...) {
    // A log that fails does not keep a context from its shutdown.
  }
}

}  // namespace

Context::Context() : impl_(std::make_unique<Impl>())
{
}

Context::~Context()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
    return;
  }
  // not through the virtual function: derived classes are already destroyed
  Context::shutdown("the context's last owner let it go");
}

void Context::init(int argc, char const * const * argv, const InitOptions & init_options)
{
  std::vector<std::string> warnings;  // logged without the lock: a user's handler may use it
  {
    const rmw::DeferredNotifications deferred;  // a log line may enter a user's code
    std::lock_guard<std::mutex> lock(impl_->mutex);
    if (impl_->valid || impl_->shutting_down != std::thread::id()) {
      throw ContextAlreadyInitialized();
    }
    auto arguments =
      std::make_shared<detail::Arguments>(detail::parse_arguments(to_strings(argc, argv)));
    if (!arguments->unknown.empty()) {
      throw exceptions::UnknownROSArgsError(std::move(arguments->unknown));
    }
    std::optional<std::uint32_t> domain_id;
    if (init_options.get_domain_id() != InitOptions::default_domain_id) {
      if (init_options.get_domain_id() > max_domain_id) {
        throw exceptions::RCLInvalidArgument(
          "InitOptions: domain id " + std::to_string(init_options.get_domain_id()) +
          " is out of range; expected 0 to " + std::to_string(max_domain_id));
      }
      domain_id = static_cast<std::uint32_t>(init_options.get_domain_id());
    }
    rmw::Environment environment;
    try {
      std::optional<rmw::Engine> engine;
      if (!init_options.engine().empty()) {
        engine = rmw::parse_engine(init_options.engine(), "InitOptions: engine");
      }
      environment = rmw::read_environment(domain_id, engine);
    } catch (const rmw::environment_error & error) {
      throw exceptions::RCLInvalidArgument(error.what());
    }
    environment.options.enclave = arguments->enclave.value_or("/");
    environment.options.shared_memory &= init_options.use_shared_memory();
    try {
      environment.options.secured_as = rmw::find_enclave(
        rmw::read_security_settings(environment.warnings), environment.options.enclave,
        environment.warnings,
        environment.options.engine == rmw::Engine::zenoh ? rmw::EnclaveUse::zenoh_session
                                                         : rmw::EnclaveUse::dds);
    } catch (const rmw::security_error & error) {
      throw exceptions::RCLError(error.what());
    }
    if (init_options.auto_initialize_logging()) {
      detail::initialize_logging(*arguments);
    }
    warnings = std::move(environment.warnings);
    warnings.insert(warnings.end(), arguments->warnings.begin(), arguments->warnings.end());

    impl_->options = init_options;
    impl_->arguments = std::move(arguments);
    impl_->participant_options = std::move(environment.options);
    impl_->shutdown_reason.clear();
    impl_->initialized_once = true;
    impl_->ended_by_signal = false;
    impl_->valid = true;
  }
  for (const std::string & warning : warnings) {
    RCLCPP_WARN(get_logger("rclcpp"), "%s", warning.c_str());
  }
  InitializedContexts::of_process().add(weak_from_this());
  if (init_options.shutdown_on_signal) {
    detail::SignalHandlers::context_initialized();
  }
}

bool Context::is_valid() const
{
  return impl_->valid;
}

const InitOptions & Context::get_init_options() const
{
  return impl_->options;
}

InitOptions Context::get_init_options()
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->options;
}

std::shared_ptr<rcl_context_t> Context::get_rcl_context()
{
  return {shared_from_this(), &handle_};
}

std::size_t Context::get_domain_id() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!impl_->initialized_once) {
    throw std::runtime_error("context has no domain id before init()");
  }
  return impl_->participant_options.domain_id;
}

std::string Context::shutdown_reason() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->shutdown_reason;
}

bool Context::shutdown(const std::string & reason)
{
  if (rmw::is_forked_copy()) {
    return false;  // its callbacks would end objects of the parent process
  }
  {
    std::unique_lock<std::mutex> lock(impl_->mutex);
    if (impl_->shutting_down == std::this_thread::get_id()) {
      return false;  // called by a shutdown callback
    }
    if (impl_->shutting_down != std::thread::id()) {
      // a caller that returns from main() next must find the shutdown complete
      impl_->shutdown_done.wait(lock, [this] { return impl_->shutting_down == std::thread::id(); });
      return false;
    }
    if (!impl_->valid) {
      return false;
    }
    impl_->shutting_down = std::this_thread::get_id();
  }
  impl_->pre_shutdown.run();
  report_unused_rules(*this);
  {
    std::lock_guard<std::mutex> lock(impl_->mutex);
    impl_->valid = false;
    impl_->shutdown_reason = reason;
    impl_->ended_by_signal = reason == detail::signal_shutdown_reason;
  }
  Context::interrupt_all_sleep_for();
  std::shared_ptr<rmw::Participant> participant;  // released without a lock: its end joins a thread
  {
    std::lock_guard<std::mutex> lock(impl_->mutex);
    participant = impl_->participant.lock();
  }
  if (participant) {
    participant->end_blocked_writes();  // a callback that waits in a write would delay the end
    participant.reset();
  }
  impl_->on_shutdown.run();
  {
    std::lock_guard<std::mutex> lock(impl_->mutex);
    impl_->shutting_down = std::thread::id();
    impl_->shutdown_done.notify_all();
  }
  return true;
}

Context::OnShutdownCallback Context::on_shutdown(OnShutdownCallback callback)
{
  impl_->on_shutdown.add(callback);
  return callback;
}

OnShutdownCallbackHandle Context::add_on_shutdown_callback(OnShutdownCallback callback)
{
  OnShutdownCallbackHandle handle;
  handle.callback = impl_->on_shutdown.add(std::move(callback));
  return handle;
}

bool Context::remove_on_shutdown_callback(const OnShutdownCallbackHandle & callback_handle)
{
  return impl_->on_shutdown.remove(callback_handle.callback);
}

PreShutdownCallbackHandle Context::add_pre_shutdown_callback(PreShutdownCallback callback)
{
  PreShutdownCallbackHandle handle;
  handle.callback = impl_->pre_shutdown.add(std::move(callback));
  return handle;
}

bool Context::remove_pre_shutdown_callback(const PreShutdownCallbackHandle & callback_handle)
{
  return impl_->pre_shutdown.remove(callback_handle.callback);
}

std::vector<Context::OnShutdownCallback> Context::get_on_shutdown_callbacks() const
{
  return impl_->on_shutdown.copies();
}

std::vector<Context::PreShutdownCallback> Context::get_pre_shutdown_callbacks() const
{
  return impl_->pre_shutdown.copies();
}

bool Context::sleep_for(const std::chrono::nanoseconds & nanoseconds)
{
  const auto begin = std::chrono::steady_clock::now();
  const auto longest = std::chrono::steady_clock::time_point::max() - begin;
  const auto deadline = begin + std::min<std::chrono::nanoseconds>(nanoseconds, longest);
  std::unique_lock<std::mutex> lock(impl_->mutex);
  const std::uint64_t interrupts = impl_->sleep_interrupts;
  if (detail::is_virtual()) {
    const std::int64_t now = base::steady_now();
    const std::int64_t most = VirtualWorld::never - now;
    detail::wait_virtually(lock, now + std::min(std::int64_t{nanoseconds.count()}, most), [&] {
      return !impl_->valid || impl_->sleep_interrupts != interrupts;
    });
    return impl_->valid && impl_->sleep_interrupts == interrupts;
  }
  while (impl_->valid && impl_->sleep_interrupts == interrupts) {
    if (impl_->sleepers.wait_until(lock, deadline) == std::cv_status::timeout) {
      return impl_->valid;
    }
  }
  return false;
}

void Context::interrupt_all_sleep_for()
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  ++impl_->sleep_interrupts;
  impl_->sleepers.notify_all();
}

bool Context::accepts_entities() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->valid || impl_->ended_by_signal;
}

std::shared_ptr<rmw::Participant> Context::participant()
{
  if (rmw::is_forked_copy()) {
    throw exceptions::RCLError(rmw::fork_error_text("a node of the parent"));
  }
  const rmw::DeferredNotifications deferred;  // a log line may enter user code
  std::unique_lock<std::mutex> making(impl_->participant_mutex);
  rmw::ParticipantOptions options;
  {
    std::lock_guard<std::mutex> lock(impl_->mutex);
    if (!impl_->valid && !impl_->ended_by_signal) {
      throw exceptions::RCLError(
        "context cannot be used: it is not initialized or was shut down; call rclcpp::init() "
        "first");
    }
    options = impl_->participant_options;
  }
  std::shared_ptr<rmw::Participant> participant = impl_->participant.lock();
  if (!participant) {
    if (detail::is_virtual()) {
      options.discovery_range = rmw::DiscoveryRange::off;
      options.static_peers.clear();
      options.alone = true;
    }
    options.keeps_waiting = [this, &making]() -> bool {
      if (making.owns_lock()) {
        making.unlock();
      }
      return impl_->valid;
    };
    detail::SignalHandlers::continue_after_fork();
    std::shared_ptr<rmw::Participant> candidate = rmw::Participant::create(options);
    if (!making.owns_lock()) {
      making.lock();
      participant = impl_->participant.lock();
    }
    if (!participant) {
      participant = candidate;
      std::lock_guard<std::mutex> lock(impl_->mutex);
      impl_->participant = participant;
    }
    making.unlock();  // the end of a participant that is not needed takes its time
  }
  return participant;
}

void extension::expect_loaded_nodes(const Context & context)
{
  *context.arguments()->nodes_are_loaded = true;
}

std::shared_ptr<const detail::Arguments> Context::arguments() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->arguments;
}

namespace contexts
{

DefaultContext::DefaultContext() = default;

// Never destroyed: static objects of the program may use it while the process exits. The guard
// shuts it down.
DefaultContext::SharedPtr get_global_default_context()
{
  static const DefaultContext::SharedPtr * const context =
    new DefaultContext::SharedPtr(std::make_shared<DefaultContext>());
  static const struct Guard
  {
    ~Guard() { (*context)->shutdown("the process exits without rclcpp::shutdown()"); }
  } guard;
  return *context;
}

}  // namespace contexts

void InitOptions::use_default_domain_id()
{
  try {
    domain_id_ = rmw::read_environment().options.domain_id;
  } catch (const rmw::environment_error & error) {
    throw exceptions::RCLInvalidArgument(error.what());
  }
}

}  // namespace rclcpp
