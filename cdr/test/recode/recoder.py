# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The program recode (CDR_RECODE), asked by tests: the C++ codec with the generated struct of every type."""
import os
import struct
import subprocess


class Recoder:
    """The program while it runs."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([os.environ['CDR_RECODE']], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, name: str, seed: int = 0, sample: bytes = b'') -> bytes:
        """A sample decoded into the struct and encoded again; without one, that of a random struct."""
        error, answer = self.told(name, seed, sample)
        assert not error, error
        return answer

    def told(self, name: str, seed: int = 0, sample: bytes = b'') -> tuple[str, bytes]:
        """The same; instead of the sample an error, if the codec throws one."""
        encoded = name.encode()
        self.process.stdin.write(struct.pack('<I', len(encoded)) + encoded
                                 + struct.pack('<II', seed, len(sample)) + sample)
        self.process.stdin.flush()
        status, size = struct.unpack('<II', self.process.stdout.read(8))
        answer = self.process.stdout.read(size)
        return (answer.decode(errors='replace'), b'') if status else ('', answer)

    def peak_mb(self) -> float:
        """The most memory that it has had."""
        with open(f'/proc/{self.process.pid}/status') as status:
            return next(int(line.split()[1]) for line in status if line.startswith('VmHWM')) / 1024

    def close(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(timeout=10) == 0
