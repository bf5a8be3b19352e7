# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Context: the state that nodes and executors share; valid from init() to shutdown()."""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

from rxros2 import _core
from rxros2._replay_state import after_replay, is_replayed

from .exceptions import NotInitializedException
from .impl.handle import Handle
from .impl.implementation import of_arguments
from .impl.reexports import reexports

__getattr__ = reexports(__name__)

ContextHandle = Handle

_LAST_DOMAIN = 232  # the ports of a larger one do not exist
contexts: weakref.WeakSet[Context] = weakref.WeakSet()


class Context:
    """The state that nodes and executors share. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # guards the members below
        self._core: _core.Context | None = None
        self._handle: Handle | None = None
        self._is_ended = False  # by shutdown()
        self._ended_by: int | None = None  # the thread; None if a signal or the end of a replay did it
        self._callbacks: dict[object, Callable[[], None]] = {}  # in the order of their registration

    def init(
        self, args: list[str] | None = None, *, initialize_logging: bool = True, domain_id: int | None = None
    ) -> None:
        """Makes the context valid.

        RuntimeError if it already is or for an invalid domain id; ValueError or RuntimeError for invalid ROS arguments,
        UnicodeEncodeError for arguments that are not UTF-8.
        """
        arguments = list(sys.argv if args is None else args)
        for argument in arguments:
            argument.encode()  # UnicodeEncodeError for a text that is not UTF-8
        if domain_id is not None and not 0 <= domain_id <= _LAST_DOMAIN:
            raise RuntimeError(f'Context.init(): the domain id is {domain_id}; expected 0 to {_LAST_DOMAIN}')
        with self._lock:
            if self.ok():
                raise RuntimeError('Context.init(): the context is valid already; shut it down before')
            with of_arguments():
                self._core = _core.Context(arguments, domain_id)
            self._is_ended, self._ended_by = False, None
            self._handle = Handle('the context')
            contexts.add(self)
            if is_replayed():
                after_replay(self._shut_down)  # the end of the replay ends the context

    @property
    def handle(self) -> Handle | None:
        """The handle of the context; None before init()."""
        return self._handle

    def destroy(self) -> None:
        """Shuts the context down if it is valid, and ends its handle."""
        self.try_shutdown()
        if self._handle is not None:
            self._handle.destroy_when_not_in_use()

    def ok(self) -> bool:
        """Returns whether the context is valid."""
        core = self._core
        return core is not None and core.is_valid()

    @property
    def core(self) -> _core.Context:
        """The valid core context. Raises NotInitializedException if there is none."""
        core = self._core
        if core is None or not core.is_valid():
            raise NotInitializedException
        return core

    def shutdown(self) -> None:
        """Ends the context. Raises RuntimeError if it was never valid, or if the program has ended it before.

        A context that a signal has ended may be shut down once more, which does nothing.
        """
        if self._core is None:
            raise RuntimeError('Context.shutdown(): the context was never valid; init() comes first')
        was_ended, self._is_ended = self._is_ended, True
        if was_ended:
            raise RuntimeError('Context.shutdown(): the context is shut down already')
        self.try_shutdown()

    def try_shutdown(self) -> None:
        """Ends the context if it is valid."""
        self._end_by(threading.get_ident())

    def _end_by(self, thread: int | None) -> None:
        """Ends the context if it is valid, for a function that the thread calls; None for a signal."""
        core = self._core
        if core is not None and core.shutdown('rclpy.shutdown()'):
            self._ended_by = thread
            self._shut_down()

    def _is_ended_elsewhere(self) -> bool:
        """Returns whether a signal or another thread than this one has ended the context."""
        return not self.ok() and self._ended_by != threading.get_ident()

    def _shut_down(self) -> None:
        with self._lock:
            callbacks, self._callbacks = self._callbacks, {}
        errors: list[BaseException] = []
        for callback in callbacks.values():
            try:
                callback()
            except BaseException as error:  # the other callbacks are still called
                errors.append(error)
        if errors:
            raise errors[0]

    def on_shutdown(self, callback: Callable[[], None]) -> None:
        """Calls `callback` once when the context is shut down, in the thread that does it. Methods are held weakly.

        Calls it immediately if the context is already shut down. An exception of a callback is raised by shutdown(),
        after the other callbacks have been called.
        """
        if not callable(callback):
            raise TypeError(f'Context.on_shutdown(): found {callback!r}; expected a function')
        if hasattr(callback, '__self__') and hasattr(callback, '__func__'):
            key: object = object()
            weak = weakref.WeakMethod(callback, lambda _: self._forget(key))

            def call() -> None:
                method = weak()
                if method is not None:
                    method()
        else:
            key, call = object(), callback
        with self._lock:
            is_over = self._core is not None and not self.ok()
            if not is_over:
                self._callbacks[key] = call
        if is_over:
            call()

    def _forget(self, key: object) -> None:
        """Removes the callback of a destroyed object. The garbage collector may call this at any point."""
        self._callbacks.pop(key, None)

    def get_domain_id(self) -> int:
        """Returns the ROS domain id."""
        return self.core.domain_id()

    def __enter__(self) -> Context:
        if not self.ok():
            self.init()
        return self

    def __exit__(self, *error: Any) -> None:
        self.try_shutdown()
