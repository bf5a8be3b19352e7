# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Provides find_package(PythonExtra).
list(PREPEND CMAKE_MODULE_PATH "${python_cmake_module_DIR}/modules")
