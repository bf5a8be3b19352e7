# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The yardstick of large messages: one way between two processes through iceoryx2, with one wake-up of the reader.

The payload, the rate and the counting are those of two_processes.cpp. iceoryx2 copies the bytes once into memory that
both processes map, or not at all with --in_place, and wakes the reader by an event of its own.
"""

import argparse
import ctypes
import json
import math
import os
import resource
import sys
import time

import iceoryx2

WARM_UP = 20
DEPTH = 8
SECONDS = iceoryx2.Duration.from_secs


class Head(ctypes.Structure):
    """The first bytes of each payload, as in two_processes.cpp."""

    _fields_ = (('sent_ns', ctypes.c_int64), ('number', ctypes.c_int64))


def services(node, name):
    """Return the services that carry the samples and the wake-ups."""
    samples = (
        node.service_builder(iceoryx2.ServiceName.new(name))
        .publish_subscribe(iceoryx2.Slice[ctypes.c_uint8])
        .subscriber_max_buffer_size(DEPTH)
        .open_or_create()
    )
    return samples, node.service_builder(iceoryx2.ServiceName.new(name + '/arrived')).event().open_or_create()


def cpu_seconds():
    """Return the CPU time of this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def publish(options, name):
    """Send `count` samples after the warm-up; return the seconds of CPU time that a sample took."""
    node = iceoryx2.NodeBuilder.new().create(iceoryx2.ServiceType.Ipc)
    samples, wake_ups = services(node, name)
    publisher = samples.publisher_builder().initial_max_slice_len(options.bytes).create()
    notifier = wake_ups.notifier_builder().create()
    payload = ctypes.create_string_buffer(options.bytes)
    deadline = time.monotonic() + 20
    while wake_ups.dynamic_config.number_of_listeners == 0:
        if time.monotonic() > deadline:
            raise TimeoutError('no reader within 20 s')
        time.sleep(0.001)
    publisher.update_connections()
    due = time.monotonic()
    cpu = 0.0
    for number in range(-WARM_UP, options.count):
        if number == 0:
            cpu = cpu_seconds()
        head = Head(time.monotonic_ns(), number)
        sample = publisher.loan_slice_uninit(options.bytes)
        if options.in_place:
            ctypes.memmove(sample.payload_ptr, ctypes.byref(head), ctypes.sizeof(head))
        else:
            ctypes.memmove(payload, ctypes.byref(head), ctypes.sizeof(head))
            ctypes.memmove(sample.payload_ptr, payload, options.bytes)
        sample.assume_init().send()
        notifier.notify()
        due += 1 / options.rate
        time.sleep(max(0.0, due - time.monotonic()))
    return (cpu_seconds() - cpu) / options.count * 1e6


def subscribe(options, name):
    """Receive the samples; return the latencies in microseconds and the CPU time of one."""
    node = iceoryx2.NodeBuilder.new().create(iceoryx2.ServiceType.Ipc)
    samples, wake_ups = services(node, name)
    subscriber = samples.subscriber_builder().create()
    listener = wake_ups.listener_builder().create()
    latencies = []
    cpu = 0.0
    last = -WARM_UP - 1
    while last < options.count - 1:
        if not listener.timed_wait(SECONDS(20)):
            raise TimeoutError('no sample within 20 s')
        while (sample := subscriber.receive()) is not None:
            now = time.monotonic_ns()
            head = Head.from_address(sample.payload_ptr)
            last = head.number
            if last >= 0:
                if not latencies:
                    cpu = cpu_seconds()
                latencies.append((now - head.sent_ns) / 1000)
            sample.delete()
    return latencies, (cpu_seconds() - cpu) / options.count * 1e6


def distribution(name, samples):
    """Return a figure with nearest-rank percentiles, as common/result.hpp prints it."""
    ordered = sorted(samples)
    figure = {'name': name, 'unit': 'us', 'count': len(ordered), 'mean': sum(ordered) / len(ordered)}
    for label, share in (('min', 0), ('p50', 0.5), ('p90', 0.9), ('p99', 0.99), ('max', 1)):
        figure[label] = ordered[max(math.ceil(share * len(ordered)) - 1, 0)]
    return figure


def main():
    """Fork the publisher, receive, print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bytes', type=int, default=1 << 20)
    parser.add_argument('--rate', type=float, default=50)
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--in_place', type=int, default=0)
    options = parser.parse_args()
    options.bytes = max(options.bytes, ctypes.sizeof(Head))
    iceoryx2.set_log_level(iceoryx2.LogLevel.Error)
    name = f'rxros2_benchmark_{os.getpid()}'
    from_publisher, to_reader = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(to_reader, str(publish(options, name)).encode())
        os._exit(0)
    os.close(to_reader)
    latencies, cpu = subscribe(options, name)
    cpu_sender = os.read(from_publisher, 100)
    if os.waitpid(child, 0)[1] != 0 or not cpu_sender:
        sys.exit('iceoryx2_pair: the publisher did not come to its end')
    figures = [
        {'name': 'lost', 'unit': 'messages', 'value': options.count - len(latencies)},
        {'name': 'cpu_receiver', 'unit': 'us/item', 'value': cpu},
        {'name': 'cpu_sender', 'unit': 'us/item', 'value': float(cpu_sender)},
        distribution('one_way', latencies),
    ]
    settings = {'bytes': options.bytes, 'rate_hz': options.rate, 'count': options.count, 'in_place': options.in_place}
    print(json.dumps({'format': 1, 'program': 'iceoryx2_pair', 'settings': settings, 'figures': figures}))


if __name__ == '__main__':
    main()
