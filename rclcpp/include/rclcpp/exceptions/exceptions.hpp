// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exceptions that rclcpp throws, with ROS 2's names and bases; what() names the thing at fault.
#ifndef RCLCPP__EXCEPTIONS__EXCEPTIONS_HPP_
#define RCLCPP__EXCEPTIONS__EXCEPTIONS_HPP_

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "rcl/error_handling.h"
#include "rcl/types.h"
#include "rclcpp/visibility_control.hpp"
#include "rcutils/error_handling.h"

namespace rclcpp::exceptions
{

/// A node is used that is no longer valid.
class InvalidNodeError : public std::runtime_error
{
public:
  InvalidNodeError() : std::runtime_error("node is invalid") {}
};

/// A name is not valid; what() shows the name with a mark under the offending character.
class RCLCPP_PUBLIC NameValidationError : public std::invalid_argument
{
public:
  NameValidationError(
    const char * name_type, const char * name, const char * error_msg, std::size_t invalid_index);

  static std::string format_error(
    const char * name_type, const char * name, const char * error_msg, std::size_t invalid_index);

  /// "node name", "namespace", "topic name" or "service name"
  const std::string name_type;
  const std::string name;
  const std::string error_msg;
  /// Index in `name` of the first offending character.
  const std::size_t invalid_index;
};

/// A node's name is not valid.
class InvalidNodeNameError : public NameValidationError
{
public:
  InvalidNodeNameError(const char * node_name, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("node name", node_name, error_msg, invalid_index)
  {
  }
};

/// A node's namespace is not valid.
class InvalidNamespaceError : public NameValidationError
{
public:
  InvalidNamespaceError(const char * namespace_, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("namespace", namespace_, error_msg, invalid_index)
  {
  }
};

/// A topic name is not valid, before or after expansion.
class InvalidTopicNameError : public NameValidationError
{
public:
  InvalidTopicNameError(const char * topic_name, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("topic name", topic_name, error_msg, invalid_index)
  {
  }
};

/// A service name is not valid, before or after expansion.
class InvalidServiceNameError : public NameValidationError
{
public:
  InvalidServiceNameError(
    const char * service_name, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("service name", service_name, error_msg, invalid_index)
  {
  }
};

/// A service type is not known or not usable.
class InvalidServiceTypeError : public std::runtime_error
{
public:
  InvalidServiceTypeError() : std::runtime_error("this is no type of a service") {}
  explicit InvalidServiceTypeError(const std::string & msg) : std::runtime_error(msg) {}
};

/// Something that ROS 2 names and nobody has written.
class UnimplementedError : public std::runtime_error
{
public:
  UnimplementedError() : std::runtime_error("RxROS2 does not implement this") {}
  explicit UnimplementedError(const std::string & msg) : std::runtime_error(msg) {}
};

/// What ROS 2's errors of the layer below have in common. We have no rcl: `ret` is the code that
/// ROS 2 documents (1 error, 10 bad alloc, 11 invalid argument, 1003 invalid ROS arguments),
/// `message` the same as what(), but for errors of C functions, which also have a place.
class RCLErrorBase
{
public:
  RCLErrorBase(int ret, const std::string & message)
  : ret(ret), message(message), formatted_message(message)
  {
  }
  /// Of a C function that failed; the formatted message is that of this thread's error state.
  RCLErrorBase(int ret, const rcutils_error_state_t * error_state)
  : ret(ret),
    message(error_state->message),
    file(error_state->file),
    line(error_state->line_number),
    formatted_message(rcutils_get_error_string().str)
  {
  }
  virtual ~RCLErrorBase() = default;

  int ret;
  std::string message;
  std::string file;
  std::size_t line = 0;
  std::string formatted_message;
};

/// An error of the middleware that has no class of its own.
class RCLError : public RCLErrorBase, public std::runtime_error
{
public:
  explicit RCLError(const std::string & message)
  : RCLErrorBase(1, message), std::runtime_error(message)
  {
  }
  RCLError(int ret, const rcutils_error_state_t * error_state, const std::string & prefix)
  : RCLError(RCLErrorBase(ret, error_state), prefix)
  {
  }
  RCLError(const RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc), std::runtime_error(prefix + base_exc.formatted_message)
  {
  }
};

/// Memory ran out.
class RCLBadAlloc : public RCLErrorBase, public std::bad_alloc
{
public:
  RCLBadAlloc() : RCLErrorBase(10, "out of memory") {}
  RCLBadAlloc(int ret, const rcutils_error_state_t * error_state) : RCLErrorBase(ret, error_state)
  {
  }
  explicit RCLBadAlloc(const RCLErrorBase & base_exc) : RCLErrorBase(base_exc) {}
};

/// An argument that the layer below cannot use.
class RCLInvalidArgument : public RCLErrorBase, public std::invalid_argument
{
public:
  explicit RCLInvalidArgument(const std::string & message)
  : RCLErrorBase(11, message), std::invalid_argument(message)
  {
  }
  RCLInvalidArgument(int ret, const rcutils_error_state_t * error_state, const std::string & prefix)
  : RCLInvalidArgument(RCLErrorBase(ret, error_state), prefix)
  {
  }
  RCLInvalidArgument(const RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc), std::invalid_argument(prefix + base_exc.formatted_message)
  {
  }
};

/// A malformed argument after --ros-args; what() names the argument, its position and the grammar
/// expected.
class RCLInvalidROSArgsError : public RCLErrorBase, public std::runtime_error
{
public:
  explicit RCLInvalidROSArgsError(const std::string & message)
  : RCLErrorBase(1003, message), std::runtime_error(message)
  {
  }
  RCLInvalidROSArgsError(
    int ret, const rcutils_error_state_t * error_state, const std::string & prefix)
  : RCLInvalidROSArgsError(RCLErrorBase(ret, error_state), prefix)
  {
  }
  RCLInvalidROSArgsError(const RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc), std::runtime_error(prefix + base_exc.formatted_message)
  {
  }
};

using reset_error_function_t = void (*)();

/// For programs that call C functions of ROS 2: throws the class above that `ret` names, else
/// RCLError, with "prefix: " and the message of `error_state` (null: this thread's), and resets it.
/// std::invalid_argument if `ret` is 0, no error.
[[noreturn]] inline void throw_from_rcl_error(
  int ret, const std::string & prefix = "", const rcutils_error_state_t * error_state = nullptr,
  reset_error_function_t reset_error = rcutils_reset_error)
{
  if (ret == 0) {
    throw std::invalid_argument("ret is RCL_RET_OK");  // ROS 2's words
  }
  const RCLErrorBase error(ret, error_state ? error_state : rcutils_get_error_state());
  if (reset_error) {
    reset_error();
  }
  const std::string before = prefix.empty() ? prefix : prefix + ": ";
  switch (ret) {
    case 10:
      throw RCLBadAlloc(error);
    case 11:
      throw RCLInvalidArgument(error, before);
    case 1003:
      throw RCLInvalidROSArgsError(error, before);
    default:
      throw RCLError(error, before);
  }
}

/// Arguments after --ros-args that no part of ROS knows.
class RCLCPP_PUBLIC UnknownROSArgsError : public std::runtime_error
{
public:
  explicit UnknownROSArgsError(std::vector<std::string> && unknown_ros_args_in);

  const std::vector<std::string> unknown_ros_args;
};

/// An unknown parameter or message type.
class UnknownTypeError : public std::runtime_error
{
public:
  explicit UnknownTypeError(const std::string & type) : std::runtime_error("Unknown type: " + type)
  {
  }
};

/// The graph event is null.
class InvalidEventError : public std::runtime_error
{
public:
  InvalidEventError() : std::runtime_error("the graph event is null") {}
};

/// The graph event is not one of this node's.
class EventNotRegisteredError : public std::runtime_error
{
public:
  EventNotRegisteredError() : std::runtime_error("the graph event is not one of this node") {}
};

/// A callback group of another node was given.
class MissingGroupNodeException : public std::runtime_error
{
public:
  explicit MissingGroupNodeException(const std::string & obj_type)
  : std::runtime_error("a " + obj_type + " needs a callback group of its own node")
  {
  }
};

/// Parameters given together are inconsistent.
class InvalidParametersException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A value was refused by a range or a callback.
class InvalidParameterValueException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A parameter has another type than the one asked for.
class RCLCPP_PUBLIC InvalidParameterTypeException : public std::runtime_error
{
public:
  InvalidParameterTypeException(const std::string & name, const std::string & message);
};

/// A statically typed parameter was declared without a value.
class UninitializedStaticallyTypedParameterException : public std::runtime_error
{
public:
  explicit UninitializedStaticallyTypedParameterException(const std::string & name)
  : std::runtime_error("parameter '" + name + "' has a static type and no value")
  {
  }
};

/// The parameter is declared already.
class ParameterAlreadyDeclaredException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// The parameter is not declared.
class ParameterNotDeclaredException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A read-only parameter cannot be undeclared.
class ParameterImmutableException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A parameter was changed inside a parameter callback that may not do so.
class ParameterModifiedInCallbackException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A statically typed parameter that has no value yet was read.
class ParameterUninitializedException : public std::runtime_error
{
public:
  explicit ParameterUninitializedException(const std::string & name)
  : std::runtime_error("parameter '" + name + "' has no value yet")
  {
  }
};

/// A QoS override by parameter was refused.
class InvalidQosOverridesException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// qos_check_compatible() could not decide.
class QoSCheckCompatibleException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

}  // namespace rclcpp::exceptions

#endif  // RCLCPP__EXCEPTIONS__EXCEPTIONS_HPP_
