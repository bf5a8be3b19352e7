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
        encoded = name.encode()
        self.process.stdin.write(struct.pack('<I', len(encoded)) + encoded
                                 + struct.pack('<II', seed, len(sample)) + sample)
        self.process.stdin.flush()
        status, size = struct.unpack('<II', self.process.stdout.read(8))
        answer = self.process.stdout.read(size)
        assert status == 0, answer.decode()
        return answer

    def close(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(timeout=10) == 0
