// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The C functions of rmw that public programs call.
#include "rmw/rmw.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>

#include "rclcpp/detail/type_support_handles.hpp"
#include "rmw/error_handling.h"

namespace
{

// Runs `call`. An exception becomes the error state of this thread, since C has no exceptions.
template <typename Call>
rmw_ret_t without_exceptions(Call && call)
{
  try {
    call();
    return RMW_RET_OK;
  } catch (const std::bad_alloc & error) {
    RMW_SET_ERROR_MSG(error.what());
    return RMW_RET_BAD_ALLOC;
  } catch (const std::invalid_argument & error) {
    RMW_SET_ERROR_MSG(error.what());
    return RMW_RET_INVALID_ARGUMENT;
  } catch (const std::exception & error) {
    RMW_SET_ERROR_MSG(error.what());
    return RMW_RET_ERROR;
  }
}

}  // namespace

const char * rmw_get_implementation_identifier()
{
  // As rmw::read_environment() chooses the engine.
  const char * const name = std::getenv("RMW_IMPLEMENTATION");
  return name && std::strcmp(name, "rmw_zenoh_cpp") == 0 ? "rmw_zenoh_cpp" : "rmw_cyclonedds_cpp";
}

const char * rmw_get_serialization_format()
{
  return "cdr";
}

rmw_ret_t rmw_serialize(
  const void * ros_message, const rosidl_message_type_support_t * type_support,
  rmw_serialized_message_t * serialized_message)
{
  return without_exceptions([&] {
    if (!ros_message || !serialized_message) {
      throw std::invalid_argument("rmw_serialize: a message is null; expected two messages");
    }
    const rclcpp::detail::TypeSupport & type = rclcpp::detail::message_type_of(type_support);
    const std::size_t size = type.encoded_size(ros_message);
    if (serialized_message->buffer_capacity < size) {
      const rmw_ret_t resized = rmw_serialized_message_resize(serialized_message, size);
      if (resized == RCUTILS_RET_BAD_ALLOC) {
        throw std::bad_alloc();
      }
      if (resized != RCUTILS_RET_OK) {
        throw std::invalid_argument(
          "rmw_serialize: the serialized message cannot grow; expected one that was initialised");
      }
    }
    type.encode(ros_message, {reinterpret_cast<std::byte *>(serialized_message->buffer), size});
    serialized_message->buffer_length = size;
  });
}

rmw_ret_t rmw_deserialize(
  const rmw_serialized_message_t * serialized_message,
  const rosidl_message_type_support_t * type_support, void * ros_message)
{
  return without_exceptions([&] {
    if (!ros_message || !serialized_message) {
      throw std::invalid_argument("rmw_deserialize: a message is null; expected two messages");
    }
    rclcpp::detail::message_type_of(type_support)
      .decode(
        {reinterpret_cast<const std::byte *>(serialized_message->buffer),
         serialized_message->buffer_length},
        ros_message);
  });
}
