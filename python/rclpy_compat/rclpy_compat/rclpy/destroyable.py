# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""DestroyableType: the protocol of objects that a `with` block protects from destruction."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol


class DestroyableType(Protocol):
    """An object that is destroyed when no `with` block uses it."""

    def __enter__(self) -> None:
        """Begins a use. Raises InvalidHandle if the object is destroyed."""

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exctb: TracebackType | None,
    ) -> None:
        """Ends a use."""

    def destroy_when_not_in_use(self) -> None:
        """Destroys the object now, or at the end of its last use."""
