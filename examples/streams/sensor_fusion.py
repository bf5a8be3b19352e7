# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Joins temperature and humidity that were measured at the same time into dew points. The sensors are simulated."""

import math

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import RelativeHumidity, Temperature


def dew_point(temperature, humidity):
    """Returns the dew point in °C by Magnus' formula."""
    a = math.log(humidity) + 17.62 * temperature / (243.12 + temperature)
    return 243.12 * a / (17.62 - a)


def stamped(message, milliseconds):
    message.header.stamp.sec = milliseconds // 1000
    message.header.stamp.nanosec = milliseconds % 1000 * 1_000_000
    return message


# The k-th measurement of both sensors, every 100 ms; the second sensor measures 7 ms after the first.
def measure_temperature(k):
    return stamped(Temperature(temperature=20.0 + 0.5 * k), 100 * k)


def measure_humidity(k):
    return stamped(RelativeHumidity(relative_humidity=0.5), 100 * k + 7)


def show_dew_point(measured):
    temperature, humidity = measured
    dew = dew_point(temperature.temperature, humidity.relative_humidity)
    print(f'{temperature.temperature:.1f} °C: dew point {dew:.1f} °C')


def show_unmatched(unmatched):
    stream, _ = unmatched
    print(f'a message of stream {stream} has no partner')


with rx.create_node('sensor_fusion') as node:
    temperatures = rx.from_topic(node, Temperature, 'temperature')
    humidities = rx.from_topic(node, RelativeHumidity, 'humidity')
    climate = rx.synchronize(temperatures, humidities, tolerance=0.02)
    climate.unmatched().subscribe(show_unmatched)
    climate.matched().pipe(rx.take(5)).subscribe(show_dew_point, on_completed=rx.shutdown)

    rx.from_timer(node, 0.01).pipe(
        rx.map(measure_temperature),
        rx.publish_to_topic(node, Temperature, 'temperature'),
    )
    rx.from_timer(node, 0.01).pipe(
        rx.filter(lambda k: k != 3),  # one message is lost
        rx.map(measure_humidity),
        rx.publish_to_topic(node, RelativeHumidity, 'humidity'),
    )
    rx.spin(node)
    print(f'{climate.statistics().matched} sets')
