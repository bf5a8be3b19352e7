# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes the headers of an interface, ROS 2's and RxROS2's; for generate.py.

Headers of <package>/<kind>/<name>:
  <name>.hpp                    the header for users (resource/idl.hpp.em)
  detail/<name>__struct.hpp     the structs, __builder.hpp, __traits.hpp: rosidl_generator_cpp's
                                templates, with the event of services (resource/srv__*.hpp.em)
  detail/<name>__fields.hpp     RxROS2's: list of fields, type name and hash for cdr and rclcpp
  <name>.h                      the C structs, which programs include and rarely use; no functions:
                                rosidl_generator_c's template writes detail/<name>__struct.h
"""

import pathlib

import rosidl_generator_cpp
import rosidl_pycommon
from files import NOTICE, write_if_changed
from naming import (
    C_HEADER,
    C_STRUCT_HEADER,
    DEBIAN_HEADERS,
    FIELDS_HEADER,
    snake_case,
)

OUR_TEMPLATES = pathlib.Path(__file__).parent / 'resource'


def _templates(package):
    """Returns the folder of a generator's templates: beside its module if RxROS2 brings it."""
    bundled = pathlib.Path(rosidl_generator_cpp.__file__).parents[1] / package / 'resource'
    return bundled if bundled.is_dir() else pathlib.Path('/usr/share') / package / 'resource'


DEBIAN_TEMPLATES = _templates('rosidl_generator_cpp')
DEBIAN_C_TEMPLATES = _templates('rosidl_generator_c')

# Templates are looked up in the first folder that has them: ours replace Debian's of the same name.
rosidl_pycommon.template_prefix_path.append(OUR_TEMPLATES)


def write(interface, registry, output_dir):
    """Writes all headers of interface below output_dir (= <include>/<package>)."""
    stem = snake_case(interface.name)
    folder = pathlib.Path(output_dir) / interface.kind
    c_struct = folder / C_STRUCT_HEADER.format(stem)
    for template, file, basepath in (
        *((t, folder / p.format(stem), DEBIAN_TEMPLATES) for t, p in DEBIAN_HEADERS.items()),
        ('idl__struct.h.em', c_struct, DEBIAN_C_TEMPLATES),
    ):
        rosidl_pycommon.expand_template(
            template,
            {
                'package_name': interface.package,
                'interface_path': pathlib.Path(interface.kind) / f'{interface.name}.idl',
                'content': interface.content,
            },
            str(file),
            template_basepath=basepath,
            post_process_callback=rosidl_generator_cpp.prefix_with_bom_if_necessary,
        )
    write_if_changed(folder / C_HEADER.format(stem), _c_header(interface))
    write_if_changed(folder / FIELDS_HEADER.format(stem), _fields_header(interface, registry))


def _detail(package, kind, name, part):
    return f'{package}/{kind}/detail/{snake_case(name)}__{part}.hpp'


def _c_header(interface):
    package, kind, name = interface.package, interface.kind, interface.name
    stem = snake_case(name)
    guard = '__'.join((package, kind, stem)).upper() + '_H_'
    return (
        NOTICE.format(source=f'{package}/{kind}/{interface.path.name}')
        + f'#ifndef {guard}\n#define {guard}\n\n'
        + f'#include "{package}/{kind}/{C_STRUCT_HEADER.format(stem)}"\n'
        + f'\n#endif  // {guard}\n'
    )


def _fields_header(interface, registry):
    package, kind, name = interface.package, interface.kind, interface.name
    guard = '__'.join((package, kind, 'detail', snake_case(name), 'fields_hpp_')).upper()
    used = {
        field.type.base
        for message in interface.messages()
        for field in message.fields
        if field.type.is_message
    }
    if kind == 'action':
        used |= {'action_msgs/srv/CancelGoal', 'action_msgs/msg/GoalStatusArray'}
    nested = used - interface.structures.keys()
    includes = sorted(_detail(*n.split('/'), 'fields') for n in nested)
    text = [
        NOTICE.format(source=f'{package}/{kind}/{interface.path.name}'),
        f'#ifndef {guard}\n#define {guard}\n\n#include <cstddef>\n#include <cstdint>\n\n',
        f'#include "{_detail(package, kind, name, "struct")}"\n',
        *(f'#include "{i}"\n' for i in includes),
        '\nnamespace cdr\n{\ntemplate <typename T>\nstruct fields;\n}  // namespace cdr\n',
    ]
    for message in interface.messages():
        text.append(_fields(message, registry))
    services = interface.services()
    if services or kind == 'action':
        text.append('\nnamespace rosidl_interfaces\n{\n')
        for category, elements in (
            ('service', services),
            ('action', [interface.structures[interface.type_name]] * (kind == 'action')),
        ):
            if elements:
                text.append(f'template <typename T>\nstruct {category};\n')
            for element in elements:
                text.append(_named(category, element.name, registry))
        text.append('}  // namespace rosidl_interfaces\n')
    text.append(f'\n#endif  // {guard}\n')
    return ''.join(text)


def _fields(message, registry):
    name, cpp = message.name, message.name.replace('/', '::')
    members = message.members
    names = ', '.join(f'"{m.name}"' for m in members)
    bounds = ', '.join(str(m.type.string_bound) for m in members)
    octets = ''
    if any(m.type.base == 'byte' for m in members):
        flags = ', '.join('true' if m.type.base == 'byte' else 'false' for m in members)
        octets = f'  static constexpr bool octets[] = {{{flags}}};\n'
    pointers = ', '.join(f'&M::{m.name}' for m in members)
    return f'''
template <typename Allocator>
struct cdr::fields<::{cpp}_<Allocator>>
{{
  static constexpr const char * name = "{name}";
  static constexpr const char * hash = "{registry.hash(name)}";
  static constexpr std::size_t count = {len(members)};
  static constexpr const char * names[] = {{{names}}};
  static constexpr std::uint32_t bounds[] = {{{bounds}}};
{octets}  template <typename F>
  static constexpr decltype(auto) apply(F && f)
  {{
    using M = ::{cpp}_<Allocator>;
    return f({pointers});
  }}
}};
'''


def _named(category, name, registry):
    return f'''template <>
struct {category}<::{name.replace('/', '::')}>
{{
  static constexpr const char * name = "{name}";
  static constexpr const char * hash = "{registry.hash(name)}";
}};
'''
