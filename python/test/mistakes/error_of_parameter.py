# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_parameter() of a parameter that is not declared, or misspelt.

says: [ERROR] […] [mower]: ParameterNotDeclaredException: …max_sped… (…error_of_parameter.py:13):
    from_parameter(max_sped) ended by an error that nothing handles:…
group: parameters
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    node.declare_parameter('max_speed', 0.5)
    rx.from_parameter(node, 'max_sped').subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
