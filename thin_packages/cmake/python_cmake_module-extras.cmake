# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Provides find_package(PythonExtra).
list(INSERT CMAKE_MODULE_PATH 0 "${python_cmake_module_DIR}/modules")
