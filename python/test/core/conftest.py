# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node of rxros2.aio.ros2, a session on it and a topic for each test."""

import pytest
from domains import FAR, NEAR

from rxros2.aio import ros2


@pytest.fixture(scope='module')
def node():
    with ros2.Node('tests') as node:
        yield node


@pytest.fixture
def session(node):
    """The session of the test; its topics have unique names."""
    with ros2.auto_context(node) as session:
        yield session


@pytest.fixture
def topic(request):
    return '/' + ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')


@pytest.fixture
def name(topic):
    """The name of the test's action."""
    return topic


@pytest.fixture
def near():
    with ros2.Node('near', engine='dds', domain_id=NEAR) as node:
        yield node


@pytest.fixture
def far():
    with ros2.Node('far', engine='dds', domain_id=FAR) as node:
        yield node
