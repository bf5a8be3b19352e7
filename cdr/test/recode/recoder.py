# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the program recode (CDR_RECODE) for tests: the C++ codec with the generated struct of every type."""
import os
import struct
import subprocess


class Recoder:
    """The running program."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([os.environ['CDR_RECODE']], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, name: str, seed: int = 0, sample: bytes = b'') -> bytes:
        """Decodes a sample into the struct and encodes it again; without a sample, encodes a random struct."""
        error, answer = self.request(name, seed, sample)
        assert not error, error
        return answer

    def request(self, name: str, seed: int = 0, sample: bytes = b'') -> tuple[str, bytes]:
        """Does the same as `ask`; returns the error instead of the sample if the codec throws one."""
        encoded = name.encode()
        self.process.stdin.write(struct.pack('<I', len(encoded)) + encoded
                                 + struct.pack('<II', seed, len(sample)) + sample)
        self.process.stdin.flush()
        status, size = struct.unpack('<II', self.process.stdout.read(8))
        answer = self.process.stdout.read(size)
        return (answer.decode(errors='replace'), b'') if status else ('', answer)

    def peak_mb(self) -> float:
        """Returns the peak memory of the program."""
        with open(f'/proc/{self.process.pid}/status') as status:
            return next(int(line.split()[1]) for line in status if line.startswith('VmHWM')) / 1024

    def close(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(timeout=10) == 0
