# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Names of generated headers; cpp.py writes them, generate.py lists them."""

from rosidl_pycommon import convert_camel_case_to_lower_case_underscore as snake_case

DEBIAN_HEADERS = {
    'idl.hpp.em': '{}.hpp',
    'idl__builder.hpp.em': 'detail/{}__builder.hpp',
    'idl__struct.hpp.em': 'detail/{}__struct.hpp',
    'idl__traits.hpp.em': 'detail/{}__traits.hpp',
}
FIELDS_HEADER = 'detail/{}__fields.hpp'
C_HEADER = '{}.h'
C_STRUCT_HEADER = 'detail/{}__struct.h'
PATTERNS = (*DEBIAN_HEADERS.values(), FIELDS_HEADER, C_HEADER, C_STRUCT_HEADER)


def headers(kind, name):
    """Returns the paths, below <include>/<package>, of the headers of one interface."""
    stem = snake_case(name)
    return [f'{kind}/{pattern.format(stem)}' for pattern in PATTERNS]


def alias_headers(package, alias, ros1_headers, names):
    """Returns the paths, below the include directory, of the headers of aliases.py."""
    for name in names:
        if alias:
            yield f'{alias}/msg/{snake_case(name)}.hpp'
        for owner in (package, alias):
            if owner and ros1_headers:
                yield f'{owner}/{name}.h'
