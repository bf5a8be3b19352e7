// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread of deadlines, and its users.
#include "queue/deadline_thread.hpp"

#include <mutex>

#include "base/start_thread.hpp"
#include "executors/core.hpp"
#include "executors/worker.hpp"
#include "rmw/fork.hpp"

namespace rclcpp::queue
{

namespace engine = executors::detail;

struct DeadlineThread::Engine
{
  Engine() { engine::Core::attach(engine::Group::of(*group), core, true); }
  Engine(const Engine &) = delete;
  Engine & operator=(const Engine &) = delete;
  ~Engine()
  {
    group->leave_executor();
    engine::Core::release(core);
  }

  void run()
  {
    core.begin_spin(true, 1);
    {
      engine::Worker worker(core);
      while (worker.run_one(engine::for_ever) != engine::Worker::Outcome::stopped) {
      }
    }
    core.end_spin();
  }

  engine::Core & core = engine::Core::acquire();
  const CallbackGroup::SharedPtr group =
    std::make_shared<CallbackGroup>(CallbackGroupType::MutuallyExclusive);
};

std::shared_ptr<DeadlineThread> DeadlineThread::get()
{
  static std::mutex & mutex = *new std::mutex;  // guards `present`
  static std::weak_ptr<DeadlineThread> & present = *new std::weak_ptr<DeadlineThread>;
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<DeadlineThread> thread = present.lock();
  if (!thread) {
    thread = std::make_shared<DeadlineThread>();
    present = thread;
  }
  return thread;
}

DeadlineThread::DeadlineThread() : engine_(std::make_shared<Engine>())
{
  base::start_thread("ros_deadlines", [engine = engine_] { engine->run(); }).detach();
}

DeadlineThread::~DeadlineThread()
{
  if (!rmw::is_forked_copy()) {
    engine_->core.stop(true);
  }
}

void DeadlineThread::add(const std::shared_ptr<engine::Entity> & entity)
{
  engine_->group->add_entity(entity);
}

}  // namespace rclcpp::queue
