// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parameter files as C structs, filled by the parser in node/yaml_parameters.hpp.
#include "rcl_yaml_param_parser/parser.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "parameters/yaml_parameters.hpp"
#include "rclcpp/parameter_map.hpp"
#include "rcutils/error_handling.h"

namespace
{

using rclcpp::ParameterValue;

constexpr std::size_t first_nodes = 128;
constexpr std::size_t first_parameters = 16;  // of each node

// Allocates with the allocator of the struct. Throws std::bad_alloc.
struct Memory
{
  const rcutils_allocator_t & allocator;

  template <typename T>
  T * zeroed(std::size_t count) const
  {
    return static_cast<T *>(checked(
      allocator.zero_allocate(std::max<std::size_t>(count, 1), sizeof(T), allocator.state)));
  }

  // Grows the array to `count` elements; new elements are zero.
  template <typename T>
  void grow(T *& array, std::size_t before, std::size_t count) const
  {
    array =
      static_cast<T *>(checked(allocator.reallocate(array, count * sizeof(T), allocator.state)));
    std::fill(array + before, array + count, T{});
  }

  char * text(std::string_view text) const
  {
    char * const copy = zeroed<char>(text.size() + 1);
    text.copy(copy, text.size());
    return copy;
  }

  void free(void * block) const
  {
    if (block) {
      allocator.deallocate(block, allocator.state);
    }
  }

private:
  static void * checked(void * block)
  {
    if (!block) {
      throw std::bad_alloc();
    }
    return block;
  }
};

template <typename Array>
void free_array(const Memory & memory, Array * array)
{
  if (array) {
    memory.free(array->values);
    memory.free(array);
  }
}

void free_texts(const Memory & memory, rcutils_string_array_t * array)
{
  if (array) {
    for (std::size_t i = 0; array->data && i < array->size; ++i) {
      memory.free(array->data[i]);
    }
    memory.free(array->data);
    memory.free(array);
  }
}

void free_value(const Memory & memory, rcl_variant_t & value)
{
  memory.free(value.bool_value);
  memory.free(value.integer_value);
  memory.free(value.double_value);
  memory.free(value.string_value);
  free_array(memory, value.byte_array_value);
  free_array(memory, value.bool_array_value);
  free_array(memory, value.integer_array_value);
  free_array(memory, value.double_array_value);
  free_texts(memory, value.string_array_value);
  value = {};
}

bool is_set(const rcl_variant_t & value)
{
  return value.bool_value || value.integer_value || value.double_value || value.string_value ||
         value.byte_array_value || value.bool_array_value || value.integer_array_value ||
         value.double_array_value || value.string_array_value;
}

// Each allocation is linked to the struct at once, so that nothing leaks if the next one fails.
template <typename T>
void set(const Memory & memory, T *& place, const T & value)
{
  place = memory.zeroed<T>(1);
  *place = value;
}

template <typename Array, typename T>
void set_array(const Memory & memory, Array *& place, const std::vector<T> & values)
{
  place = memory.zeroed<Array>(1);
  place->values = memory.zeroed<std::remove_pointer_t<decltype(place->values)>>(values.size());
  std::copy(values.begin(), values.end(), place->values);
  place->size = values.size();
}

void set_texts(
  const Memory & memory, rcutils_string_array_t *& place, const std::vector<std::string> & texts)
{
  place = memory.zeroed<rcutils_string_array_t>(1);
  place->allocator = memory.allocator;
  place->data = memory.zeroed<char *>(texts.size());
  place->size = texts.size();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    place->data[i] = memory.text(texts[i]);
  }
}

void set_value(const Memory & memory, rcl_variant_t & place, const ParameterValue & value)
{
  free_value(memory, place);
  switch (value.get_type()) {
    case rclcpp::PARAMETER_NOT_SET:
      break;
    case rclcpp::PARAMETER_BOOL:
      return set(memory, place.bool_value, value.get<bool>());
    case rclcpp::PARAMETER_INTEGER:
      return set(memory, place.integer_value, value.get<std::int64_t>());
    case rclcpp::PARAMETER_DOUBLE:
      return set(memory, place.double_value, value.get<double>());
    case rclcpp::PARAMETER_STRING:
      place.string_value = memory.text(value.get<std::string>());
      break;
    case rclcpp::PARAMETER_BYTE_ARRAY:
      return set_array(memory, place.byte_array_value, value.get<rclcpp::PARAMETER_BYTE_ARRAY>());
    case rclcpp::PARAMETER_BOOL_ARRAY:
      return set_array(memory, place.bool_array_value, value.get<rclcpp::PARAMETER_BOOL_ARRAY>());
    case rclcpp::PARAMETER_INTEGER_ARRAY:
      return set_array(
        memory, place.integer_array_value, value.get<rclcpp::PARAMETER_INTEGER_ARRAY>());
    case rclcpp::PARAMETER_DOUBLE_ARRAY:
      return set_array(
        memory, place.double_array_value, value.get<rclcpp::PARAMETER_DOUBLE_ARRAY>());
    case rclcpp::PARAMETER_STRING_ARRAY:
      return set_texts(
        memory, place.string_array_value, value.get<rclcpp::PARAMETER_STRING_ARRAY>());
  }
}

void reserve_nodes(rcl_params_t & params, std::size_t capacity)
{
  const Memory memory{params.allocator};
  memory.grow(params.node_names, params.num_nodes, capacity);
  memory.grow(params.params, params.num_nodes, capacity);
  params.capacity_nodes = capacity;
}

// Returns the parameters of that node; adds the node if it is missing.
rcl_node_params_t & parameters_of(rcl_params_t & params, std::string_view node)
{
  const std::string name = node.starts_with('/') ? std::string(node) : "/" + std::string(node);
  for (std::size_t i = 0; i < params.num_nodes; ++i) {
    const std::string_view known = params.node_names[i];
    if (known == name || (!known.starts_with('/') && known == name.substr(1))) {
      return params.params[i];
    }
  }
  if (params.num_nodes >= params.capacity_nodes) {
    reserve_nodes(params, std::max(first_nodes, 2 * params.num_nodes));
  }
  params.node_names[params.num_nodes] = Memory{params.allocator}.text(name);
  rcl_node_params_t & added = params.params[params.num_nodes++];
  added = {};
  return added;
}

// Returns the value of that parameter; adds it without a value if it is missing.
rcl_variant_t & value_of(rcl_params_t & params, std::string_view node, std::string_view name)
{
  rcl_node_params_t & of_node = parameters_of(params, node);
  for (std::size_t i = 0; i < of_node.num_params; ++i) {
    if (name == of_node.parameter_names[i]) {
      return of_node.parameter_values[i];
    }
  }
  const Memory memory{params.allocator};
  const std::size_t count = of_node.num_params;
  if (count >= of_node.capacity_params) {
    const std::size_t capacity = std::max(first_parameters, 2 * count);
    memory.grow(of_node.parameter_names, count, capacity);
    memory.grow(of_node.parameter_values, count, capacity);
    of_node.capacity_params = capacity;
  }
  of_node.parameter_names[count] = memory.text(name);
  of_node.parameter_values[count] = {};
  ++of_node.num_params;
  return of_node.parameter_values[count];
}

// Runs `call`. An exception becomes the error state of this thread, since C has no exceptions.
template <typename Call>
bool try_call(Call && call)
{
  try {
    call();
    return true;
  } catch (const std::exception & error) {
    RCUTILS_SET_ERROR_MSG(error.what());
    return false;
  }
}

void require(bool condition, const char * otherwise)
{
  if (!condition) {
    throw std::invalid_argument(otherwise);
  }
}

}  // namespace

rcl_params_t * rcl_yaml_node_struct_init(rcutils_allocator_t allocator)
{
  return rcl_yaml_node_struct_init_with_capacity(first_nodes, allocator);
}

rcl_params_t * rcl_yaml_node_struct_init_with_capacity(
  std::size_t capacity, rcutils_allocator_t allocator)
{
  rcl_params_t * params = nullptr;
  const bool made = try_call([&] {
    require(
      rcutils_allocator_is_valid(&allocator),
      "rcl_yaml_node_struct_init: the allocator is not valid");
    params = Memory{allocator}.zeroed<rcl_params_t>(1);
    params->allocator = allocator;
    reserve_nodes(*params, std::max<std::size_t>(capacity, 1));
  });
  if (!made) {
    rcl_yaml_node_struct_fini(params);
    return nullptr;
  }
  return params;
}

rcutils_ret_t rcl_yaml_node_struct_reallocate(
  rcl_params_t * params_st, std::size_t new_capacity, rcutils_allocator_t allocator)
{
  if (
    !params_st || !rcutils_allocator_is_valid(&allocator) || new_capacity == 0 ||
    new_capacity < params_st->num_nodes) {
    RCUTILS_SET_ERROR_MSG(
      "rcl_yaml_node_struct_reallocate: expected parameters, an allocator and room for all nodes");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  params_st->allocator = allocator;
  return try_call([&] { reserve_nodes(*params_st, new_capacity); }) ? RCUTILS_RET_OK
                                                                    : RCUTILS_RET_BAD_ALLOC;
}

rcl_params_t * rcl_yaml_node_struct_copy(const rcl_params_t * params_st)
{
  if (!params_st) {
    RCUTILS_SET_ERROR_MSG("rcl_yaml_node_struct_copy: the parameters are null");
    return nullptr;
  }
  rcl_params_t * const copy =
    rcl_yaml_node_struct_init_with_capacity(params_st->capacity_nodes, params_st->allocator);
  const bool whole =
    copy && try_call([&] {
      const Memory memory{copy->allocator};
      for (std::size_t n = 0; n < params_st->num_nodes; ++n) {
        const rcl_node_params_t & of_node = params_st->params[n];
        parameters_of(*copy, params_st->node_names[n]);  // also for a node without parameters
        for (std::size_t p = 0; p < of_node.num_params; ++p) {
          rcl_variant_t & place =
            value_of(*copy, params_st->node_names[n], of_node.parameter_names[p]);
          if (is_set(of_node.parameter_values[p])) {
            set_value(memory, place, rclcpp::parameter_value_from(&of_node.parameter_values[p]));
          }
        }
      }
    });
  if (!whole) {
    rcl_yaml_node_struct_fini(copy);
    return nullptr;
  }
  return copy;
}

void rcl_yaml_node_struct_fini(rcl_params_t * params_st)
{
  if (!params_st) {
    return;
  }
  const rcutils_allocator_t allocator = params_st->allocator;
  const Memory memory{allocator};
  for (std::size_t n = 0; n < params_st->num_nodes; ++n) {
    rcl_node_params_t & of_node = params_st->params[n];
    for (std::size_t p = 0; p < of_node.num_params; ++p) {
      memory.free(of_node.parameter_names[p]);
      free_value(memory, of_node.parameter_values[p]);
    }
    memory.free(of_node.parameter_names);
    memory.free(of_node.parameter_values);
    memory.free(params_st->node_names[n]);
  }
  memory.free(params_st->node_names);
  memory.free(params_st->params);
  memory.free(params_st);
}

bool rcl_parse_yaml_file(const char * file_path, rcl_params_t * params_st)
{
  return try_call([&] {
    require(file_path && params_st, "rcl_parse_yaml_file: path or parameters are null");
    rclcpp::detail::ParameterOverrides nodes;
    rclcpp::detail::read_parameter_file(file_path, nodes);
    const Memory memory{params_st->allocator};
    for (const auto & [node, parameters, fault] : nodes) {
      if (!fault.empty()) {
        throw std::invalid_argument(fault);  // the struct cannot hold it
      }
    }
    for (const auto & [node, parameters, fault] : nodes) {
      for (const auto & [name, given] : parameters) {
        if (given.fault.empty()) {
          set_value(memory, value_of(*params_st, node, name), given.value);
        }
      }
    }
  });
}

bool rcl_parse_yaml_value(
  const char * node_name, const char * param_name, const char * yaml_value,
  rcl_params_t * params_st)
{
  return try_call([&] {
    require(
      node_name && *node_name && param_name && *param_name && yaml_value && params_st,
      "rcl_parse_yaml_value: expected node, parameter, value and where to write it");
    const ParameterValue value = rclcpp::detail::parse_parameter_value(yaml_value);
    set_value(Memory{params_st->allocator}, value_of(*params_st, node_name, param_name), value);
  });
}

rcl_variant_t * rcl_yaml_node_struct_get(
  const char * node_name, const char * param_name, rcl_params_t * params_st)
{
  rcl_variant_t * value = nullptr;
  try_call([&] {
    require(
      node_name && param_name && params_st,
      "rcl_yaml_node_struct_get: node, parameter or parameters are null");
    value = &value_of(*params_st, node_name, param_name);
  });
  return value;
}

void rcl_yaml_node_struct_print(const rcl_params_t * params_st)
{
  if (!params_st) {
    return;
  }
  for (std::size_t n = 0; n < params_st->num_nodes; ++n) {
    const rcl_node_params_t & of_node = params_st->params[n];
    std::printf("%s\n", params_st->node_names[n]);
    for (std::size_t p = 0; p < of_node.num_params; ++p) {
      const rcl_variant_t & value = of_node.parameter_values[p];
      const ParameterValue shown =
        is_set(value) ? rclcpp::parameter_value_from(&value) : ParameterValue();
      std::printf("  %s: %s\n", of_node.parameter_names[p], rclcpp::to_string(shown).c_str());
    }
  }
}
