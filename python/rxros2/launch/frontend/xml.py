# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reader of XML launch files into elements with line numbers."""

from __future__ import annotations

from xml.parsers import expat

from ..errors import LaunchError
from .element import DEEPEST, Element


def read(path: str, text: str) -> Element:
    """Returns the outermost element. LaunchError, with file and line, for invalid XML."""
    parser = expat.ParserCreate()
    open_: list[Element] = []
    outermost: list[Element] = []

    def begin(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, f'{path}:{parser.CurrentLineNumber}', attributes)
        if len(open_) >= DEEPEST:
            raise LaunchError(f'elements are nested more than {DEEPEST} deep', element.place)
        (open_[-1].add if open_ else outermost.append)(element)
        open_.append(element)

    def end(tag: str) -> None:
        open_.pop()

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    # Text between elements is ignored, as in ROS 2.
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        why = expat.errors.messages[error.code]
        raise LaunchError(f'no valid XML: {why}', f'{path}:{error.lineno}') from None
    except (ValueError, LookupError) as error:  # an unknown encoding
        raise LaunchError(f'no valid XML: {error}', path) from None
    return outermost[0]
