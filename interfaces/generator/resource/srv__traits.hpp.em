@# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
@# Replaces rosidl_generator_cpp's srv__traits.hpp.em: adds the event message of service introspection.
@{
from rosidl_pycommon import convert_camel_case_to_lower_case_underscore
messages = (service.request_message, service.response_message, service.event_message)
# Request and response stand in this same file; without this the event would include files that do not exist.
for message in messages[:2]:
    type_ = message.structure.namespaced_type
    include_directives.add('/'.join(
        type_.namespaces + ['detail', convert_camel_case_to_lower_case_underscore(type_.name) + '__traits.hpp']))
for message in messages:
    TEMPLATE(
        'msg__traits.hpp.em',
        package_name=package_name, interface_path=interface_path,
        message=message, include_directives=include_directives)
cpp = '::'.join(service.namespaced_type.namespaced_name())
name = '/'.join(service.namespaced_type.namespaced_name())
}@

namespace rosidl_generator_traits
{

template<>
inline const char * data_type<@(cpp)>()
{
  return "@(cpp)";
}

template<>
inline const char * name<@(cpp)>()
{
  return "@(name)";
}

@[for trait in ('has_fixed_size', 'has_bounded_size')]@
template<>
struct @(trait)<@(cpp)>
  : std::bool_constant<@(trait)<@(cpp)_Request>::value && @(trait)<@(cpp)_Response>::value> {};

@[end for]@
template<>
struct is_service<@(cpp)>
  : std::true_type {};

template<>
struct is_service_request<@(cpp)_Request>
  : std::true_type {};

template<>
struct is_service_response<@(cpp)_Response>
  : std::true_type {};

}  // namespace rosidl_generator_traits
