# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ExecuteProcess: a program, from its start to its end, and as often as it is to be started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..entity import Action, LaunchDescriptionEntity, normalize_to_list_of_entities
from ..errors import LaunchError
from ..events import (
    Event,
    ProcessExited,
    ProcessIO,
    ProcessStarted,
    ProcessStderr,
    ProcessStdout,
    ProcessTargetedEvent,
    ShutdownProcess,
    SignalProcess,
)
from ..handlers import CoroutineHandler, EventHandler, OnProcessExit
from ..substitution import (
    SomeSubstitutionsType,
    bool_of,
    described,
    float_of,
    text_of,
)
from ..substitutions import LaunchConfiguration
from .child import Child
from .plain import OpaqueFunction

if TYPE_CHECKING:
    from ..context import LaunchContext

_SIGTERM_TIMEOUT = LaunchConfiguration('sigterm_timeout', default=5)
_SIGKILL_TIMEOUT = LaunchConfiguration('sigkill_timeout', default=5)
_EMULATE_TTY = LaunchConfiguration('emulate_tty', default='false')
_FORMAT = '[{this.process_description.final_name}] {line}'

_Environment = Mapping[Any, SomeSubstitutionsType]

_OUTPUTS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    'screen': (frozenset({'screen'}), frozenset({'screen'})),
    'log': (frozenset({'log'}), frozenset({'log', 'screen'})),
    'both': (frozenset({'log', 'screen'}), frozenset({'log', 'screen'})),
    'own_log': (frozenset({'own_log'}), frozenset({'own_log'})),
    'full': (frozenset({'screen', 'log', 'own_log'}), frozenset({'screen', 'log', 'own_log'})),
}
"""Where standard output and standard error go."""

_LONGEST = 1 << 20
"""Bytes of a line that is shown whole; a longer one is several."""

_CRASHES = {-each for each in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)}


def outputs(wanted: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Where standard output and standard error go; ValueError for what is no output."""
    if isinstance(wanted, str):
        if wanted not in _OUTPUTS:
            raise ValueError(f"output is '{wanted}'; expected {', '.join(_OUTPUTS)}")
        return _OUTPUTS[wanted]
    if not isinstance(wanted, Mapping) or not set(wanted) <= {'stdout', 'stderr', 'both'}:
        raise ValueError(f'output is {wanted!r}; expected a name, or a mapping of stdout, stderr or both')
    both, out, err = (_places(wanted.get(each, ())) for each in ('both', 'stdout', 'stderr'))
    if 'own_log' in both:
        both = both - {'own_log'} | {'both_log'}
    return out | both, err | both


def _places(some: Any) -> frozenset[str]:
    found = frozenset([some] if isinstance(some, str) else some)
    if not found <= {'screen', 'log', 'own_log'}:
        raise ValueError(f'output is {", ".join(sorted(found))}; expected screen, log or own_log')
    return found


class Executable:
    """A program with its arguments, its environment and its folder."""

    def __init__(
        self,
        *,
        cmd: Iterable[SomeSubstitutionsType],
        prefix: SomeSubstitutionsType | None = None,
        name: SomeSubstitutionsType | None = None,
        cwd: SomeSubstitutionsType | None = None,
        env: _Environment | None = None,
        additional_env: _Environment | None = None,
        arguments: Iterable[SomeSubstitutionsType] | None = None,
    ) -> None:
        self.cmd: list[SomeSubstitutionsType] = [*cmd, *(arguments or ())]
        self.prefix = LaunchConfiguration('launch-prefix', default='') if prefix is None else prefix
        self.prefix_filter = LaunchConfiguration('launch-prefix-filter', default='') if prefix is None else ''
        self.name = name
        self.cwd = cwd
        self.env = env
        self.additional_env = additional_env
        self.final_name = ''
        self.final_cmd: list[str] = []
        self.final_cwd: str | None = None
        self.final_env: dict[str, str] = {}
        self.number = 0

    def prepare(self, context: LaunchContext, action: Action | None = None) -> None:
        """Everything that final_… tells."""
        words = [text_of(context, each) for each in self.cmd]
        if not words or not words[0]:
            raise ValueError('there is no program to start: the command is empty')
        name = os.path.basename(words[0].split()[0] if self.name is None else text_of(context, self.name))
        self.number = context.next_number('process')
        self.final_name = f'{name}-{self.number}'
        prefix = shlex.split(text_of(context, self.prefix))
        only = text_of(context, self.prefix_filter)
        if only and os.path.basename(words[0]) not in {os.path.basename(each) for each in shlex.split(only)}:
            prefix = []
        self.final_cmd = [*prefix, *words]
        self.final_cwd = None if self.cwd is None else text_of(context, self.cwd)
        self.final_env = dict(context.environment) if self.env is None else _performed(context, self.env)
        if self.additional_env is not None:
            self.final_env |= _performed(context, self.additional_env)


def _performed(context: LaunchContext, env: _Environment) -> dict[str, str]:
    return {text_of(context, name): text_of(context, value) for name, value in env.items()}


class ExecuteLocal(Action):
    """Runs a program. Its process group gets SIGINT at the launch's end, then SIGTERM, then SIGKILL."""

    def __init__(
        self,
        *,
        process_description: Executable,
        shell: bool = False,
        sigterm_timeout: float | SomeSubstitutionsType = _SIGTERM_TIMEOUT,
        sigkill_timeout: float | SomeSubstitutionsType = _SIGKILL_TIMEOUT,
        emulate_tty: bool | SomeSubstitutionsType = _EMULATE_TTY,
        output: Any = 'log',
        output_format: str = _FORMAT,
        cached_output: bool = False,
        log_cmd: bool = False,
        on_exit: Any = None,
        respawn: bool | SomeSubstitutionsType = False,
        respawn_delay: float | SomeSubstitutionsType | None = None,
        respawn_max_retries: int | SomeSubstitutionsType = -1,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.process_description = process_description
        self.shell = shell
        self.sigterm_timeout = sigterm_timeout
        self.sigkill_timeout = sigkill_timeout
        self.emulate_tty = emulate_tty
        self.output = output
        self._format = None if output_format == _FORMAT else output_format
        self._cached = bytearray(), bytearray()
        self._rest = bytearray(), bytearray()
        self._keep = cached_output
        self._log_cmd = log_cmd
        self._on_exit = on_exit if on_exit is None or callable(on_exit) else normalize_to_list_of_entities(on_exit)
        self._respawn = respawn
        self._respawn_delay = 0.0 if respawn_delay is None else respawn_delay
        self._retries = respawn_max_retries
        self._child: Child | None = None
        self._task: asyncio.Future[None] | None = None
        self._end: asyncio.Event | None = None
        self._details: dict[str, Any] | None = None
        self._sinks: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        self.return_code: int | None = None
        """Once it has ended: its exit code, or the negative number of the signal that ended it."""

    def describe(self) -> str:
        return f'{type(self).__name__} {" ".join(described(each) for each in self.process_description.cmd)}'

    @property
    def process_details(self) -> dict[str, Any] | None:
        """name, cmd, cwd, env, and pid once it has started; None before it is carried out."""
        return self._details

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        return self._on_exit if isinstance(self._on_exit, list) else ()

    def get_stdout(self) -> bytes:
        """What it has written so far, if cached_output was asked for."""
        return bytes(self._cached[0])

    def get_stderr(self) -> bytes:
        return bytes(self._cached[1])

    def get_asyncio_future(self) -> asyncio.Future[None] | None:
        return self._task

    # Its start.

    def prepare(self, context: LaunchContext) -> None:
        """What is to be started, and how. LaunchError if there is no such program or folder."""
        what = self.process_description
        what.prepare(context, self)
        wanted = self.output if isinstance(self.output, Mapping) else text_of(context, self.output)
        self._sinks = outputs(context.environment.get('OVERRIDE_LAUNCH_PROCESS_OUTPUT', wanted))
        self._tty = bool_of(context, self.emulate_tty, 'emulate_tty')
        self._timeouts = (
            float_of(context, self.sigterm_timeout, 'sigterm_timeout'),
            float_of(context, self.sigkill_timeout, 'sigkill_timeout'),
        )
        self._again = bool_of(context, self._respawn, 'respawn')
        self._delay = float_of(context, self._respawn_delay, 'respawn_delay')
        retries = self._retries
        self._left = retries if isinstance(retries, int) else int(text_of(context, retries))
        if what.final_cwd is not None and not os.path.isdir(what.final_cwd):
            raise LaunchError(f'{what.final_name}: no folder {what.final_cwd} to run in', self.place)
        program = what.final_cmd[0]
        if not self.shell and not _found(program, what.final_env.get('PATH'), what.final_cwd):
            raise LaunchError(f'{what.final_name}: no program {program} that can be started', self.place)

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        if context.is_shutdown:
            return None
        if self._task is not None:
            raise LaunchError(
                f'{self.describe()}: it is carried out already, and an action is so only once', self.place
            )
        self.prepare(context)
        what = self.process_description
        self._details = {
            'name': what.final_name,
            'cmd': what.final_cmd,
            'cwd': what.final_cwd,
            'env': what.final_env,
        }
        for each in self._handlers():
            context.register_event_handler(each)
        if self._on_exit is not None:
            context.register_event_handler(OnProcessExit(target_action=self, on_exit=self._on_exit))
        self._end = asyncio.Event()
        self._task = asyncio.ensure_future(self._run(context))
        return None

    def _handlers(self) -> Sequence[EventHandler | CoroutineHandler]:
        """What others may ask of the process."""

        def asked(kind: type[ProcessTargetedEvent]) -> Callable[[Event], bool]:
            return lambda event: isinstance(event, kind) and bool(event.process_matcher(self))

        def send(context: LaunchContext) -> None:
            if self._child is not None:
                self._child.send(context.locals.event.signal)

        return (
            EventHandler(matcher=asked(SignalProcess), entities=OpaqueFunction(function=send)),
            CoroutineHandler(matcher=asked(ShutdownProcess), start=lambda _: self.stop()),
        )

    # Its run.

    async def _run(self, context: LaunchContext) -> None:
        context.processes.append(self)
        try:
            while not context.is_shutdown:
                code = await self._once(context)
                if code is None:
                    return
                if not self._again or context.is_shutdown or self._stopped() or self._left == 0:
                    self._judge(context, code)
                    return
                self._left -= 1
                context.warn(f'ended with {code}; starts again in {self._delay:g} s', self._name())
                assert self._end is not None
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._end.wait(), self._delay)
        finally:
            context.processes.remove(self)

    async def _once(self, context: LaunchContext) -> int | None:
        """One process, from its start to its end; None if it could not be started."""
        what, name = self.process_description, self._name()
        words = what.final_cmd
        child = Child(lambda fd, data: self._wrote(context, fd, data))
        environment = {'PYTHONUNBUFFERED': '1'} | what.final_env
        if context.output.colours:
            environment.setdefault('RCUTILS_COLORIZED_OUTPUT', '1')
        try:
            if self.shell:
                words = [' '.join(words)]
            pid = await child.start(words, environment, what.final_cwd, shell=self.shell, tty=self._tty)
        except OSError as error:
            context.error(f'cannot be started: {error.strerror or error}: {words[0]}', name)
            return None
        assert self._details is not None
        self._child, self._details['pid'] = child, pid
        started = f'started, pid {pid}'
        context.info(f'{started}: {shlex.join(what.final_cmd)}' if self._log_cmd else started, name)
        context.emit_event_sync(ProcessStarted(action=self, **self._about()))
        ended = asyncio.ensure_future(child.wait())
        if context.is_shutdown or self._stopped():  # meanwhile
            context.add_completion_future(asyncio.ensure_future(self.stop()))
        code = await ended
        self._flush(context)
        self._child = None
        self.return_code = code
        context.emit_event_sync(ProcessExited(action=self, returncode=code, **self._about()))
        return code

    def _judge(self, context: LaunchContext, code: int) -> None:
        name, what = self._name(), _ending(code)
        asked = context.is_shutdown or self._stopped()
        if code == 0 or (asked and code not in _CRASHES and code != -signal.SIGKILL):
            context.info('ended' if code == 0 else what if code < 0 else f'ended, {what}', name)
        else:
            context.error(f'{what}; its command: {shlex.join(self.process_description.final_cmd)}', name)

    def _name(self) -> str:
        return self.process_description.final_name

    def _about(self) -> dict[str, Any]:
        assert self._details is not None
        return dict(self._details)

    # Its end.

    def _stopped(self) -> bool:
        return self._end is not None and self._end.is_set()

    async def stop(self) -> None:
        """SIGINT; if it does not end, SIGTERM, and then SIGKILL. Returns when it has ended."""
        if self._end is not None:
            self._end.set()
        child = self._child
        if child is None:
            return
        child.send(signal.SIGINT)
        for seconds, number in zip(self._timeouts, (signal.SIGTERM, signal.SIGKILL), strict=True):
            if await child.ended_within(seconds):
                return
            child.send(number)
        await child.wait()

    def hurry(self, number: signal.Signals) -> None:
        """A signal now, as the user does not want to wait."""
        if self._child is not None:
            self._child.send(number)

    # Its output.

    def _wrote(self, context: LaunchContext, fd: int, data: bytes) -> None:
        if self._keep:
            self._cached[fd - 1].extend(data)
        kind: type[ProcessIO] = ProcessStdout if fd == 1 else ProcessStderr
        try:
            self._show(context, fd, self._lines(fd, data))
            event = kind(action=self, text=data, **({'pid': 0} | self._about()))
            if context.would_handle_event(event):
                context.emit_event_sync(event)
        except Exception as error:  # of a format or a matcher of the launch file; what is read goes on being read
            context.fail(LaunchError(f'{self.describe()}: {type(error).__name__}: {error}', self.place))

    def _lines(self, fd: int, data: bytes) -> list[str]:
        """Whole lines; the rest is kept."""
        rest = self._rest[fd - 1]
        rest += data
        *whole, last = bytes(rest).split(b'\n')
        if len(last) > _LONGEST:
            whole, last = [*whole, last], b''
        rest[:] = last
        return [each.decode('utf-8', 'replace').rstrip('\r') for each in whole]

    def _flush(self, context: LaunchContext) -> None:
        for fd in (1, 2):
            if self._rest[fd - 1]:
                self._show(context, fd, self._lines(fd, b'\n'))

    def _show(self, context: LaunchContext, fd: int, lines: Sequence[str]) -> None:
        name, to, output = self._name(), self._sinks[fd - 1], context.output
        if not lines:
            return
        if 'screen' in to and self._format is None:
            output.lines(name, self.process_description.number, lines)
        elif 'screen' in to:
            output.plain([self._format.format(line=line, this=self) for line in lines])  # type: ignore[union-attr]
        if 'log' in to:
            output.log([f'[{name}] {line}' for line in lines])
        if 'own_log' in to:
            output.log(lines, f'{name}-{("stdout", "stderr")[fd - 1]}.log')
        if to & {'own_log', 'both_log'}:
            output.log(lines, f'{name}.log')


def _found(program: str, path: str | None, cwd: str | None) -> bool:
    if os.sep not in program:
        return shutil.which(program, path=path) is not None
    full = os.path.join(cwd or '.', program)
    return os.path.isfile(full) and os.access(full, os.X_OK)


def _ending(code: int) -> str:
    if code >= 0:
        return f'exit code {code}'
    try:
        return f'ended by {signal.Signals(-code).name}'
    except ValueError:
        return f'ended by signal {-code}'


class ExecuteProcess(ExecuteLocal):
    """Runs a program on this machine."""

    def __init__(
        self,
        *,
        cmd: Iterable[SomeSubstitutionsType],
        prefix: SomeSubstitutionsType | None = None,
        name: SomeSubstitutionsType | None = None,
        cwd: SomeSubstitutionsType | None = None,
        env: _Environment | None = None,
        additional_env: _Environment | None = None,
        **kwargs: Any,
    ) -> None:
        executable = Executable(cmd=cmd, prefix=prefix, name=name, cwd=cwd, env=env, additional_env=additional_env)
        super().__init__(process_description=executable, **kwargs)

    @property
    def name(self) -> str:
        """With its number, once it is carried out."""
        return self.process_description.final_name

    @property
    def cmd(self) -> list[Any]:
        return self.process_description.final_cmd or self.process_description.cmd

    @property
    def cwd(self) -> Any:
        return self.process_description.final_cwd or self.process_description.cwd

    @property
    def env(self) -> Any:
        return self.process_description.final_env or self.process_description.env

    @property
    def additional_env(self) -> _Environment | None:
        return self.process_description.additional_env
