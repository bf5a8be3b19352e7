# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks the keystore, and whether its permissions allow what the running nodes do."""

from __future__ import annotations

import os
import pathlib
import shlex
from collections.abc import Iterator

from ...security.certificates import subject
from ...security.check import check as check_keystore
from ...security.enclave import Enclave, enclaves
from ...security.errors import SecurityError
from ...security.explain import denied, policy_text
from ...security.keystore import domain_id
from ..enclaves_in_graph import nodes_and_rights
from ..frame import CommandError
from ..graph import command_node
from . import Finding

_HINT = 'unset it, or export '


def check() -> Iterator[Finding]:
    """Yields findings about security settings and the keystore."""
    yield from _environment()
    root = os.environ.get('ROS_SECURITY_KEYSTORE', '')
    if not root:
        return
    errors = False
    try:
        domain = domain_id()
        for fault in check_keystore(pathlib.Path(root), domain):
            errors = errors or fault.level == 'error'
            yield Finding(*fault)
        if not errors:
            yield from _graph(pathlib.Path(root), domain)
    except SecurityError as error:
        yield Finding('error', str(error))


def _environment() -> Iterator[Finding]:
    enable, strategy = (os.environ.get(f'ROS_SECURITY_{name}', '') for name in ('ENABLE', 'STRATEGY'))
    if enable not in ('', 'true', 'false'):
        yield Finding(
            'warning',
            f"ROS_SECURITY_ENABLE is '{enable}', which does not turn security on; expected exactly 'true'",
            f'{_HINT}ROS_SECURITY_ENABLE=true',
        )
    if strategy not in ('', 'Enforce', 'Permissive'):
        yield Finding(
            'warning',
            f"ROS_SECURITY_STRATEGY is '{strategy}', which counts as Permissive; expected exactly 'Enforce'",
            f'{_HINT}ROS_SECURITY_STRATEGY=Enforce',
        )
    if enable != 'true':
        yield Finding(
            'note',
            'security is off: anybody in the network can read and forge messages',
        )
    elif strategy != 'Enforce':
        yield Finding(
            'warning',
            'ROS_SECURITY_STRATEGY is not Enforce: a node whose enclave is missing or wrong runs without security',
            'export ROS_SECURITY_STRATEGY=Enforce',
        )
    if enable == 'true' and not os.environ.get('ROS_SECURITY_KEYSTORE'):
        yield Finding(
            'error',
            'ROS_SECURITY_ENABLE is true, and ROS_SECURITY_KEYSTORE is not set',
            'export ROS_SECURITY_KEYSTORE=FOLDER',
        )


def _graph(root: pathlib.Path, domain: int) -> Iterator[Finding]:
    """Compares what the running nodes do with the permissions of their enclaves."""
    try:
        with command_node() as node:
            node.settle()
            nodes = nodes_and_rights(node)
    except CommandError as error:
        yield Finding('error', str(error))
        return
    known = enclaves(root)
    for (enclave, namespace, node_name), rights in nodes.items():
        name = f'{namespace.rstrip("/")}/{node_name}'
        if enclave not in known:
            yield Finding(
                'warning',
                f'{name} is in the enclave {enclave}, which {root} does not have: it cannot be secured',
                f'rxros2 security create_enclave {root} {shlex.quote(enclave)}; or start it with '
                '--ros-args --enclave NAME',
            )
            continue
        secured = Enclave(root, enclave)
        grant = secured.permissions().grant(subject(secured.certificate()))
        for right, topic in denied(grant, domain, rights) if grant is not None else ():
            yield Finding(
                'warning',
                f'{name}: its enclave {enclave} has no permission to {right} {topic}',
                f'add to its profile in the policy: {policy_text(right, topic)}, then: '
                f'rxros2 security create_permission {root} {enclave} POLICY.xml',
            )
