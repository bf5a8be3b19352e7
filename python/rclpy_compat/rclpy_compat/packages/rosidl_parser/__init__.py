# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The types of fields in SLOT_TYPES. The parser of .idl files, which only generators use, is not included."""
