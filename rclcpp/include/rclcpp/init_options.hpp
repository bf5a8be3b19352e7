// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of rclcpp::init and Context::init: domain id, signal handling, logging.
#ifndef RCLCPP__INIT_OPTIONS_HPP_
#define RCLCPP__INIT_OPTIONS_HPP_

#include <cstddef>
#include <string>
#include <utility>

#include "rcl/domain_id.h"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Options of a Context. A plain value.
class RCLCPP_PUBLIC InitOptions
{
public:
  /// Stands for the value of ROS_DOMAIN_ID, or 0 if it is not set.
  static constexpr std::size_t default_domain_id = RCL_DEFAULT_DOMAIN_ID;

  /// True if SIGINT and SIGTERM shut this context down (if signal handlers are installed).
  bool shutdown_on_signal = true;

  InitOptions() = default;
  /// Copies the options.
  InitOptions(const InitOptions &) = default;
  /// Copies the options.
  InitOptions & operator=(const InitOptions &) = default;
  virtual ~InitOptions() = default;

  /// Returns true if Context::init sets up logging (levels from the command line, output format).
  bool auto_initialize_logging() const { return initialize_logging_; }
  /// Sets whether Context::init sets up logging.
  InitOptions & auto_initialize_logging(bool initialize_logging)
  {
    initialize_logging_ = initialize_logging;
    return *this;
  }

  /// Reads ROS_DOMAIN_ID from the environment now. Throws std::invalid_argument with variable,
  /// value and range.
  void use_default_domain_id();
  /// Sets the domain id, 0–232; it is checked when the participant is created.
  void set_domain_id(std::size_t domain_id) { domain_id_ = domain_id; }
  /// Returns the id that was set, or default_domain_id.
  std::size_t get_domain_id() const { return domain_id_; }

  /// Returns true if large messages may travel through shared memory to and from other processes
  /// of this host. Not in ROS 2.
  bool use_shared_memory() const { return use_shared_memory_; }
  /// Sets it for all topics of the context. RXROS2_SHARED_MEMORY=off is stronger. Not in ROS 2.
  InitOptions & use_shared_memory(bool use_shared_memory)
  {
    use_shared_memory_ = use_shared_memory;
    return *this;
  }

  /// Returns the engine of the context; empty for that of RMW_IMPLEMENTATION. Not in ROS 2.
  const std::string & engine() const { return engine_; }
  /// Chooses the engine that carries the data: "dds" or "zenoh". It is stronger than
  /// RMW_IMPLEMENTATION, and Context::init() checks the name. Contexts of both engines may exist in
  /// one process. Not in ROS 2.
  InitOptions & engine(std::string engine)
  {
    engine_ = std::move(engine);
    return *this;
  }

private:
  std::size_t domain_id_ = default_domain_id;
  std::string engine_;
  bool initialize_logging_ = true;
  bool use_shared_memory_ = true;
};

}  // namespace rclcpp

#endif  // RCLCPP__INIT_OPTIONS_HPP_
