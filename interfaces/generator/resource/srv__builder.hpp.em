@# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
@# Replaces rosidl_generator_cpp's srv__builder.hpp.em: adds the event message of service introspection.
@{
for message in (service.request_message, service.response_message, service.event_message):
    TEMPLATE(
        'msg__builder.hpp.em',
        package_name=package_name, interface_path=interface_path,
        message=message, include_directives=include_directives)
}@
