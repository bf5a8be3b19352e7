// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The threads in which nodes run().

#include "run_threads.hpp"

#include <pthread.h>

#include <system_error>
#include <utility>

namespace rxros2::detail
{

run_threads & run_threads::instance()
{
  static run_threads threads;
  return threads;
}

run_threads::~run_threads()
{
  for (auto & entry : entries_) {
    if (const auto context = entry.context.lock(); context && context->is_valid()) {
      context->shutdown("the process ends while a node is in run()");
    }
  }
  for (auto & entry : entries_) {
    entry.thread.join();
  }
}

void run_threads::start(
  const void * owner, const std::string & name, rclcpp::Context::SharedPtr context,
  std::function<void()> body)
{
  std::lock_guard lock(mutex_);
  reap();
  std::list<entry> fresh;
  entry & added = fresh.emplace_back();
  added.owner = owner;
  added.context = std::move(context);
  try {
    added.thread = std::thread([&added, body = std::move(body)]() mutable {
      body();
      body = nullptr;  // may destroy the node
      added.finished = true;
    });
  } catch (const std::system_error & error) {
    throw std::system_error(error.code(), "no thread for run() of node '" + name + "'");
  }
  entries_.splice(entries_.end(), fresh);
  // Linux cuts names at 15 characters.
  pthread_setname_np(added.thread.native_handle(), name.substr(0, 15).c_str());
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
  for (auto & entry : ended) {
    entry.thread.join();
  }
}

void run_threads::reap()
{
  entries_.remove_if([](entry & e) {
    if (e.finished) {
      e.thread.join();
    }
    return e.finished.load();
  });
}

}  // namespace rxros2::detail
