// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The threads in which nodes execute run().

#include "nodes/run_threads.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace rxros2::detail
{

run_threads & run_threads::instance()
{
  static run_threads * const threads = [] {
    // Its destructor runs before everything that main() used, because the first start() constructs
    // it; a static node is destroyed later.
    struct ending
    {
      ~ending() { run_threads::instance().end(); }
    };
    static const ending at_exit;
    return new run_threads;
  }();
  return *threads;
}

void run_threads::end()
{
  std::list<entry> all;
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
    all.swap(entries_);
    for (const auto & entry : all) {
      ending_.emplace(entry.thread.get_id(), entry.owner);
    }
  }
  for (auto & entry : all) {
    if (entry.process != ::getpid()) {
      continue;  // the context is that of the parent
    }
    if (const auto context = entry.context.lock(); context && context->is_valid()) {
      context->shutdown("the process ends while a node is in run()");
    }
  }
  while (!all.empty()) {
    std::list<entry> first;
    first.splice(first.end(), all, all.begin());
    const std::thread::id id = first.front().thread.get_id();
    wait_for(first);
    {
      std::lock_guard lock(mutex_);
      ending_.erase(id);
    }
    has_ended_.notify_all();
  }
}

void run_threads::start(
  const void * owner, const std::string & name, rclcpp::Context::SharedPtr context,
  std::function<void()> body)
{
  std::list<entry> finished;
  {
    std::lock_guard lock(mutex_);
    if (ended_) {
      throw std::system_error(
        std::make_error_code(std::errc::operation_not_permitted),
        "cannot start run() of node '" + name + "': the process is ending");
    }
    std::list<entry> fresh;
    entry & added = fresh.emplace_back();
    added.owner = owner;
    added.process = ::getpid();
    added.context = std::move(context);
    try {
      added.thread = std::thread([&added, body = std::move(body)]() mutable {
        body();
        body = nullptr;  // may destroy the node
        added.finished = true;
      });
    } catch (const std::system_error & error) {
      throw std::system_error(
        error.code(), "cannot create a thread for run() of node '" + name + "'");
    }
    entries_.splice(entries_.end(), fresh);
    // Linux truncates names to 15 characters.
    pthread_setname_np(added.thread.native_handle(), name.substr(0, 15).c_str());
    // comes last: an exception would destroy them before they are joined
    finished = take_finished();
  }
  wait_for(finished);
}

void run_threads::join(const void * owner)
{
  std::list<entry> ended;
  {
    std::lock_guard lock(mutex_);
    for (auto it = entries_.begin(); it != entries_.end();) {
      const auto next = std::next(it);
      if (it->owner == owner && it->thread.get_id() != std::this_thread::get_id()) {
        ended.splice(ended.end(), entries_, it);
      }
      it = next;
    }
  }
  wait_for(ended);
  // A node must not be destroyed while its run() executes, even though end() already waits for
  // that.
  std::unique_lock lock(mutex_);
  has_ended_.wait(lock, [&] {
    return std::none_of(ending_.begin(), ending_.end(), [&](const auto & thread) {
      return thread.second == owner && thread.first != std::this_thread::get_id();
    });
  });
}

std::list<run_threads::entry> run_threads::take_finished()
{
  std::list<entry> finished;
  for (auto it = entries_.begin(); it != entries_.end();) {
    const auto next = std::next(it);
    if (it->finished) {
      finished.splice(finished.end(), entries_, it);
    }
    it = next;
  }
  return finished;
}

// A run() that has ended the process itself, by std::exit(), is not waited for.
void run_threads::wait_for(std::list<entry> & threads)
{
  for (auto it = threads.begin(); it != threads.end(); ++it) {
    if (it->process != ::getpid()) {
      static_cast<void>(new (std::nothrow) std::thread(std::move(it->thread)));
    } else if (it->thread.get_id() != std::this_thread::get_id()) {
      it->thread.join();
    } else {
      it->thread.detach();
    }
  }
}

}  // namespace rxros2::detail
