# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rpyutils: imports of extension modules."""

import json.decoder

import pytest
from rpyutils import add_dll_directories_from_env, import_c_library


def test_imports():
    with add_dll_directories_from_env('PATH') as handles:
        assert handles == []
    assert import_c_library('.decoder', 'json') is json.decoder
    with pytest.raises(
        ImportError, match=r"No module named 'json\._none'; expected the extension module \._none of json"
    ):
        import_c_library('._none', 'json')
