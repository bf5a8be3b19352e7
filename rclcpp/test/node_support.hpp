// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the node tests: temporary files, captured log messages, expected exceptions.
#ifndef NODE_SUPPORT_HPP_
#define NODE_SUPPORT_HPP_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "eventually.hpp"
#include "logging/logging.hpp"
#include "rclcpp/context.hpp"

namespace node_test
{

using test::eventually;
using test::patience;

/// A file with that content, which the destructor removes.
class TemporaryFile
{
public:
  explicit TemporaryFile(const std::string & content)
  {
    char name[] = "/tmp/rxros2_node_test_XXXXXX";
    const int descriptor = mkstemp(name);
    EXPECT_GE(descriptor, 0);
    close(descriptor);
    path_ = name;
    std::ofstream(path_) << content;
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile & operator=(const TemporaryFile &) = delete;

  const std::string & path() const { return path_; }

private:
  std::string path_;
};

/// Sets an environment variable to a value (null: unset) within a scope.
class Variable
{
public:
  Variable(const char * name, const char * value) : name_(name)
  {
    if (const char * before = std::getenv(name)) {
      before_ = before;
      was_set_ = true;
    }
    value != nullptr ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { was_set_ ? setenv(name_, before_.c_str(), 1) : unsetenv(name_); }
  Variable(const Variable &) = delete;
  Variable & operator=(const Variable &) = delete;

private:
  const char * name_;
  std::string before_;
  bool was_set_ = false;
};

/// Collects "SEVERITY logger: message" of all messages within a scope.
class CapturedLog
{
public:
  CapturedLog()
  : sink_(rclcpp::detail::add_log_sink([state = state_](const rclcpp::detail::LogEvent & event) {
      std::lock_guard<std::mutex> lock(state->mutex);
      state->lines.push_back(
        std::string(rclcpp::detail::severity_name(event.severity)) + " " +
        std::string(event.logger) + ": " + std::string(event.message));
    }))
  {
  }

  std::vector<std::string> lines() const
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    return state_->lines;
  }

private:
  struct State
  {
    std::mutex mutex;
    std::vector<std::string> lines;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
  std::shared_ptr<void> sink_;
};

/// Returns a context that is initialised with these arguments (argv[0] is added).
inline rclcpp::Context::SharedPtr make_context(std::vector<const char *> arguments = {})
{
  arguments.insert(arguments.begin(), "test");
  auto context = std::make_shared<rclcpp::Context>();
  context->init(static_cast<int>(arguments.size()), arguments.data());
  return context;
}

/// Returns the text of the exception of that type that `function` throws; fails otherwise.
template <typename Exception, typename Function>
std::string thrown_text(Function function)
{
  try {
    function();
  } catch (const Exception & exception) {
    return exception.what();
  } catch (const std::exception & other) {
    ADD_FAILURE() << "another exception: " << other.what();
    return {};
  }
  ADD_FAILURE() << "nothing thrown";
  return {};
}

}  // namespace node_test

#endif  // NODE_SUPPORT_HPP_
