# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy's API, implemented on rxros2."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from rxros2.messages import rclpy_types

from .context import Context as Context
from .parameter import Parameter as Parameter
from .qos import QoSProfile, qos_profile_rosout_default
from .signals import SignalHandlerOptions as SignalHandlerOptions
from .signals import install_signal_handlers, uninstall_signal_handlers
from .task import Future
from .utilities import get_default_context as get_default_context
from .utilities import get_rmw_implementation_identifier as get_rmw_implementation_identifier
from .utilities import ok as ok
from .utilities import shutdown as _shutdown
from .utilities import try_shutdown as _try_shutdown

if TYPE_CHECKING:
    from .executors import Executor
    from .node import Node

__all__ = [
    'Context',
    'Parameter',
    'SignalHandlerOptions',
    'create_node',
    'get_default_context',
    'get_global_executor',
    'get_rmw_implementation_identifier',
    'init',
    'ok',
    'shutdown',
    'spin',
    'spin_once',
    'spin_until_future_complete',
    'try_shutdown',
]


rclpy_types.use()


def __getattr__(name: str) -> Any:
    """Imports submodules on first use: programs use rclpy.executors, rclpy.qos, … without importing them."""
    try:
        return importlib.import_module(f'{__name__}.{name}')
    except ModuleNotFoundError:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'") from None


class InitContextManager:
    """The result of init(): a context manager that shuts the context down."""

    def __init__(
        self,
        args: list[str] | None,
        context: Context | None,
        domain_id: int | None,
        signal_handler_options: SignalHandlerOptions | None,
    ) -> None:
        """Does what init() does."""
        self.context = get_default_context() if context is None else context
        if signal_handler_options is None:
            signal_handler_options = SignalHandlerOptions.ALL if context is None else SignalHandlerOptions.NO
        self.context.init(sys.argv if args is None else args, domain_id=domain_id)
        install_signal_handlers(signal_handler_options)

    def __enter__(self) -> InitContextManager:
        return self

    def __exit__(self, *error: Any) -> None:
        try_shutdown(context=self.context)


def init(
    *,
    args: list[str] | None = None,
    context: Context | None = None,
    domain_id: int | None = None,
    signal_handler_options: SignalHandlerOptions | None = None,
) -> InitContextManager:
    """Makes the context valid, with `args` or else the command line's arguments."""
    return InitContextManager(args, context, domain_id, signal_handler_options)


_global_executor: Executor | None = None


def get_global_executor() -> Executor:
    """Returns the executor of the functions of this module that get none; made on first use."""
    global _global_executor
    if _global_executor is not None:
        return _global_executor
    from .executors import SingleThreadedExecutor

    executor = _global_executor = SingleThreadedExecutor()

    def end() -> None:
        global _global_executor
        _global_executor = None
        for node in executor.get_nodes():
            executor.remove_node(node)

    executor.context.on_shutdown(end)  # calls it at once if there is no valid context
    return executor


def shutdown(*, context: Context | None = None, uninstall_handlers: bool | None = None) -> None:
    """Ends the context. Raises RuntimeError if it was never valid, or if the program has ended it before."""
    _shutdown(context=context)
    if uninstall_handlers or (uninstall_handlers is None and context is None):
        uninstall_signal_handlers()


def try_shutdown(*, context: Context | None = None, uninstall_handlers: bool | None = None) -> None:
    """Ends the context if it is valid."""
    _try_shutdown(context=context)
    if uninstall_handlers or (uninstall_handlers is None and context is None):
        uninstall_signal_handlers()


def create_node(
    node_name: str,
    *,
    context: Context | None = None,
    cli_args: list[str] | None = None,
    namespace: str | None = None,
    use_global_arguments: bool = True,
    enable_rosout: bool = True,
    rosout_qos_profile: QoSProfile | int = qos_profile_rosout_default,
    start_parameter_services: bool = True,
    parameter_overrides: list[Parameter] | None = None,
    allow_undeclared_parameters: bool = False,
    automatically_declare_parameters_from_overrides: bool = False,
    enable_logger_service: bool = False,
) -> Node:
    """Returns a Node with these options."""
    from .node import Node

    return Node(
        node_name,
        context=context,
        cli_args=cli_args,
        namespace=namespace,
        use_global_arguments=use_global_arguments,
        enable_rosout=enable_rosout,
        rosout_qos_profile=rosout_qos_profile,
        start_parameter_services=start_parameter_services,
        parameter_overrides=parameter_overrides,
        allow_undeclared_parameters=allow_undeclared_parameters,
        automatically_declare_parameters_from_overrides=automatically_declare_parameters_from_overrides,
        enable_logger_service=enable_logger_service,
    )


def spin_once(node: Node, *, executor: Executor | None = None, timeout_sec: float | None = None) -> None:
    """Runs one callback of the node. Waits for it at most `timeout_sec` seconds; None waits for ever."""
    used = get_global_executor() if executor is None else executor
    try:
        used.add_node(node)
        used.spin_once(timeout_sec=timeout_sec)
    finally:
        used.remove_node(node)


def spin(node: Node, executor: Executor | None = None) -> None:
    """Runs the node's callbacks until the context is shut down.

    Raises ExternalShutdownException if another thread or a signal has shut it down.
    """
    used = get_global_executor() if executor is None else executor
    of_streams: Any = node
    if not hasattr(node, '_all_entities') and hasattr(of_streams, 'spin'):  # a node of rxros2.rx has its own executor
        used.context.on_shutdown(of_streams.end)
        of_streams.spin()
        return
    try:
        used.add_node(node)
        while used.context.ok():
            used.spin_once()
        used._end_of_spin()
    finally:
        used.remove_node(node)


def spin_until_future_complete(
    node: Node, future: Future[Any], executor: Executor | None = None, timeout_sec: float | None = None
) -> None:
    """Runs the node's callbacks until the future is done or `timeout_sec` seconds have passed."""
    used = get_global_executor() if executor is None else executor
    try:
        used.add_node(node)
        used.spin_until_future_complete(future, timeout_sec)
    finally:
        used.remove_node(node)
