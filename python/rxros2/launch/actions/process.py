# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ExecuteProcess: runs a program from its start to its end, with restarts, signals and output."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shlex
import shutil
import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...interpreters import interpreter_of
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
    normalize_to_list_of_substitutions,
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
"""Targets of standard output and standard error."""

_LONGEST = 1 << 20
"""Most bytes of a line; a longer line is split."""

_CRASHES = {-number for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)}


def outputs(output: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the targets of standard output and standard error. ValueError for an invalid value."""
    if isinstance(output, str):
        if output not in _OUTPUTS:
            raise ValueError(f"output is '{output}'; expected {', '.join(_OUTPUTS)}")
        return _OUTPUTS[output]
    if not isinstance(output, Mapping) or not set(output) <= {'stdout', 'stderr', 'both'}:
        raise ValueError(f'output is {output!r}; expected a name, or a mapping of stdout, stderr or both')
    common, out, err = (_targets(output.get(key, ())) for key in ('both', 'stdout', 'stderr'))
    if 'own_log' in common:
        common = common - {'own_log'} | {'both_log'}
    return out | common, err | common


def _targets(names: Any) -> frozenset[str]:
    targets = frozenset([names] if isinstance(names, str) else names)
    if not targets <= {'screen', 'log', 'own_log'}:
        raise ValueError(f'output is {", ".join(sorted(targets))}; expected screen, log or own_log')
    return targets


class Executable:
    """A program with its arguments, environment and working folder."""

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
        self.cmd = [normalize_to_list_of_substitutions(part) for part in (*cmd, *(arguments or ()))]
        """Each word of the command as a list of substitutions."""
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
        """Evaluates all substitutions and sets the final_… attributes."""
        words = [text_of(context, part) for part in self.cmd]
        if not words or not words[0]:
            raise ValueError('no program to start: the command is empty')
        name = os.path.basename(words[0].split()[0] if self.name is None else text_of(context, self.name))
        self.number = context.next_number('process')
        self.final_name = f'{name}-{self.number}'
        prefix = shlex.split(text_of(context, self.prefix))
        only = text_of(context, self.prefix_filter)
        if only and os.path.basename(words[0]) not in {os.path.basename(name) for name in shlex.split(only)}:
            prefix = []
        self.final_cmd = [*prefix, *interpreter_of(words[0]), *words]
        self.final_cwd = None if self.cwd is None else text_of(context, self.cwd)
        self.final_env = dict(context.environment) if self.env is None else _performed(context, self.env)
        if self.additional_env is not None:
            self.final_env |= _performed(context, self.additional_env)


def _performed(context: LaunchContext, env: _Environment) -> dict[str, str]:
    return {text_of(context, name): text_of(context, value) for name, value in env.items()}


class ExecuteLocal(Action):
    """Runs a program. At the end of the launch its process group gets SIGINT, then SIGTERM, then SIGKILL."""

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
        """Exit code, or the negative number of the signal that ended the process; None before its end."""

    def describe(self) -> str:
        """Returns the class name and the command."""
        return f'{type(self).__name__} {" ".join(described(part) for part in self.process_description.cmd)}'

    @property
    def process_details(self) -> dict[str, Any] | None:
        """Name, cmd, cwd, env, and after the start the pid of the process; None before prepare()."""
        return self._details

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the actions of `on_exit`; none if it is a function."""
        return self._on_exit if isinstance(self._on_exit, list) else ()

    def get_stdout(self) -> str:
        """Returns the output so far. Raises RuntimeError if cached_output is not set."""
        return self._cached_text(0)

    def get_stderr(self) -> str:
        """Returns the output on standard error so far. Raises RuntimeError if cached_output is not set."""
        return self._cached_text(1)

    def _cached_text(self, stream: int) -> str:
        if not self._keep:
            raise RuntimeError(f'{self.describe()}: the output is not kept; expected cached_output=True')
        return self._cached[stream].decode(errors='replace')

    def get_asyncio_future(self) -> asyncio.Future[None] | None:
        """Returns the task that runs the process and its restarts; None before execute()."""
        return self._task

    # Start.

    def prepare(self, context: LaunchContext) -> None:
        """Evaluates all arguments. LaunchError if the program or the folder does not exist."""
        program = self.process_description
        program.prepare(context, self)
        output = self.output if isinstance(self.output, Mapping) else text_of(context, self.output)
        self._sinks = outputs(context.environment.get('OVERRIDE_LAUNCH_PROCESS_OUTPUT', output))
        self._tty = bool_of(context, self.emulate_tty, 'emulate_tty')
        self._timeouts = (
            float_of(context, self.sigterm_timeout, 'sigterm_timeout'),
            float_of(context, self.sigkill_timeout, 'sigkill_timeout'),
        )
        self._restarts = bool_of(context, self._respawn, 'respawn')
        self._delay = float_of(context, self._respawn_delay, 'respawn_delay')
        retries = self._retries
        self._retries_left = retries if isinstance(retries, int) else int(text_of(context, retries))
        if program.final_cwd is not None and not os.path.isdir(program.final_cwd):
            raise LaunchError(f'{program.final_name}: no folder {program.final_cwd} to run in', self.place)
        path = program.final_cmd[0]
        if not self.shell and not _is_startable(path, program.final_env.get('PATH'), program.final_cwd):
            raise LaunchError(
                f'{program.final_name}: no program {path} that can be started{_cure(path, program.final_cwd)}',
                self.place,
            )
        self._details = {
            'name': program.final_name,
            'cmd': program.final_cmd,
            'cwd': program.final_cwd,
            'env': program.final_env,
        }

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Starts a task that runs the process; does nothing after the shutdown of the launch.

        Raises LaunchError if the action was executed before, or if the program or its working folder does not exist.
        """
        if context.is_shutdown:
            return None
        if self._task is not None:
            raise LaunchError(
                f'{self.describe()}: this action has been executed already; expected one execution', self.place
            )
        self.prepare(context)
        for handler in self._handlers():
            context.register_event_handler(handler)
        if self._on_exit is not None:
            context.register_event_handler(OnProcessExit(target_action=self, on_exit=self._on_exit))
        self._end = asyncio.Event()
        self._task = asyncio.ensure_future(self._run(context))
        return None

    def _handlers(self) -> Sequence[EventHandler | CoroutineHandler]:
        """Returns the handlers for signals to the process and for requests to end it."""

        def matcher_of(kind: type[ProcessTargetedEvent]) -> Callable[[Event], bool]:
            return lambda event: isinstance(event, kind) and bool(event.process_matcher(self))

        def send(context: LaunchContext) -> None:
            if self._child is not None:
                self._child.send(context.locals.event.signal)

        return (
            EventHandler(matcher=matcher_of(SignalProcess), entities=OpaqueFunction(function=send)),
            CoroutineHandler(matcher=matcher_of(ShutdownProcess), start=lambda _: self.stop()),
        )

    # Run.

    async def _run(self, context: LaunchContext) -> None:
        context.processes.append(self)
        try:
            while not context.is_shutdown:
                code = await self._run_once(context)
                if code is None:
                    return
                if not self._restarts or context.is_shutdown or self._stopped() or self._retries_left == 0:
                    self._report_end(context, code)
                    return
                self._retries_left -= 1
                context.warn(f'ended with {code}; starts again in {self._delay:g} s', self._name())
                assert self._end is not None
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._end.wait(), self._delay)
        finally:
            context.processes.remove(self)

    async def _run_once(self, context: LaunchContext) -> int | None:
        """Runs one process and returns its exit code; None if it could not be started."""
        program, name = self.process_description, self._name()
        words = program.final_cmd
        child = Child(lambda fd, data: self._handle_output(context, fd, data))
        environment = {'PYTHONUNBUFFERED': '1'} | program.final_env
        if context.output.colours:
            environment.setdefault('RCUTILS_COLORIZED_OUTPUT', '1')
        try:
            if self.shell:
                words = [' '.join(words)]
            pid = await child.start(words, environment, program.final_cwd, shell=self.shell, tty=self._tty)
        except OSError as error:
            context.error(f'cannot be started: {error.strerror or error}: {words[0]}{_shebang(error, words[0])}', name)
            return None
        assert self._details is not None
        self._child, self._details['pid'] = child, pid
        started = f'started, pid {pid}'
        context.info(f'{started}: {shlex.join(program.final_cmd)}' if self._log_cmd else started, name)
        context.emit_event_sync(ProcessStarted(action=self, **self._details_copy()))
        ended = asyncio.ensure_future(child.wait())
        if context.is_shutdown or self._stopped():  # the end was requested during the start
            context.add_completion_future(asyncio.ensure_future(self.stop()))
        code = await ended
        self._flush(context)
        self._child = None
        self.return_code = code
        context.emit_event_sync(ProcessExited(action=self, returncode=code, **self._details_copy()))
        return code

    def _report_end(self, context: LaunchContext, code: int) -> None:
        name, ending = self._name(), _ending(code)
        expected = context.is_shutdown or self._stopped()
        if code == 0 or (expected and code not in _CRASHES and code != -signal.SIGKILL):
            context.info('ended' if code == 0 else ending if code < 0 else f'ended, {ending}', name)
        else:
            context.error(f'{ending}; its command: {shlex.join(self.process_description.final_cmd)}', name)

    def _name(self) -> str:
        return self.process_description.final_name

    def _details_copy(self) -> dict[str, Any]:
        assert self._details is not None
        return dict(self._details)

    # End.

    def _stopped(self) -> bool:
        return self._end is not None and self._end.is_set()

    async def stop(self) -> None:
        """Sends SIGINT, then SIGTERM, then SIGKILL, each after a timeout. Returns when the process has ended."""
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
        """Sends a signal at once, without the timeouts of stop()."""
        if self._child is not None:
            self._child.send(number)

    # Output.

    def _handle_output(self, context: LaunchContext, fd: int, data: bytes) -> None:
        if self._keep:
            self._cached[fd - 1].extend(data)
        kind: type[ProcessIO] = ProcessStdout if fd == 1 else ProcessStderr
        try:
            self._show(context, fd, self._lines(fd, data))
            event = kind(action=self, text=data, **({'pid': 0} | self._details_copy()))
            if context.would_handle_event(event):
                context.emit_event_sync(event)
        except Exception as error:  # from a format or a matcher of the launch file; reading must continue
            context.fail(LaunchError(f'{self.describe()}: {type(error).__name__}: {error}', self.place))

    def _lines(self, fd: int, data: bytes) -> list[str]:
        """Returns complete lines; keeps the rest."""
        rest = self._rest[fd - 1]
        rest += data
        *whole, last = bytes(rest).split(b'\n')
        if len(last) > _LONGEST:
            whole, last = [*whole, last], b''
        rest[:] = last
        return [line.decode('utf-8', 'replace').rstrip('\r') for line in whole]

    def _flush(self, context: LaunchContext) -> None:
        for fd in (1, 2):
            if self._rest[fd - 1]:
                self._show(context, fd, self._lines(fd, b'\n'))

    def _show(self, context: LaunchContext, fd: int, lines: Sequence[str]) -> None:
        name, sinks, output = self._name(), self._sinks[fd - 1], context.output
        if not lines:
            return
        if 'screen' in sinks and self._format is None:
            output.lines(name, self.process_description.number, lines)
        elif 'screen' in sinks:
            output.plain([self._format.format(line=line, this=self) for line in lines])  # type: ignore[union-attr]
        if 'log' in sinks:
            output.log([f'[{name}] {line}' for line in lines])
        if 'own_log' in sinks:
            output.log(lines, f'{name}-{("stdout", "stderr")[fd - 1]}.log')
        if sinks & {'own_log', 'both_log'}:
            output.log(lines, f'{name}.log')


def _is_startable(program: str, path: str | None, cwd: str | None) -> bool:
    if os.sep not in program:
        return shutil.which(program, path=path) is not None
    full = os.path.join(cwd or '.', program)
    return os.path.isfile(full) and os.access(full, os.X_OK)


def _cure(program: str, cwd: str | None) -> str:
    """Returns what to do about a file that exists and cannot be started, and about a missing ros2."""
    if program == 'ros2':
        return ": write rxros2, or install RxROS2's folder python/ros2_command, which adds this name"
    if os.sep not in program or not os.path.isfile(os.path.join(cwd or '.', program)):
        return ''
    python = f', or start it as `python3 {program}`' if program.endswith('.py') else ''
    return f': the file is not executable; write `chmod +x {program}`{python}'


def _shebang(error: OSError, program: str) -> str:
    """Returns what to do if the first line of a script is missing or wrong."""
    if error.errno == errno.ENOEXEC:
        return ': its first line has to name its interpreter, for Python `#!/usr/bin/env python3`'
    if error.errno == errno.ENOENT and os.path.isfile(program):
        return ': the interpreter that its first line names does not exist'
    return ''


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
        """Name with the number of the process; empty before the action is executed."""
        return self.process_description.final_name

    @property
    def cmd(self) -> list[Any]:
        """The command, evaluated once the action is executed."""
        return self.process_description.final_cmd or self.process_description.cmd

    @property
    def cwd(self) -> Any:
        """The working folder, evaluated once the action is executed."""
        return self.process_description.final_cwd or self.process_description.cwd

    @property
    def env(self) -> Any:
        """The environment, evaluated once the action is executed."""
        return self.process_description.final_env or self.process_description.env

    @property
    def additional_env(self) -> _Environment | None:
        """The additional environment variables."""
        return self.process_description.additional_env
