@# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
@# A service in C++: its request, its response, the event that introspection sends of both, and the struct that names them.
@# rosidl_generator_cpp's template of this name knows no event; this one is found before it.
@{
from rosidl_pycommon import convert_camel_case_to_lower_case_underscore as snake_case

folder, name = service.namespaced_type.namespaces, service.namespaced_type.name
parts = {
    'Request': service.request_message, 'Response': service.response_message, 'Event': service.event_message}
# An event holds requests and responses. They are in this file, and in none of their own that it could include.
for part in ('Request', 'Response'):
    include_directives.add('/'.join([*folder, 'detail', snake_case(f'{name}_{part}') + '__struct.hpp']))
for message in parts.values():
    TEMPLATE(
        'msg__struct.hpp.em', message=message, package_name=package_name, interface_path=interface_path,
        include_directives=include_directives)
}@

namespace @('::'.join(folder))
{
struct @(name)
{
@[for part in parts]@
  using @(part) = @(name)_@(part);
@[end for]@
};
}  // namespace @('::'.join(folder))
