"""A small source tree with pages, for tests."""

from __future__ import annotations

import stat
import tempfile
import unittest
from pathlib import Path
from typing import Mapping

from pagecheck.page import Page
from pagecheck.tree import Tree

COLUMNS = """\
<!-- printed by: vigil explain latch/set-once/late --brief -->
```text
Shown in the order with the fewest stale reads (0), then the fewest context switches (1).

  setup  store latch = 0, relaxed  [latch.init]

  step  thread 0 (owner)            thread 1 (setter)
     1  load latch = 0, acquire                                [latch.probe]
          (initial)
     2  cas latch: 0 -> 1, seq_cst                             [latch.get_sleepy]
          (initial)
     3                              unlock mutex               lock
     4                              lock mutex (from 3)        wake
     5  load latch = 1, acquire                                [latch.probe]
          (from 2)
          STALE: step 9 already
            wrote 2
     6  at the end: load latch = 1, acquire (from 2)  [latch.probe]
     7  VIOLATION thread 0 at step 5: missed-wake: waits for ever to
        be woken by another thread
```
<!-- end -->
"""

LIST = """\
<!-- printed by: vigil replay latch/set-once@1 -->
```text
     1  thread 3    fetch_add counters: 0 -> 4,    [counters.inactive]
                      seq_cst (initial)
     2  thread 0    fetch_add counters: 4 -> 8     [counters.inactive]
     3  VIOLATION thread 0 at step 2: requirement: too many
```
<!-- end -->
"""


def page(text: str, name: str = "docs/page.md") -> Page:
    return Page(name, text)


class TreeTest(unittest.TestCase):
    """Each test has a directory of its own."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)

    def tree(self, files: Mapping[str, str]) -> Tree:
        for name, text in files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")
        return Tree(self.root)

    def program(self, name: str, script: str) -> None:
        """An executable that bash runs."""
        self.tree({name: "#!/usr/bin/env bash\n" + script})
        (self.root / name).chmod(stat.S_IRWXU)
