# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A service that calls another service before it answers, and a client, on one thread. No call blocks: no deadlock."""

import reactivex

from rxros2 import rx
from rxros2.interfaces.example_interfaces.srv import AddTwoInts as Add


def add(request):
    request.respond(Add.Response(sum=request.request.a + request.request.b))


# snippet services
with rx.create_node('services') as node:

    def send(service, a, b, **options):
        """Sends one request and emits its response."""
        return reactivex.just(Add.Request(a=a, b=b)).pipe(rx.send_request(node, Add, service, **options))

    def twice_the_sum(request):
        """Calls "add" for the sum, then again with the sum twice, and answers."""
        numbers = request.request
        return send('add', numbers.a, numbers.b, timeout=5).pipe(
            rx.flat_map(lambda response: send('add', response.sum, response.sum, timeout=5)),
            rx.do_action(request.respond),
        )

    def divide():
        """Calls a service without a server: the request fails at its time limit."""
        send('divide', 1, 0, timeout=0.05).subscribe(on_error=give_up)

    def give_up(error):
        print(error)
        rx.shutdown()

    rx.serve(node, Add, 'add').subscribe(add)
    rx.serve(node, Add, 'twice_the_sum').pipe(rx.flat_map(twice_the_sum)).subscribe()  # several requests at a time
    rx.range(1, 5).pipe(
        rx.map(lambda i: Add.Request(a=i, b=10 * i)),
        rx.send_request(node, Add, 'twice_the_sum', timeout=10, max_in_flight=2),
    ).subscribe(lambda response: print(response.sum), on_completed=divide)
    rx.spin(node)
# end
