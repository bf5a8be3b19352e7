# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LoggingService: services that read and set the levels of loggers, run by the executor of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .impl.reexports import reexports
from .logging import get_logger_level, set_logger_level
from .qos import qos_profile_services_default

if TYPE_CHECKING:
    from .node import Node

__getattr__ = reexports(__name__)


class LoggingService:
    """Offers `<node>/get_logger_levels` and `<node>/set_logger_levels`.

    A node with enable_logger_service=True has these services without it, answered by a thread of the process.
    """

    def __init__(self, node: Node) -> None:
        from rxros2.interfaces.rcl_interfaces import srv

        for kind, name, callback in (
            (srv.GetLoggerLevels, 'get_logger_levels', self._get),
            (srv.SetLoggerLevels, 'set_logger_levels', self._set),
        ):
            node.create_service(kind, f'{node.get_name()}/{name}', callback, qos_profile=qos_profile_services_default)

    @staticmethod
    def _get(request: Any, response: Any) -> Any:
        from rxros2.interfaces.rcl_interfaces.msg import LoggerLevel

        response.levels = [LoggerLevel(name=name, level=int(get_logger_level(name))) for name in request.names]
        return response

    @staticmethod
    def _set(request: Any, response: Any) -> Any:
        from rxros2.interfaces.rcl_interfaces.msg import SetLoggerLevelsResult

        for level in request.levels:
            result = SetLoggerLevelsResult(successful=True)
            try:
                set_logger_level(level.name, level.level, detailed_error=True)
            except (ValueError, TypeError):  # also for a name that is not UTF-8
                result = SetLoggerLevelsResult(successful=False, reason='Failed reason: Invalid logger level.')
            except RuntimeError as error:
                result = SetLoggerLevelsResult(successful=False, reason=str(error))
            response.results.append(result)
        return response
