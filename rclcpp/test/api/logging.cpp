// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Logging and exceptions
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"

using rclcpp::Logger;

HEADER("rclcpp/logger.hpp");
TYPE(rclcpp::Logger);
ENUMERATORS(rclcpp::Logger::Level, Unset, Debug, Info, Warn, Error, Fatal);
FUNCTION(Logger, rclcpp::get_logger, (const std::string &));
METHOD(const char *, const Logger, get_name, ());
METHOD(Logger, Logger, get_child, (const std::string &));
METHOD(void, Logger, set_level, (Logger::Level));
METHOD(Logger::Level, const Logger, get_effective_level, ());
FUNCTION(rclcpp::Logger, rclcpp::get_node_logger, (const rcl_node_t *));
FUNCTION(std::filesystem::path, rclcpp::get_log_directory, ());
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
FUNCTION(rcpputils::fs::path, rclcpp::get_logging_directory, ());
#pragma GCC diagnostic pop

HEADER("rclcpp/logging.hpp");
USE(RCLCPP_DEBUG, RCLCPP_DEBUG(api::some<Logger>(), "%d", 1));
USE(RCLCPP_DEBUG_ONCE, RCLCPP_DEBUG_ONCE(api::some<Logger>(), "%d", 1));
USE(RCLCPP_DEBUG_EXPRESSION, RCLCPP_DEBUG_EXPRESSION(api::some<Logger>(), true, "%d", 1));
USE(
  RCLCPP_DEBUG_FUNCTION, RCLCPP_DEBUG_FUNCTION(api::some<Logger>(), [] { return true; }, "%d", 1));
USE(RCLCPP_DEBUG_SKIPFIRST, RCLCPP_DEBUG_SKIPFIRST(api::some<Logger>(), "%d", 1));
USE(
  RCLCPP_DEBUG_THROTTLE,
  RCLCPP_DEBUG_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(
  RCLCPP_DEBUG_SKIPFIRST_THROTTLE,
  RCLCPP_DEBUG_SKIPFIRST_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(RCLCPP_DEBUG_STREAM, RCLCPP_DEBUG_STREAM(api::some<Logger>(), "one " << 1));
USE(RCLCPP_DEBUG_STREAM_ONCE, RCLCPP_DEBUG_STREAM_ONCE(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_DEBUG_STREAM_EXPRESSION,
  RCLCPP_DEBUG_STREAM_EXPRESSION(api::some<Logger>(), true, "one " << 1));
USE(
  RCLCPP_DEBUG_STREAM_FUNCTION,
  RCLCPP_DEBUG_STREAM_FUNCTION(api::some<Logger>(), [] { return true; }, "one " << 1));
USE(RCLCPP_DEBUG_STREAM_SKIPFIRST, RCLCPP_DEBUG_STREAM_SKIPFIRST(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_DEBUG_STREAM_THROTTLE,
  RCLCPP_DEBUG_STREAM_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(
  RCLCPP_DEBUG_STREAM_SKIPFIRST_THROTTLE,
  RCLCPP_DEBUG_STREAM_SKIPFIRST_THROTTLE(
    api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(RCLCPP_INFO, RCLCPP_INFO(api::some<Logger>(), "%d", 1));
USE(RCLCPP_INFO_ONCE, RCLCPP_INFO_ONCE(api::some<Logger>(), "%d", 1));
USE(RCLCPP_INFO_EXPRESSION, RCLCPP_INFO_EXPRESSION(api::some<Logger>(), true, "%d", 1));
USE(RCLCPP_INFO_FUNCTION, RCLCPP_INFO_FUNCTION(api::some<Logger>(), [] { return true; }, "%d", 1));
USE(RCLCPP_INFO_SKIPFIRST, RCLCPP_INFO_SKIPFIRST(api::some<Logger>(), "%d", 1));
USE(
  RCLCPP_INFO_THROTTLE,
  RCLCPP_INFO_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(
  RCLCPP_INFO_SKIPFIRST_THROTTLE,
  RCLCPP_INFO_SKIPFIRST_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(RCLCPP_INFO_STREAM, RCLCPP_INFO_STREAM(api::some<Logger>(), "one " << 1));
USE(RCLCPP_INFO_STREAM_ONCE, RCLCPP_INFO_STREAM_ONCE(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_INFO_STREAM_EXPRESSION,
  RCLCPP_INFO_STREAM_EXPRESSION(api::some<Logger>(), true, "one " << 1));
USE(
  RCLCPP_INFO_STREAM_FUNCTION,
  RCLCPP_INFO_STREAM_FUNCTION(api::some<Logger>(), [] { return true; }, "one " << 1));
USE(RCLCPP_INFO_STREAM_SKIPFIRST, RCLCPP_INFO_STREAM_SKIPFIRST(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_INFO_STREAM_THROTTLE,
  RCLCPP_INFO_STREAM_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(
  RCLCPP_INFO_STREAM_SKIPFIRST_THROTTLE,
  RCLCPP_INFO_STREAM_SKIPFIRST_THROTTLE(
    api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(RCLCPP_WARN, RCLCPP_WARN(api::some<Logger>(), "%d", 1));
USE(RCLCPP_WARN_ONCE, RCLCPP_WARN_ONCE(api::some<Logger>(), "%d", 1));
USE(RCLCPP_WARN_EXPRESSION, RCLCPP_WARN_EXPRESSION(api::some<Logger>(), true, "%d", 1));
USE(RCLCPP_WARN_FUNCTION, RCLCPP_WARN_FUNCTION(api::some<Logger>(), [] { return true; }, "%d", 1));
USE(RCLCPP_WARN_SKIPFIRST, RCLCPP_WARN_SKIPFIRST(api::some<Logger>(), "%d", 1));
USE(
  RCLCPP_WARN_THROTTLE,
  RCLCPP_WARN_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(
  RCLCPP_WARN_SKIPFIRST_THROTTLE,
  RCLCPP_WARN_SKIPFIRST_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(RCLCPP_WARN_STREAM, RCLCPP_WARN_STREAM(api::some<Logger>(), "one " << 1));
USE(RCLCPP_WARN_STREAM_ONCE, RCLCPP_WARN_STREAM_ONCE(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_WARN_STREAM_EXPRESSION,
  RCLCPP_WARN_STREAM_EXPRESSION(api::some<Logger>(), true, "one " << 1));
USE(
  RCLCPP_WARN_STREAM_FUNCTION,
  RCLCPP_WARN_STREAM_FUNCTION(api::some<Logger>(), [] { return true; }, "one " << 1));
USE(RCLCPP_WARN_STREAM_SKIPFIRST, RCLCPP_WARN_STREAM_SKIPFIRST(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_WARN_STREAM_THROTTLE,
  RCLCPP_WARN_STREAM_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(
  RCLCPP_WARN_STREAM_SKIPFIRST_THROTTLE,
  RCLCPP_WARN_STREAM_SKIPFIRST_THROTTLE(
    api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(RCLCPP_ERROR, RCLCPP_ERROR(api::some<Logger>(), "%d", 1));
USE(RCLCPP_ERROR_ONCE, RCLCPP_ERROR_ONCE(api::some<Logger>(), "%d", 1));
USE(RCLCPP_ERROR_EXPRESSION, RCLCPP_ERROR_EXPRESSION(api::some<Logger>(), true, "%d", 1));
USE(
  RCLCPP_ERROR_FUNCTION, RCLCPP_ERROR_FUNCTION(api::some<Logger>(), [] { return true; }, "%d", 1));
USE(RCLCPP_ERROR_SKIPFIRST, RCLCPP_ERROR_SKIPFIRST(api::some<Logger>(), "%d", 1));
USE(
  RCLCPP_ERROR_THROTTLE,
  RCLCPP_ERROR_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(
  RCLCPP_ERROR_SKIPFIRST_THROTTLE,
  RCLCPP_ERROR_SKIPFIRST_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(RCLCPP_ERROR_STREAM, RCLCPP_ERROR_STREAM(api::some<Logger>(), "one " << 1));
USE(RCLCPP_ERROR_STREAM_ONCE, RCLCPP_ERROR_STREAM_ONCE(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_ERROR_STREAM_EXPRESSION,
  RCLCPP_ERROR_STREAM_EXPRESSION(api::some<Logger>(), true, "one " << 1));
USE(
  RCLCPP_ERROR_STREAM_FUNCTION,
  RCLCPP_ERROR_STREAM_FUNCTION(api::some<Logger>(), [] { return true; }, "one " << 1));
USE(RCLCPP_ERROR_STREAM_SKIPFIRST, RCLCPP_ERROR_STREAM_SKIPFIRST(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_ERROR_STREAM_THROTTLE,
  RCLCPP_ERROR_STREAM_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(
  RCLCPP_ERROR_STREAM_SKIPFIRST_THROTTLE,
  RCLCPP_ERROR_STREAM_SKIPFIRST_THROTTLE(
    api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(RCLCPP_FATAL, RCLCPP_FATAL(api::some<Logger>(), "%d", 1));
USE(RCLCPP_FATAL_ONCE, RCLCPP_FATAL_ONCE(api::some<Logger>(), "%d", 1));
USE(RCLCPP_FATAL_EXPRESSION, RCLCPP_FATAL_EXPRESSION(api::some<Logger>(), true, "%d", 1));
USE(
  RCLCPP_FATAL_FUNCTION, RCLCPP_FATAL_FUNCTION(api::some<Logger>(), [] { return true; }, "%d", 1));
USE(RCLCPP_FATAL_SKIPFIRST, RCLCPP_FATAL_SKIPFIRST(api::some<Logger>(), "%d", 1));
USE(
  RCLCPP_FATAL_THROTTLE,
  RCLCPP_FATAL_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(
  RCLCPP_FATAL_SKIPFIRST_THROTTLE,
  RCLCPP_FATAL_SKIPFIRST_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "%d", 1));
USE(RCLCPP_FATAL_STREAM, RCLCPP_FATAL_STREAM(api::some<Logger>(), "one " << 1));
USE(RCLCPP_FATAL_STREAM_ONCE, RCLCPP_FATAL_STREAM_ONCE(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_FATAL_STREAM_EXPRESSION,
  RCLCPP_FATAL_STREAM_EXPRESSION(api::some<Logger>(), true, "one " << 1));
USE(
  RCLCPP_FATAL_STREAM_FUNCTION,
  RCLCPP_FATAL_STREAM_FUNCTION(api::some<Logger>(), [] { return true; }, "one " << 1));
USE(RCLCPP_FATAL_STREAM_SKIPFIRST, RCLCPP_FATAL_STREAM_SKIPFIRST(api::some<Logger>(), "one " << 1));
USE(
  RCLCPP_FATAL_STREAM_THROTTLE,
  RCLCPP_FATAL_STREAM_THROTTLE(api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));
USE(
  RCLCPP_FATAL_STREAM_SKIPFIRST_THROTTLE,
  RCLCPP_FATAL_STREAM_SKIPFIRST_THROTTLE(
    api::some<Logger>(), api::some<rclcpp::Clock>(), 1000, "one " << 1));

namespace api
{
struct HasLogger
{
  operator Logger() const { return rclcpp::get_logger("name"); }
};
}  // namespace api
USE(RCLCPP_INFO, RCLCPP_INFO(api::some<api::HasLogger>(), "text");
    RCLCPP_INFO_STREAM(api::HasLogger(), "text"));

HEADER("rclcpp/exceptions/exceptions.hpp");
using namespace rclcpp::exceptions;
CONSTRUCTOR(InvalidNodeError, ());
TYPE(NameValidationError);
FUNCTION(
  std::string, NameValidationError::format_error,
  (const char *, const char *, const char *, std::size_t));
FIELD(std::string, NameValidationError, name_type);
FIELD(std::string, NameValidationError, name);
FIELD(std::string, NameValidationError, error_msg);
FIELD(std::size_t, NameValidationError, invalid_index);
CONSTRUCTOR(InvalidNodeNameError, (const char *, const char *, std::size_t));
CONSTRUCTOR(InvalidNamespaceError, (const char *, const char *, std::size_t));
CONSTRUCTOR(InvalidTopicNameError, (const char *, const char *, std::size_t));
CONSTRUCTOR(InvalidServiceNameError, (const char *, const char *, std::size_t));
CONSTRUCTOR(InvalidServiceTypeError, (const std::string &));
CONSTRUCTOR(UnimplementedError, (const std::string &));
FIELD(int, RCLErrorBase, ret);
FIELD(std::string, RCLErrorBase, message);
FIELD(std::string, RCLErrorBase, formatted_message);
FIELD(std::string, RCLErrorBase, file);
FIELD(std::size_t, RCLErrorBase, line);
CONSTRUCTOR(RCLErrorBase, (int, const rcutils_error_state_t *));
CONSTRUCTOR(RCLError, (int, const rcutils_error_state_t *, const std::string &));
CONSTRUCTOR(RCLError, (const RCLErrorBase &, const std::string &));
CONSTRUCTOR(RCLBadAlloc, (int, const rcutils_error_state_t *));
CONSTRUCTOR(RCLBadAlloc, (const RCLErrorBase &));
CONSTRUCTOR(RCLInvalidArgument, (int, const rcutils_error_state_t *, const std::string &));
CONSTRUCTOR(RCLInvalidArgument, (const RCLErrorBase &, const std::string &));
CONSTRUCTOR(RCLInvalidROSArgsError, (int, const rcutils_error_state_t *, const std::string &));
CONSTRUCTOR(RCLInvalidROSArgsError, (const RCLErrorBase &, const std::string &));
TYPE(rclcpp::exceptions::reset_error_function_t);
FUNCTION(
  void, rclcpp::exceptions::throw_from_rcl_error,
  (int, const std::string &, const rcutils_error_state_t *,
   rclcpp::exceptions::reset_error_function_t));
CONSTRUCTOR(UnknownROSArgsError, (std::vector<std::string> &&));
FIELD(std::vector<std::string>, UnknownROSArgsError, unknown_ros_args);
CONSTRUCTOR(UnknownTypeError, (const std::string &));
CONSTRUCTOR(InvalidEventError, ());
CONSTRUCTOR(EventNotRegisteredError, ());
CONSTRUCTOR(MissingGroupNodeException, (const std::string &));
CONSTRUCTOR(InvalidParametersException, (const std::string &));
CONSTRUCTOR(InvalidParameterValueException, (const std::string &));
CONSTRUCTOR(InvalidParameterTypeException, (const std::string &, const std::string &));
CONSTRUCTOR(UninitializedStaticallyTypedParameterException, (const std::string &));
CONSTRUCTOR(ParameterAlreadyDeclaredException, (const std::string &));
CONSTRUCTOR(ParameterNotDeclaredException, (const std::string &));
CONSTRUCTOR(ParameterImmutableException, (const std::string &));
CONSTRUCTOR(ParameterModifiedInCallbackException, (const std::string &));
CONSTRUCTOR(ParameterUninitializedException, (const std::string &));
CONSTRUCTOR(InvalidQosOverridesException, (const std::string &));
CONSTRUCTOR(QoSCheckCompatibleException, (const std::string &));
