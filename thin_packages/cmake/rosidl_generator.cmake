# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Its generator would create targets with the names of rosidl_default_generators' targets; only that one generates, whichever
# package is found first.
list(FILTER AMENT_EXTENSIONS_rosidl_generate_idl_interfaces EXCLUDE REGEX
  "^rosidl_(generator|typesupport_introspection)_c(pp)?:")
