# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A signal ends a wait of the main thread without an asyncio loop, also if another thread gets the signal."""

import subprocess
import sys

import pytest

# A signal to another thread interrupts no wait of the main thread, as one that comes just before the wait begins.
ELSEWHERE = '''
import os, signal, socket, threading, time

def is_waiting():
    """Returns whether the main thread sleeps, while this one does not hold Python's lock."""
    time.sleep(0.1)
    with open('/proc/self/stat') as file:
        return file.read().rpartition(')')[2].split()[0] == 'S'

def send(number):
    def of_this_thread():
        while not is_waiting():
            pass
        signal.pthread_kill(threading.get_ident(), number)
    threading.Thread(target=of_this_thread).start()
'''

WAITING = """
import rclpy
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from std_msgs.msg import String
from std_srvs.srv import Trigger
rclpy.init()
node = rclpy.create_node('idle')
def publish_for_ever():
    publisher = node.create_publisher(String, 'chatter', 10)
    while True:
        publisher.publish(String())
        time.sleep(0.01)
send(signal.{name})
try:
    {wait}
except KeyboardInterrupt:
    print('interrupted')
except ExternalShutdownException:
    print('shut down')
else:
    print('returned')
"""


def end(program):
    """Returns the output and the exit code of the program."""
    return run_alone(ELSEWHERE + program)


def run_alone(program):
    """Does so without the functions of ELSEWHERE."""
    ended = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60, check=False)
    assert 'Traceback' not in ended.stderr, ended.stderr
    return ended.stdout.split(), ended.returncode


@pytest.mark.parametrize(
    ('wait', 'name', 'expected'),
    [
        ('rclpy.spin(node)', 'SIGINT', ['interrupted']),
        ('rclpy.spin(node)', 'SIGTERM', ['shut', 'down']),
        ("node.create_client(Trigger, 'nothing').call(Trigger.Request(), 1000)", 'SIGINT', ['interrupted']),
        ('rclpy.spin(node, MultiThreadedExecutor(2))', 'SIGINT', ['interrupted']),
        ('publish_for_ever()', 'SIGTERM', ['shut', 'down']),
    ],
)
def test_rclpys_waits(wait, name, expected):
    assert end(WAITING.format(wait=wait, name=name)) == (expected, 0)


# A callback that ends the context: by a signal whose handler runs in it, by another thread, or itself.
ENDING = """
import rclpy, signal, threading
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor, SingleThreadedExecutor
rclpy.init()
node = rclpy.create_node('idle')
def of_another_thread():
    thread = threading.Thread(target=rclpy.shutdown)
    thread.start()
    thread.join()
node.create_timer(0.001, lambda: {end})
try:
    rclpy.spin(node, {executor})
    print('returned')
except ExternalShutdownException:
    print('shut down')
"""


@pytest.mark.parametrize('executor', ['None', 'SingleThreadedExecutor()', 'MultiThreadedExecutor(2)'])
@pytest.mark.parametrize('end', ['signal.raise_signal(signal.SIGTERM)', 'of_another_thread()', 'rclpy.shutdown()'])
def test_a_shutdown_while_a_callback_runs(executor, end):
    raises = 'rclpy' not in end and 'Multi' not in executor
    assert run_alone(ENDING.format(executor=executor, end=end)) == (['shut', 'down'] if raises else ['returned'], 0)


@pytest.mark.parametrize(
    'wait',
    [
        'run(asyncio.sleep, 1000)',
        "rclpy.init(); rx.spin(node := rclpy.create_node('idle'))",
    ],
)
def test_waits_for_streams_in_another_thread(wait):
    program = f"""
import asyncio, rclpy
from rxros2 import rx
from rxros2.aio.blocking import run
send(signal.SIGINT)
try:
    {wait}
    print('ended')
except KeyboardInterrupt:
    print('interrupted')
"""
    output, code = end(program)
    assert code == 0 and output in (['ended'], ['interrupted'])


def test_the_wakeup_descriptor_of_the_program():
    program = """
from rxros2._core import Notifier
signal.signal(signal.SIGUSR1, lambda number, frame: print('handled'))
here, there = socket.socketpair()
there.setblocking(False)
for before in (-1, there.fileno()):
    signal.set_wakeup_fd(before)
    send(signal.SIGUSR1)
    print(Notifier().wait(-1))
    print(signal.set_wakeup_fd(-1) == before)
print(here.recv(2) == bytes([signal.SIGUSR1]))  # it hears of the signal of the wait, too
"""
    assert end(program) == (['handled', 'False', 'True'] * 2 + ['True'], 0)


def test_forked_children():
    program = """
from rxros2._core import Notifier
signal.signal(signal.SIGUSR1, lambda number, frame: None)
for _ in range(2):
    child = os.fork()
    send(signal.SIGUSR1)
    Notifier().wait(-1)
    if child == 0:
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert end(program) == (['0', '0'], 0)
