# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""setup_logger(): asyncio_for_robotics' function that shows its log."""

from __future__ import annotations

import logging
import pathlib


def setup_logger(debug_path: str | None = None) -> None:
    """Shows the package's log from INFO on standard error. `debug_path` is a folder for all of it, in rxros2.log."""
    logger = logging.getLogger('rxros2')
    if logger.handlers:
        return
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    form = logging.Formatter('%(asctime)s %(levelname)s %(name)s: %(message)s')
    console = logging.StreamHandler()
    console.setLevel(logging.INFO)
    console.setFormatter(form)
    logger.addHandler(console)
    if debug_path is not None:
        file = logging.FileHandler(pathlib.Path(debug_path) / 'rxros2.log', delay=True)
        file.setFormatter(form)
        logger.addHandler(file)
