# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A camera that is brought up by others, and publishes while it is active: `rxros2 lifecycle set /camera configure`."""

from reactivex import operators as ops

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import Image


class Camera(rx.LifecycleNode):
    """Takes pictures while it is active; the device is open while it is configured."""

    def on_configure(self, state: rx.LifecycleState) -> rx.TransitionCallbackReturn:
        width = self.get_parameter('width')
        if width < 1:
            self.logger.error(f'width is {width}; expected 1 or more')
            return rx.TransitionCallbackReturn.FAILURE
        print(f'configured: {width} pixels', flush=True)
        return rx.TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: rx.LifecycleState) -> None:
        print('active', flush=True)

    def on_deactivate(self, state: rx.LifecycleState) -> None:
        print('inactive', flush=True)

    def on_shutdown(self, state: rx.LifecycleState) -> None:
        print('shut down', flush=True)

    def picture(self, number: int) -> Image:
        width = self.get_parameter('width')
        return Image(width=width, height=1, step=width, encoding='mono8', data=bytes([number % 256]) * width)


def main() -> None:
    rx.init()
    camera = Camera('camera')
    camera.declare_parameter('width', 640)
    rx.from_timer(camera, 0.05).pipe(
        ops.map(camera.picture),
        rx.while_active(camera),  # no timer runs in other states
        rx.publish_to_topic(camera, Image, 'image'),
    )
    rx.spin(camera)
    camera.close()


if __name__ == '__main__':
    main()
