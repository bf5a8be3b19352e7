# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Files that robot descriptions refer to: meshes and their pictures, package://NAME/FILE."""

from __future__ import annotations

import pathlib
import re
import urllib.parse

from ...packages import prefix_of

_MESHES = ('.bin', '.dae', '.fbx', '.glb', '.gltf', '.mtl', '.obj', '.sdf', '.stl', '.urdf', '.xacro')
_PICTURES = ('.bmp', '.gif', '.jpeg', '.jpg', '.png', '.tga', '.tif', '.tiff', '.webp')
_KINDS = _MESHES + _PICTURES
_MOST = 256 * 2**20
"""The most bytes of a file."""


def asset(uri: str) -> bytes:
    """Returns a file of a package's share folder, and of no other place. ValueError or OSError.

    Called by a thread of Foxglove's library.
    """
    parts = re.fullmatch(r'package://([\w-]+)/+(.+)', urllib.parse.unquote(uri))
    path = pathlib.PurePosixPath(parts[2] if parts else '')
    if parts is None or '..' in path.parts:
        raise ValueError(f'{uri} is not served; expected package://NAME/FILE')
    if path.suffix.lower() not in _KINDS:
        raise ValueError(f'{uri} is not served: its name ends with none of {" ".join(_KINDS)}')
    try:
        file = prefix_of(parts[1]) / 'share' / parts[1] / path
    except KeyError:
        raise ValueError(f'{uri}: there is no package {parts[1]} here; source its workspace before') from None
    if file.stat().st_size > _MOST:
        raise ValueError(f'{uri} has {file.stat().st_size} bytes; at most {_MOST} are served')
    return file.read_bytes()
