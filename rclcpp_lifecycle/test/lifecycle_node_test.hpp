// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A lifecycle node whose callbacks behave as the test says.
#ifndef LIFECYCLE_NODE_TEST_HPP_
#define LIFECYCLE_NODE_TEST_HPP_

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "lifecycle_support.hpp"

namespace lifecycle_test
{

struct NoException
{
};

/// The behaviour of a callback.
enum class Does
{
  succeed,
  fail,
  err,
  throw_exception,
  throw_something
};
inline constexpr Does all_deeds[] = {
  Does::succeed, Does::fail, Does::err, Does::throw_exception, Does::throw_something};

inline CallbackReturn act(Does deed)
{
  switch (deed) {
    case Does::succeed:
      return CallbackReturn::SUCCESS;
    case Does::fail:
      return CallbackReturn::FAILURE;
    case Does::err:
      return CallbackReturn::ERROR;
    case Does::throw_exception:
      throw std::runtime_error("the lens is dirty");
    default:
      throw NoException();
  }
}

/// Behaves in each callback as the test configured it, and records "on_configure unconfigured".
class Obedient : public LifecycleNode
{
public:
  using LifecycleNode::LifecycleNode;
  ~Obedient() override { *destroyed_ = true; }

  CallbackReturn on_configure(const State & previous) override
  {
    return note("configure", previous);
  }
  CallbackReturn on_cleanup(const State & previous) override { return note("cleanup", previous); }
  CallbackReturn on_shutdown(const State & previous) override { return note("shutdown", previous); }
  CallbackReturn on_activate(const State & previous) override
  {
    LifecycleNode::on_activate(previous);
    return note("activate", previous);
  }
  CallbackReturn on_deactivate(const State & previous) override
  {
    LifecycleNode::on_deactivate(previous);
    return note("deactivate", previous);
  }
  CallbackReturn on_error(const State & previous) override { return note("error", previous); }

  using LifecycleNode::add_managed_entity;
  using LifecycleNode::add_timer_handle;

  std::map<std::string, Does> deeds;
  std::vector<std::string> notes;
  std::vector<std::string> inside;  // the state that the callback sees
  std::shared_ptr<bool> destroyed_ = std::make_shared<bool>(false);
  std::function<void()> also;

private:
  CallbackReturn note(const std::string & name, const State & previous)
  {
    notes.push_back(name + " " + previous.label());
    inside.push_back(get_current_state().label());
    if (also) {
      also();
    }
    return act(deeds[name]);
  }
};

class LifecycleNodeTest : public testing::Test
{
protected:
  void TearDown() override { context_->shutdown("the test ends"); }

  std::shared_ptr<Obedient> make(const std::string & name = "camera")
  {
    return std::make_shared<Obedient>(name, options_in(context_));
  }
  /// Creates a node in that primary state.
  std::shared_ptr<Obedient> make_in(const std::string & state)
  {
    auto node = make();
    if (state == "inactive" || state == "active") {
      EXPECT_EQ(node->configure().label(), "inactive");
    }
    if (state == "active") {
      EXPECT_EQ(node->activate().label(), "active");
    }
    if (state == "finalized") {
      EXPECT_EQ(node->shutdown().label(), "finalized");
    }
    node->notes.clear();
    node->inside.clear();
    return node;
  }

  rclcpp::Context::SharedPtr context_ = make_context();
};

}  // namespace lifecycle_test

#endif  // LIFECYCLE_NODE_TEST_HPP_
