@# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
@# The type traits of a service in C++: those of its request, its response and its event, and those of the struct that names them.
@# rosidl_generator_cpp has a template of this name without the event; the generator finds this one first.
@{
from rosidl_pycommon import convert_camel_case_to_lower_case_underscore as snake_case

type_ = service.namespaced_type
cpp_type = '::'.join(type_.namespaced_name())
# The event holds requests and responses. Their traits are in this file; marking their headers as included keeps the event
# from including headers that do not exist.
for part in ('Request', 'Response'):
    include_directives.add('/'.join([*type_.namespaces, 'detail', snake_case(f'{type_.name}_{part}') + '__traits.hpp']))
for message in (service.request_message, service.response_message, service.event_message):
    TEMPLATE(
        'msg__traits.hpp.em', message=message, package_name=package_name, interface_path=interface_path,
        include_directives=include_directives)

texts = {'data_type': cpp_type, 'name': '/'.join(type_.namespaced_name())}
traits = []
for trait in ('has_fixed_size', 'has_bounded_size'):
    traits.append((trait, '', 'std::bool_constant<{0}<{1}_Request>::value && {0}<{1}_Response>::value>'.format(trait, cpp_type)))
for suffix in ('', '_Request', '_Response'):
    traits.append(('is_service' + suffix.lower(), suffix, 'std::true_type'))
}@

namespace rosidl_generator_traits
{
@[for function, text in texts.items()]@

template<>
inline const char * @(function)<@(cpp_type)>()
{
  return "@(text)";
}
@[end for]@
@[for trait, suffix, value in traits]@

template<>
struct @(trait)<@(cpp_type)@(suffix)> : @(value) {};
@[end for]@

}  // namespace rosidl_generator_traits
