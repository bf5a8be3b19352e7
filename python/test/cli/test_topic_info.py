# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tests the lines of `topic info -v` and `doctor` about shared memory, with given graphs."""

from rxros2.cli.checks.graph import _shared_memory as findings
from rxros2.cli.shared_memory import pairs
from rxros2.cli.topic.info import _shared_memory
from rxros2.node import EndpointInfo
from rxros2.qos import QoSProfile


def endpoint(name, participant):
    gid = bytes([participant] * 12 + [ord(name[0])] * 4)
    return EndpointInfo(name, '/', 'sensor_msgs/msg/Image', '', gid, QoSProfile())


def lines(publisher, reasons):
    subscriptions = list(reasons)
    unshared = {(publisher.endpoint_gid, subscription.endpoint_gid): reason for subscription, reason in reasons.items()}
    return list(_shared_memory([publisher], subscriptions, unshared))


camera, near, far, local = endpoint('camera', 1), endpoint('near', 2), endpoint('far', 3), endpoint('local', 1)


def test_pairs_that_share_and_pairs_within_a_process():
    assert lines(camera, {near: '', local: 'both are in one process'}) == [
        'Shared memory for large messages:',
        '  /camera to /near: yes',
        '  /camera to /local: no, both are in one process',
    ]


def test_a_subscription_without_it_is_the_only_one():
    assert lines(camera, {near: '', far: 'the subscription offers none'})[1:] == [
        '  /camera to /near: yes',
        '  /camera to /far: no, the subscription offers none',
    ]


def test_nothing_is_said_without_pairs():
    assert lines(camera, {}) == []


def test_doctor_says_each_reason_once():
    def of_topic(topic, reasons):
        unshared = {(camera.endpoint_gid, other.endpoint_gid): reason for other, reason in reasons.items()}
        return [(topic, pair) for pair in pairs([camera], list(reasons), unshared)]

    messages = findings(
        [
            *of_topic('/image', {near: '', local: 'both are in one process'}),
            *of_topic('/depth', {far: 'process 12 is another one here', near: ''}),
            *of_topic('/cloud', {near: 'process 13 is another one here'}),
        ]
    )
    assert [(finding.level, finding.text) for finding in messages] == [
        ('ok', '1 pair of nodes can share the memory of large messages'),
        (
            'note',
            'large messages of 2 pairs of nodes travel over the network, such as from /camera to /far on /depth: '
            'process 12 is another one here',
        ),
    ]
