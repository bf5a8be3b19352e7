// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exceptions of rclcpp, with ROS 2's names and base classes. what() names the object at fault.
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

/// Thrown if a node that is no longer valid is used.
class InvalidNodeError : public std::runtime_error
{
public:
  InvalidNodeError() : std::runtime_error("node is invalid") {}
};

/// Base of the errors of invalid names. what() shows the name with a mark under the offending
/// character.
class RCLCPP_PUBLIC NameValidationError : public std::invalid_argument
{
public:
  /// Creates the error from the parts that format_error() takes.
  NameValidationError(
    const char * name_type, const char * name, const char * error_msg, std::size_t invalid_index);

  /// Formats the text that the exception shows.
  static std::string format_error(
    const char * name_type, const char * name, const char * error_msg, std::size_t invalid_index);

  /// Contains "node name", "namespace", "topic name" or "service name".
  const std::string name_type;
  /// The invalid name.
  const std::string name;
  /// The reason why the name is invalid.
  const std::string error_msg;
  /// Index in `name` of the first offending character.
  const std::size_t invalid_index;
};

/// Thrown if a node name is invalid.
class InvalidNodeNameError : public NameValidationError
{
public:
  /// Creates the error for `node_name`, with the index of the first offending character.
  InvalidNodeNameError(const char * node_name, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("node name", node_name, error_msg, invalid_index)
  {
  }
};

/// Thrown if a namespace is invalid.
class InvalidNamespaceError : public NameValidationError
{
public:
  /// Creates the error for `namespace_`, with the index of the first offending character.
  InvalidNamespaceError(const char * namespace_, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("namespace", namespace_, error_msg, invalid_index)
  {
  }
};

/// Thrown if a topic name is invalid, before or after expansion.
class InvalidTopicNameError : public NameValidationError
{
public:
  /// Creates the error for `topic_name`, with the index of the first offending character.
  InvalidTopicNameError(const char * topic_name, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("topic name", topic_name, error_msg, invalid_index)
  {
  }
};

/// Thrown if a service name is invalid, before or after expansion.
class InvalidServiceNameError : public NameValidationError
{
public:
  /// Creates the error for `service_name`, with the index of the first offending character.
  InvalidServiceNameError(
    const char * service_name, const char * error_msg, std::size_t invalid_index)
  : NameValidationError("service name", service_name, error_msg, invalid_index)
  {
  }
};

/// Thrown if a service type is unknown or not usable.
class InvalidServiceTypeError : public std::runtime_error
{
public:
  InvalidServiceTypeError() : std::runtime_error("this is not a service type") {}
  /// Creates the error with the text `msg`.
  explicit InvalidServiceTypeError(const std::string & msg) : std::runtime_error(msg) {}
};

/// Thrown by functions that ROS 2 declares and RxROS2 does not implement.
class UnimplementedError : public std::runtime_error
{
public:
  /// Creates the error with a general text.
  UnimplementedError() : std::runtime_error("RxROS2 does not implement this") {}
  /// Creates the error with the text `msg`.
  explicit UnimplementedError(const std::string & msg) : std::runtime_error(msg) {}
};

/// The common base of the errors that ROS 2's lower layer reports. RxROS2 has no rcl: `ret` is the
/// code that ROS 2 documents (1 error, 10 bad alloc, 11 invalid argument, 1003 invalid ROS
/// arguments). `message` equals what(). Only errors of C functions also have `file` and `line`.
class RCLErrorBase
{
public:
  /// Creates an error without `file` and `line`.
  RCLErrorBase(int ret, const std::string & message)
  : ret(ret), message(message), formatted_message(message)
  {
  }
  /// Describes a failed C function; the formatted message is the error state of this thread.
  RCLErrorBase(int ret, const rcutils_error_state_t * error_state)
  : ret(ret),
    message(error_state->message),
    file(error_state->file),
    line(error_state->line_number),
    formatted_message(rcutils_get_error_string().str)
  {
  }
  virtual ~RCLErrorBase() = default;

  /// The error code.
  int ret;
  /// The text without a prefix.
  std::string message;
  /// The source file of the failed C function; otherwise empty.
  std::string file;
  /// The line in `file`; otherwise 0.
  std::size_t line = 0;
  /// The text with the place in the source, if it is known.
  std::string formatted_message;
};

/// Thrown for errors of the middleware that have no class of their own.
class RCLError : public RCLErrorBase, public std::runtime_error
{
public:
  /// Creates the error with the code 1 (general error).
  explicit RCLError(const std::string & message)
  : RCLErrorBase(1, message), std::runtime_error(message)
  {
  }
  /// Creates the error of a failed C function. what() is `prefix` and the formatted message.
  RCLError(int ret, const rcutils_error_state_t * error_state, const std::string & prefix)
  : RCLError(RCLErrorBase(ret, error_state), prefix)
  {
  }
  /// Creates the error from the parts of another one. what() is `prefix` and its formatted message.
  RCLError(const RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc), std::runtime_error(prefix + base_exc.formatted_message)
  {
  }
};

/// Thrown if memory is exhausted.
class RCLBadAlloc : public RCLErrorBase, public std::bad_alloc
{
public:
  /// Creates the error with the code 10 (bad alloc).
  RCLBadAlloc() : RCLErrorBase(10, "out of memory") {}
  /// Creates the error of a failed C function.
  RCLBadAlloc(int ret, const rcutils_error_state_t * error_state) : RCLErrorBase(ret, error_state)
  {
  }
  /// Creates the error from the parts of another one.
  explicit RCLBadAlloc(const RCLErrorBase & base_exc) : RCLErrorBase(base_exc) {}
};

/// Thrown for an argument that the lower layer cannot use.
class RCLInvalidArgument : public RCLErrorBase, public std::invalid_argument
{
public:
  /// Creates the error with the code 11 (invalid argument).
  explicit RCLInvalidArgument(const std::string & message)
  : RCLErrorBase(11, message), std::invalid_argument(message)
  {
  }
  /// Creates the error of a failed C function. what() is `prefix` and the formatted message.
  RCLInvalidArgument(int ret, const rcutils_error_state_t * error_state, const std::string & prefix)
  : RCLInvalidArgument(RCLErrorBase(ret, error_state), prefix)
  {
  }
  /// Creates the error from the parts of another one. what() is `prefix` and its formatted message.
  RCLInvalidArgument(const RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc), std::invalid_argument(prefix + base_exc.formatted_message)
  {
  }
};

/// Thrown for a malformed argument after --ros-args. what() names the argument, its position and
/// the expected grammar.
class RCLInvalidROSArgsError : public RCLErrorBase, public std::runtime_error
{
public:
  /// Creates the error with the code 1003 (invalid ROS arguments).
  explicit RCLInvalidROSArgsError(const std::string & message)
  : RCLErrorBase(1003, message), std::runtime_error(message)
  {
  }
  /// Creates the error of a failed C function. what() is `prefix` and the formatted message.
  RCLInvalidROSArgsError(
    int ret, const rcutils_error_state_t * error_state, const std::string & prefix)
  : RCLInvalidROSArgsError(RCLErrorBase(ret, error_state), prefix)
  {
  }
  /// Creates the error from the parts of another one. what() is `prefix` and its formatted message.
  RCLInvalidROSArgsError(const RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc), std::runtime_error(prefix + base_exc.formatted_message)
  {
  }
};

/// A function that clears the error state of this thread, such as rcutils_reset_error().
using reset_error_function_t = void (*)();

/// Throws the exception class for the error code `ret` of a C function, by default RCLError, with
/// "prefix: " and the message of `error_state` (null: the one of this thread), and resets that.
/// Throws std::invalid_argument if `ret` is 0, which means no error.
[[noreturn]] inline void throw_from_rcl_error(
  int ret, const std::string & prefix = "", const rcutils_error_state_t * error_state = nullptr,
  reset_error_function_t reset_error = rcutils_reset_error)
{
  if (ret == 0) {
    throw std::invalid_argument("ret is RCL_RET_OK");  // programs compare this text
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

/// Thrown for arguments after --ros-args that no part of ROS knows.
class RCLCPP_PUBLIC UnknownROSArgsError : public std::runtime_error
{
public:
  /// Creates the error for the unknown arguments, which what() lists.
  explicit UnknownROSArgsError(std::vector<std::string> && unknown_ros_args_in);

  /// The unknown arguments, in the order of the command line.
  const std::vector<std::string> unknown_ros_args;
};

/// Thrown for an unknown parameter or message type.
class UnknownTypeError : public std::runtime_error
{
public:
  /// Creates the error for the type with the name `type`.
  explicit UnknownTypeError(const std::string & type) : std::runtime_error("Unknown type: " + type)
  {
  }
};

/// Thrown if a graph event is null.
class InvalidEventError : public std::runtime_error
{
public:
  InvalidEventError() : std::runtime_error("the graph event is null") {}
};

/// Thrown if a graph event does not belong to this node.
class EventNotRegisteredError : public std::runtime_error
{
public:
  EventNotRegisteredError() : std::runtime_error("the graph event is not one of this node") {}
};

/// Thrown if a callback group belongs to another node.
class MissingGroupNodeException : public std::runtime_error
{
public:
  /// Creates the error for an entity of the kind `obj_type`, such as "timer".
  explicit MissingGroupNodeException(const std::string & obj_type)
  : std::runtime_error("a " + obj_type + " needs a callback group of its own node")
  {
  }
};

/// Thrown if parameters that are set together are inconsistent.
class InvalidParametersException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a range or a callback rejects a parameter value.
class InvalidParameterValueException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a parameter has another type than the requested one.
class RCLCPP_PUBLIC InvalidParameterTypeException : public std::runtime_error
{
public:
  /// Creates the error for the parameter `name`; `message` names the expected and the actual type.
  InvalidParameterTypeException(const std::string & name, const std::string & message);
};

/// Thrown if a statically typed parameter is declared without a value.
class UninitializedStaticallyTypedParameterException : public std::runtime_error
{
public:
  /// Creates the error for the parameter `name`.
  explicit UninitializedStaticallyTypedParameterException(const std::string & name)
  : std::runtime_error("parameter '" + name + "' has a static type and no value")
  {
  }
};

/// Thrown if a parameter is already declared.
class ParameterAlreadyDeclaredException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a parameter is not declared.
class ParameterNotDeclaredException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a read-only parameter is undeclared.
class ParameterImmutableException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a parameter callback changes a parameter although it must not.
class ParameterModifiedInCallbackException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a statically typed parameter without a value is read.
class ParameterUninitializedException : public std::runtime_error
{
public:
  /// Creates the error for the parameter `name`.
  explicit ParameterUninitializedException(const std::string & name)
  : std::runtime_error("parameter '" + name + "' has no value yet")
  {
  }
};

/// Thrown if a QoS override by parameter is rejected.
class InvalidQosOverridesException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Thrown if qos_check_compatible() cannot decide.
class QoSCheckCompatibleException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

}  // namespace rclcpp::exceptions

#endif  // RCLCPP__EXCEPTIONS__EXCEPTIONS_HPP_
