# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Peer processes of the tests: they take commands as lines and answer with lines of JSON (peer.cpp and others)."""

import json
import os
import signal
import subprocess
import threading
import time

PATIENCE = 60  # seconds until something that must happen counts as missing; a passing test never waits that long


class Peer:
    """A peer process. It ends with the test process in every case, since its input ends then."""

    def __init__(self, command, wrapper=(), **environment):
        self.name = command[-1].rsplit("/", 1)[-1]
        self.events = []
        self._answers = []
        self._text = []
        self._changed = threading.Condition()
        self._closed = False
        self.killed = False
        self._process = subprocess.Popen(
            [*wrapper, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | environment,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            with self._changed:
                if line.startswith("{"):
                    item = json.loads(line)
                    (self.events if "event" in item else self._answers).append(item)
                else:
                    self._text.append(line)
                self._changed.notify_all()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self, condition, expected, patience=PATIENCE):
        """Returns the first true value of `condition()`, which it calls under the lock at each line of the process."""
        with self._changed:
            deadline = time.monotonic() + patience
            while not (value := condition()):
                remaining = deadline - time.monotonic()
                if remaining <= 0 or (self._closed and not condition()):
                    raise AssertionError(
                        f"{self.name} {'ended' if self._closed else 'runs'} without {expected}; its last events: "
                        f"{self.events[-10:]}, its text: {self.text[-2000:]}"
                    )
                self._changed.wait(remaining)
            return value

    @property
    def process_id(self):
        return self._process.pid

    @property
    def text(self):
        """The printed lines that are not JSON: log lines."""
        return "".join(self._text)

    def send_line(self, line):
        """Sends a command without waiting for the answer, which `answer` returns."""
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def answer(self, patience=PATIENCE):
        answer = self.wait(lambda: self._answers and self._answers.pop(0), "an answer", patience)
        assert "error" not in answer, f"{self.name}: {answer}"
        return answer

    def ask(self, line, patience=PATIENCE):
        self.send_line(line)
        return self.answer(patience)

    def ask_until(self, line, good, expected, patience=PATIENCE):
        """Repeats the command until the answer is good."""
        deadline = time.monotonic() + patience
        while not good(answer := self.ask(line)):
            if time.monotonic() > deadline:
                raise AssertionError(
                    f"{self.name} never had {expected}; its last answer: {answer}; {self.text[-2000:]}"
                )
            time.sleep(0.05)
        return answer

    def numbers(self, topic):
        """Returns the numbers of the received messages in order of arrival, without those of `establish`."""
        return [e["n"] for e in list(self.events) if e["event"] == "message" and e["topic"] == topic and e["n"] != 0]

    def message_count(self, topic):
        """Returns the number of received messages, including those of `establish`."""
        return sum(e["event"] == "message" and e["topic"] == topic for e in list(self.events))

    def establish(self, topic, *receivers):
        """Sends 0 until each receiver has received one more message; this peer has the topic's publisher.

        A volatile subscription begins with the first heartbeat of the publisher, which comes some time after the match.
        """
        before = [receiver.message_count(topic) for receiver in receivers]
        deadline = time.monotonic() + PATIENCE
        while any(receiver.message_count(topic) == count for receiver, count in zip(receivers, before, strict=True)):
            assert time.monotonic() < deadline, (
                f"{topic}: no message of {self.name} reaches all {len(receivers)} receivers"
            )
            self.ask(f"send {topic} 0 0")
            patience = time.monotonic() + 0.5
            while (
                any(receiver.message_count(topic) == count for receiver, count in zip(receivers, before, strict=True))
                and time.monotonic() < patience
            ):
                time.sleep(0.01)

    def wait_numbers(self, topic, expected, patience=PATIENCE):
        """Waits for exactly these messages in this order."""
        expected = list(expected)
        self.wait(lambda: len(self.numbers(topic)) >= len(expected), f"{len(expected)} messages on {topic}", patience)
        assert self.numbers(topic) == expected, f"{self.name} got {self.numbers(topic)} on {topic}, not {expected}"

    def wait_event(self, name, topic, patience=PATIENCE, **fields):
        def matching_event():
            return next(
                (e for e in self.events if e.items() >= {"event": name, "topic": topic, **fields}.items()),
                None,
            )

        return self.wait(matching_event, f"the event {name} {topic} {fields}", patience)

    def wait_count(self, name, topic, count, patience=PATIENCE):
        """Waits until there are that many such events and returns all of them."""

        def matching_events():
            events = [e for e in self.events if (e["event"], e["topic"]) == (name, topic)]
            return len(events) >= count and events

        return self.wait(matching_events, f"{count} times the event {name} {topic}", patience)

    def wait_matched(self, side, topic, count=1, patience=PATIENCE):
        """Waits until the last event of a publisher (`pub`) or subscription (`sub`) reports that many matches."""

        def now():
            counts = [e["count"] for e in self.events if e["event"] == side + "_matched" and e["topic"] == topic]
            return (counts[-1] if counts else 0) == count

        self.wait(now, f"{count} matches of {topic}", patience)

    def stop(self):
        """Stops all threads of the process, until `resume`; returns when they have stopped."""
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED)

    def resume(self):
        self._process.send_signal(signal.SIGCONT)

    def kill(self):
        """Kills the process, so that it cannot announce its end."""
        self.killed = True
        self._process.kill()
        self._process.wait()

    def end(self):
        self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise AssertionError(f"{self.name} did not end; its text: {self.text[-2000:]}") from None
        self._reader.join()
        return self._process.returncode
