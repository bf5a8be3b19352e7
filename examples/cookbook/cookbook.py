# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/how-to/cookbook.md.

A function takes a node and starts a stream, which ends with the node. A coroutine runs under asyncio, in a session.
"""

import asyncio

from reactivex.scheduler import NewThreadScheduler

from rxros2 import rx
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import PointStamped, Twist
from rxros2.interfaces.nav_msgs.msg import Odometry
from rxros2.interfaces.sensor_msgs.msg import Image, Range
from rxros2.interfaces.std_msgs.msg import Bool, Float64, String
from rxros2.interfaces.std_srvs.srv import Trigger


# snippet bumper
def bumper(node):
    """Turns a bumper contact that bounces into one event, once it has been closed for 30 ms."""
    rx.from_topic(node, Bool, 'bumper').pipe(
        rx.map(lambda contact: contact.data),
        rx.debounce(0.03),
        rx.distinct_until_changed(),
        rx.filter(lambda pressed: pressed),
        rx.map(lambda _: String(data='bumped')),
        rx.publish_to_topic(node, String, 'events'),
    )
    # end


# snippet watchdog
def watchdog(node):
    """Passes commands on. When no command has arrived for 200 ms, publishes one command to stop."""
    commands = rx.from_topic(node, Twist, 'cmd_vel_in')
    commands.pipe(
        rx.merge(commands.pipe(rx.debounce(0.2), rx.map(lambda _: Twist()))),
        rx.publish_to_topic(node, Twist, 'cmd_vel'),
    )
    # end


# snippet rate_limit
def rate_limit(node):
    """Publishes at most ten ranges a second, always the latest one, and nothing while no range arrives."""
    rx.from_topic(node, Range, 'range').pipe(
        rx.sample(0.1),
        rx.publish_to_topic(node, Range, 'range_slow'),
    )
    # end


# snippet fusion
def fusion(node):
    """Publishes the position of the obstacle that the range finder sees, from each range and the newest odometry."""

    def to_obstacle(pair):
        measured, odometry = pair
        point = PointStamped(header=odometry.header)
        position = odometry.pose.pose.position
        point.point.x, point.point.y, point.point.z = position.x + measured.range, position.y, position.z
        return point

    rx.from_topic(node, Range, 'range').pipe(
        rx.with_latest_from(rx.from_topic(node, Odometry, 'odometry')),
        rx.map(to_obstacle),
        rx.publish_to_topic(node, PointStamped, 'obstacle'),
    )
    # end


# snippet mean
def mean_of_five(node):
    """Publishes the mean of the last five temperatures after each temperature."""
    rx.from_topic(node, Float64, 'temperature').pipe(
        rx.map(lambda temperature: temperature.data),
        rx.buffer_with_count(5, 1),
        rx.filter(lambda five: len(five) == 5),
        rx.map(lambda five: Float64(data=sum(five) / 5)),
        rx.publish_to_topic(node, Float64, 'temperature_mean'),
    )
    # end


# snippet retry
async def calibrate():
    """Calls a service until it answers: each request has 100 ms, and the pauses grow from 50 ms to 1 s."""
    client, pause = ros2.Client(Trigger, 'calibrate'), 0.05
    while True:
        try:
            return await client.call(Trigger.Request(), timeout=0.1)
        except TimeoutError:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 1)
    # end


# snippet latest_image
def latest_image(node, slow_work):
    """Does slow work in a thread of its own, always on the newest image: images that arrive meanwhile are dropped."""
    rx.from_topic(node, Image, 'image').pipe(
        rx.observe_on(NewThreadScheduler(), 'latest'),
        rx.map(slow_work),
        rx.publish_to_topic(node, String, 'seen'),
    )
    # end


# snippet dock
async def dock():
    """Creeps forward until the range is short, stops, and asks to be charged: steps one after the other."""
    wheels, charger = ros2.Pub(Twist, 'cmd_vel'), ros2.Client(Trigger, 'charge')
    async for measured in ros2.Sub(Range, 'range').listen_reliable():
        command = Twist()
        command.linear.x = 0.1 if measured.range > 0.2 else 0.0
        wheels.publish(command)
        if command.linear.x == 0.0:
            break
    await asyncio.sleep(0.01)  # until the robot has come to rest
    await charger.wait_for_service()
    return (await charger.call(Trigger.Request())).message
    # end


# snippet black_box
def black_box(node, box):
    """Records the ranges and commands before a fault, when something gets closer than 10 cm.

    What the disk does not take is published.
    """
    rx.from_topic(node, Range, 'range').pipe(
        rx.to_black_box(box, Range, 'range', lambda measured: measured.range < 0.1)
    ).subscribe()
    rx.from_topic(node, Twist, 'cmd_vel').pipe(rx.to_black_box(box, Twist, 'cmd_vel')).subscribe()
    box.errors().pipe(
        rx.map(lambda error: String(data=str(error))),
        rx.publish_to_topic(node, String, 'not_recorded'),
    )
    # end
