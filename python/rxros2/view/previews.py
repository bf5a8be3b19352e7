# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Pictures of messages: images as RGBA for a canvas, laser scans as points."""

from __future__ import annotations

import json
import math
import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import ndarray

MOST_PIXELS = 640 * 480
MOST_POINTS = 2000
MOST_BYTES = 16 << 20
"""The most bytes of a compressed picture."""
_CHANNELS = {'rgb8': (0, 1, 2), 'bgr8': (2, 1, 0), 'rgba8': (0, 1, 2), 'bgra8': (2, 1, 0)}
_GRAY = {'mono8': 'u1', '8UC1': 'u1', 'mono16': 'u2', '16UC1': 'u2', '32FC1': 'f4'}
_YUV = {'yuv422': 1, 'uyvy': 1, 'yuv422_yuy2': 0, 'yuyv': 0}
"""The byte with the brightness of the first pixel."""


def preview(topic: str, type_: str, message: Any) -> dict[str, Any] | bytes | None:
    """Returns the picture of a message; None if its type has none."""
    if type_ == 'sensor_msgs/msg/Image':
        return _image(topic, message)
    if type_ == 'sensor_msgs/msg/CompressedImage':
        form = 'png' if 'png' in message.format else 'jpeg'
        if len(message.data) > MOST_BYTES:
            return {'kind': 'none', 'why': f'{len(message.data)} bytes are not shown; at most {MOST_BYTES} are'}
        return binary({'topic': topic, 'kind': 'compressed', 'format': form}, bytes(message.data))
    if type_ == 'sensor_msgs/msg/LaserScan':
        return _scan(message)
    return None


def binary(head: dict[str, Any], body: bytes) -> bytes:
    """Returns a binary frame: the length of the head (u32, little-endian), the head as JSON, the body."""
    text = json.dumps(head).encode()
    return struct.pack('<I', len(text)) + text + body


def _image(topic: str, message: Any) -> dict[str, Any] | bytes:
    try:
        pixels = _pixels(message)
    except (ValueError, IndexError):
        expected = f'{message.height} rows of {message.step} bytes'
        return {'kind': 'none', 'why': f'{message.encoding}: expected {expected}, found {len(message.data)} bytes'}
    except ModuleNotFoundError:
        return {'kind': 'none', 'why': 'pictures need numpy, which is not installed'}
    if pixels is None:
        return {'kind': 'none', 'why': f'no picture of encoding {message.encoding}'}
    height, width = pixels.shape[:2]
    if not height or not width:
        return {'kind': 'none', 'why': f'a picture of {message.width} x {message.height} pixels'}
    head = {'topic': topic, 'kind': 'image', 'width': width, 'height': height, 'of': [message.width, message.height]}
    return binary({**head, 'encoding': message.encoding}, pixels.tobytes())


def _pixels(message: Any) -> ndarray[Any, Any] | None:
    """Returns RGBA, reduced by skipping rows and columns; None for unknown encodings."""
    import numpy as np

    height, width, encoding = message.height, message.width, message.encoding
    rows = np.frombuffer(memoryview(message.data), np.uint8)[: height * message.step].reshape(height, message.step)
    every = max(1, math.ceil(math.sqrt(height * width / MOST_PIXELS)))
    if encoding in _CHANNELS:
        depth = 4 if 'a' in encoding else 3
        seen = rows[::every, : width * depth].reshape(-1, width, depth)[:, ::every]
        color = seen[:, :, _CHANNELS[encoding]]
    else:
        if encoding in _GRAY:
            kind = np.dtype(('>' if message.is_bigendian else '<') + _GRAY[encoding])
            size = width * kind.itemsize
            gray = np.ascontiguousarray(rows[::every, :size]).view(kind)[:, ::every]
        elif encoding in _YUV:
            gray = rows[::every, _YUV[encoding] : width * 2 : 2][:, ::every]
        elif encoding.startswith('bayer_') and encoding.endswith('8'):
            gray = rows[::every, :width][:, ::every]
        else:
            return None
        if gray.dtype != np.uint8:  # depth images are scaled from 0 or less to the greatest value
            seen = np.where(np.isfinite(gray), gray, 0).astype(np.float32)
            low, high = float(seen.min(initial=0)), float(seen.max(initial=0))
            gray = ((seen - low) * (255 / (high - low or 1))).astype(np.uint8)
        color = np.repeat(gray[:, :, None], 3, axis=2)
    full = np.full((*color.shape[:2], 1), 255, np.uint8)
    return np.concatenate([color, full], axis=2)


def _scan(message: Any) -> dict[str, Any]:
    every = max(1, math.ceil(len(message.ranges) / MOST_POINTS))
    ranges = message.ranges[::every]
    low, high = message.range_min, message.range_max
    return {
        'kind': 'scan',
        'begin': _finite(message.angle_min),
        'step': _finite(message.angle_increment * every),
        'most': high if math.isfinite(high) else 0,
        'ranges': [round(float(r), 4) if math.isfinite(r) and low <= r <= (high or r) else None for r in ranges],
    }


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0
