# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Subscriptions, clients, services and timers without callbacks, for which a waitable waits and from which it takes."""

from __future__ import annotations

import itertools
from collections import deque
from typing import TYPE_CHECKING, Any

from rxros2 import _core
from rxros2.messages.codec import announced, codec_of

from .handle import Handle

if TYPE_CHECKING:
    from rxros2._core import Notifier


class _Source(Handle):
    """An entity that is ready while items wait in it. One thread at a time may use it."""

    def __init__(self, name: str, core: Any) -> None:
        super().__init__(name, core.close, core)
        self._items: deque[Any] = deque()

    def _take_items(self) -> list[Any]:
        """Returns the items that have arrived."""
        raise NotImplementedError

    def take(self) -> bool:
        """Returns whether an item waits."""
        if not self._items:
            self._items.extend(self._take_items())
        return bool(self._items)

    def wake(self, notifier: Notifier | None, key: int) -> None:
        """Makes the notifier ready when an item arrives, or if one waits; None stops that."""
        self.core.listen(notifier, key)
        if notifier is not None and self.take():
            notifier.ready(key)


class Subscription(_Source):
    """A subscription of the node with this handle."""

    def __init__(self, node: Handle, msg_type: Any, topic: str, qos_profile: Any) -> None:
        core = _core.Subscription(node.core, topic, announced(msg_type), qos_profile)
        super().__init__(f'the subscription of {topic}', core)

    def _take_items(self) -> list[Any]:
        return self.core.take(None, 1, True)  # type: ignore[no-any-return]

    def take_message(self, msg_type: Any, raw: bool) -> tuple[Any, Any] | None:
        """Returns a message, or its encoded sample, and its information; None if none waits."""
        from ..subscription import _info

        if not self.take():
            return None
        sample, values = self._items.popleft()
        return sample if raw else codec_of(msg_type, growing=True).decode(sample), _info(values)


class Client(_Source):
    """A client of a service, of the node with this handle."""

    def __init__(self, node: Handle, srv_type: Any, srv_name: str, qos_profile: Any) -> None:
        super().__init__(
            f'the client of {srv_name}', _core.Client(node.core, srv_name, announced(srv_type), qos_profile)
        )
        self._codec = codec_of(srv_type.Request)
        self._tokens = itertools.count()
        self._numbers: dict[int, int] = {}

    def _take_items(self) -> list[Any]:
        return self.core.take()  # type: ignore[no-any-return]

    def service_server_is_available(self) -> bool:
        """Returns whether a server is available."""
        return self.core.is_ready()  # type: ignore[no-any-return]

    def send_request(self, request: Any) -> int:
        """Sends a request and returns its sequence number."""
        token = next(self._tokens)
        number: int = self.core.send(self._codec.encode(request), token)
        self._numbers[token] = number
        return number

    def take_response(self, response_type: Any) -> tuple[Any, Any]:
        """Returns the sequence number of a request and its response; (None, None) if none waits."""
        if not self.take():
            return None, None
        token, sample = self._items.popleft()
        return self._numbers.pop(token, None), codec_of(response_type, growing=True).decode(sample)


class Service(_Source):
    """The server of a service, of the node with this handle."""

    def __init__(self, node: Handle, srv_type: Any, srv_name: str, qos_profile: Any) -> None:
        core = _core.Server(node.core, srv_name, announced(srv_type), qos_profile)
        super().__init__(f'the service {srv_name}', core)
        self._codec = codec_of(srv_type.Response)

    def _take_items(self) -> list[Any]:
        return self.core.take()  # type: ignore[no-any-return]

    def service_take_request(self, request_type: Any) -> tuple[Any, Any]:
        """Returns a request and the header for its response; (None, None) if none waits."""
        if not self.take():
            return None, None
        header, sample = self._items.popleft()
        return codec_of(request_type, growing=True).decode(sample), header

    def service_send_response(self, response: Any, header: Any) -> None:
        """Sends the response to a request."""
        self.core.respond(header, self._codec.encode(response))


class Timer(Handle):
    """A timer in the time of the clock with this handle. It is ready from the end of a period until call_timer()."""

    def __init__(self, clock: Handle, context: Any, period_nanoseconds: int, autostart: bool = True) -> None:
        """The handle of a context is not needed."""
        wait_clock = _core.WaitClock(clock.core)
        super().__init__('the timer', self._end, wait_clock)
        self._period = period_nanoseconds
        self._due: int | None = wait_clock.now() + period_nanoseconds if autostart else None
        self._wakes: tuple[Notifier, int] | None = None
        self._is_taken = False  # take() has returned True for this period

    def _end(self) -> None:
        self._due = None
        self.core.close()

    def take(self) -> bool:
        """Returns whether a period has ended."""
        self.core.taking()
        self._is_taken = self.is_timer_ready()
        self._watch()
        return self._is_taken

    def wake(self, notifier: Notifier | None, key: int) -> None:
        """Makes the notifier ready at the end of the period in simulated time; None stops that.

        Otherwise the executor asks remaining() before it waits.
        """
        self._wakes = None if notifier is None else (notifier, key)
        self._is_taken = False
        self.core.taking()
        self.core.listen(notifier, key)
        self._watch()

    def _watch(self) -> None:
        due = self._due
        if self._wakes is not None and due is not None and not self._is_taken and self.core.is_simulated():
            self.core.wake_at(due)

    def remaining(self) -> float | None:
        """Returns the seconds after which take() may return True; None if a notification comes before."""
        due = self._due
        if due is None or self._is_taken:
            return None
        remaining = due - self.core.now()
        return None if remaining > 0 and self.core.is_simulated() else max(remaining, 0) / 1e9

    def _begin(self, due: int) -> None:
        """Begins a period. The executor may be waiting for the end of another one, or for none."""
        self._due = due
        self._is_taken = False
        self._watch()
        if self._wakes is not None:
            self._wakes[0].ready(self._wakes[1])

    def call_timer(self) -> None:
        """Begins the next period. Missed periods count as one."""
        if self._due is not None:
            missed = max(self.core.now() - self._due, 0) // self._period if self._period else 0
            self._begin(self._due + self._period * (missed + 1))

    def is_timer_ready(self) -> bool:
        """Returns whether a period has ended."""
        return self._due is not None and self.core.now() >= self._due

    def is_timer_canceled(self) -> bool:
        """Returns whether the timer is canceled."""
        return self._due is None

    def cancel_timer(self) -> None:
        """Stops the timer until reset_timer()."""
        self._due = None

    def reset_timer(self) -> None:
        """Restarts the period now."""
        self._begin(self.core.now() + self._period)
