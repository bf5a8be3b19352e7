# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Programs that are told by lines what to do, and answer with lines of JSON: ours (peer.cpp) and others."""

import json
import os
import signal
import subprocess
import threading
import time

PATIENCE = 60  # seconds until something that must happen counts as missing; a passing test never waits that long


class Peer:
    """A process. Ends with the driver, whatever happens to that: its input ends then."""

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

    def wait(self, condition, what, patience=PATIENCE):
        """The first value of `condition()` that is true; it is called, under the lock, at each line of the process."""
        with self._changed:
            deadline = time.monotonic() + patience
            while not (value := condition()):
                left = deadline - time.monotonic()
                if left <= 0 or (self._closed and not condition()):
                    raise AssertionError(
                        f"{self.name} {'ended' if self._closed else 'runs'} without {what}; its last events: "
                        f"{self.events[-10:]}, its text: {self.text[-2000:]}"
                    )
                self._changed.wait(left)
            return value

    @property
    def text(self):
        """What it printed that is no JSON: log lines."""
        return "".join(self._text)

    def tell(self, line):
        """Without waiting for the answer; `answer` gets it."""
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def answer(self, patience=PATIENCE):
        answer = self.wait(lambda: self._answers and self._answers.pop(0), "an answer", patience)
        assert "error" not in answer, f"{self.name}: {answer}"
        return answer

    def ask(self, line, patience=PATIENCE):
        self.tell(line)
        return self.answer(patience)

    def ask_until(self, line, good, what, patience=PATIENCE):
        """Asks again and again until the answer is good."""
        deadline = time.monotonic() + patience
        while not good(answer := self.ask(line)):
            if time.monotonic() > deadline:
                raise AssertionError(f"{self.name} never had {what}; its last answer: {answer}; {self.text[-2000:]}")
            time.sleep(0.05)
        return answer

    def numbers(self, topic):
        """Of the messages that came, in the order in which they came; without those of `establish`."""
        return [e["n"] for e in list(self.events) if e["event"] == "message" and e["topic"] == topic and e["n"] != 0]

    def heard(self, topic):
        """How many messages came, those of `establish` too."""
        return sum(e["event"] == "message" and e["topic"] == topic for e in list(self.events))

    def establish(self, topic, *receivers):
        """Sends 0 until one more got to each receiver; the topic's publisher is here.

        A volatile subscription begins with the first heartbeat of the publisher, which comes some time after the match.
        """
        before = [receiver.heard(topic) for receiver in receivers]
        deadline = time.monotonic() + PATIENCE
        while any(receiver.heard(topic) == count for receiver, count in zip(receivers, before, strict=True)):
            assert time.monotonic() < deadline, f"{topic}: nothing gets from {self.name} to all of {len(receivers)}"
            self.ask(f"send {topic} 0 0")
            patience = time.monotonic() + 0.5
            while (
                any(receiver.heard(topic) == count for receiver, count in zip(receivers, before, strict=True))
                and time.monotonic() < patience
            ):
                time.sleep(0.01)

    def wait_numbers(self, topic, expected, patience=PATIENCE):
        """Exactly these messages come, in this order."""
        expected = list(expected)
        self.wait(lambda: len(self.numbers(topic)) >= len(expected), f"{len(expected)} messages on {topic}", patience)
        assert self.numbers(topic) == expected, f"{self.name} got {self.numbers(topic)} on {topic}, not {expected}"

    def wait_event(self, name, topic, patience=PATIENCE, **fields):
        def found():
            return next(
                (e for e in self.events if e.items() >= {"event": name, "topic": topic, **fields}.items()),
                None,
            )

        return self.wait(found, f"the event {name} {topic} {fields}", patience)

    def wait_count(self, name, topic, count, patience=PATIENCE):
        """All such events, as soon as there are that many."""

        def found():
            events = [e for e in self.events if (e["event"], e["topic"]) == (name, topic)]
            return len(events) >= count and events

        return self.wait(found, f"{count} times the event {name} {topic}", patience)

    def wait_matched(self, side, topic, count=1, patience=PATIENCE):
        """Until a publisher (`pub`) or subscription (`sub`) has that many matches, as its last event says."""

        def now():
            counts = [e["count"] for e in self.events if e["event"] == side + "_matched" and e["topic"] == topic]
            return (counts[-1] if counts else 0) == count

        self.wait(now, f"{count} matches of {topic}", patience)

    def stop(self):
        """As if its processor had stopped; `resume` lets it go on. Returns when all its threads stand still."""
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED)

    def resume(self):
        self._process.send_signal(signal.SIGCONT)

    def kill(self):
        """Without a good-bye."""
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
