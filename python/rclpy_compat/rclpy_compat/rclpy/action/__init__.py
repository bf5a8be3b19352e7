# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions: long-running tasks with feedback, a result and cancellation."""

from .client import ActionClient as ActionClient
from .client import ClientGoalHandle as ClientGoalHandle
from .graph import get_action_client_names_and_types_by_node as get_action_client_names_and_types_by_node
from .graph import get_action_names_and_types as get_action_names_and_types
from .graph import get_action_server_names_and_types_by_node as get_action_server_names_and_types_by_node
from .server import ActionServer as ActionServer
from .server import CancelResponse as CancelResponse
from .server import GoalResponse as GoalResponse
from .server import ServerGoalHandle as ServerGoalHandle
