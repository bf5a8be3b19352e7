# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of rclpy that rclpy_compat does not have, or has with another signature or meaning, with the reasons."""

_NO_C = "it describes an object of rclpy's C module, and there is none here"
_MADE = 'its arguments differ: nodes make it, not programs'
_LOGGER = 'an internal part of the logger'
_STATE = 'an internal variable'
_RUN = 'the executor runs the parts of the object itself, so it never calls this'

MISSING = {
    'rclpy.clock.TimeHandle': _NO_C,
    'rclpy.context.g_logging_configure_lock': _STATE,
    'rclpy.context.g_logging_ref_count': _STATE,
    'rclpy.duration.DurationType': _NO_C,
    'rclpy.duration.Duration.get_c_duration': _NO_C,
    'rclpy.impl.rcutils_logger.CallerId': _LOGGER,
    'rclpy.impl.rcutils_logger.LoggingFilter': _LOGGER,
    'rclpy.impl.rcutils_logger.Once': _LOGGER,
    'rclpy.impl.rcutils_logger.RcutilsLogger.logger_sublogger_namepair': _LOGGER,
    'rclpy.impl.rcutils_logger.SkipFirst': _LOGGER,
    'rclpy.impl.rcutils_logger.Throttle': _LOGGER,
    'rclpy.impl.rcutils_logger.get_filters_from_kwargs': _LOGGER,
    'rclpy.impl.rcutils_logger.supported_filters': _LOGGER,
    'rclpy.parameter_event_handler.ParameterCallbackHandle.mutex': _STATE,
    'rclpy.parameter_event_handler.ParameterEventCallbackHandle.mutex': _STATE,
    'rclpy.parameter_event_handler.ParameterEventHandler.Callbacks.event_callbacks': _STATE,
    'rclpy.parameter_event_handler.ParameterEventHandler.Callbacks.mutex': _STATE,
    'rclpy.parameter_event_handler.ParameterEventHandler.Callbacks.parameter_callbacks': _STATE,
    'rclpy.time.TimeHandle': _NO_C,
    'rclpy.utilities.g_context_lock': _STATE,
    'rclpy.utilities.g_default_context': _STATE,
}
"""Names that do not exist. A class stands for its members too."""

DIFFERENT = {
    'rclpy.client.Client.__init__': _MADE,
    'rclpy.event_handler.EventHandler.__init__': (
        'raises UnsupportedEventTypeError for a mismatch that the node logs by default (use_default_callbacks)'
    ),
    'rclpy.event_handler.EventHandler.add_to_wait_set': _RUN,
    'rclpy.event_handler.EventHandler.execute': _RUN,
    'rclpy.event_handler.EventHandler.is_ready': _RUN,
    'rclpy.event_handler.EventHandler.take_data': _RUN,
    'rclpy.action.client.ActionClient.add_to_wait_set': _RUN,
    'rclpy.action.client.ActionClient.execute': _RUN,
    'rclpy.action.client.ActionClient.is_ready': _RUN,
    'rclpy.action.client.ActionClient.take_data': _RUN,
    'rclpy.action.server.ActionServer.add_to_wait_set': _RUN,
    'rclpy.action.server.ActionServer.execute': _RUN,
    'rclpy.action.server.ActionServer.is_ready': _RUN,
    'rclpy.action.server.ActionServer.take_data': _RUN,
    'rclpy.logging.initialize': 'does nothing: logging works from the first import on',
    'rclpy.logging.shutdown': 'does nothing: logging works until the end',
    'rclpy.node.Node.create_subscription': 'a content filter raises NotImplementedError: Cyclone DDS has none',
    'rclpy.publisher.Publisher.__init__': _MADE,
    'rclpy.qos.QoSProfile.get_c_qos_profile': "returns a tuple for this package's extension module",
    'rclpy.qos.QoSProfile.avoid_ros_namespace_conventions': (
        'True raises ValueError when an endpoint is made: topics outside ROS are not supported'
    ),
    'rclpy.service.Service.__init__': _MADE,
    'rclpy.shutdown': 'does nothing after a signal, so that Ctrl-C before it is no traceback',
    'rclpy.subscription.Subscription.__init__': _MADE,
    'rclpy.timer.Timer.__init__': _MADE,
    'rclpy.type_description_service.TypeDescriptionService.destroy': 'does nothing: the service ends with its node',
}
"""Names that exist with another signature or meaning."""
