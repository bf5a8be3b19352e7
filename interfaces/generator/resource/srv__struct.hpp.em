@# Replaces rosidl_generator_cpp's srv__struct.hpp.em: adds the event message of service introspection.
@{
from rosidl_pycommon import convert_camel_case_to_lower_case_underscore
messages = (service.request_message, service.response_message, service.event_message)
# Request and response stand in this same file; without this the event would include files that do not exist.
for message in messages[:2]:
    type_ = message.structure.namespaced_type
    include_directives.add('/'.join(
        type_.namespaces + ['detail', convert_camel_case_to_lower_case_underscore(type_.name) + '__struct.hpp']))
for message in messages:
    TEMPLATE(
        'msg__struct.hpp.em',
        package_name=package_name, interface_path=interface_path,
        message=message, include_directives=include_directives)
service_typename = '::'.join(service.namespaced_type.namespaced_name())
}@

@[for ns in service.namespaced_type.namespaces]@
namespace @(ns)
{

@[end for]@
struct @(service.namespaced_type.name)
{
  using Request = @(service_typename)_Request;
  using Response = @(service_typename)_Response;
  using Event = @(service_typename)_Event;
};
@[for ns in reversed(service.namespaced_type.namespaces)]@

}  // namespace @(ns)
@[end for]@
