"""Whether the project that is compiled for other platforms finds what its sources include. CI compiles little of it."""

import json
import os
import shlex
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Sources(unittest.TestCase):
    def test_include_what_is_there(self) -> None:
        with tempfile.TemporaryDirectory() as build:
            configured = subprocess.run(
                ["cmake", "-S", ROOT / "platforms", "-B", build, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                 "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DCMAKE_UNITY_BUILD=OFF",
                 "-DVIGIL_TRIES=bare;reference;proofs;stress;checker"],
                capture_output=True, text=True, check=False)
            self.assertEqual(configured.returncode, 0, configured.stdout + configured.stderr)
            commands = [each for each in json.loads((Path(build) / "compile_commands.json").read_text())
                        if Path(each["file"]).is_relative_to(ROOT)]
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                failures = [each for each in pool.map(preprocessed, commands) if each]
        self.assertGreater(len(commands), 50)
        self.assertEqual(failures, [])


def preprocessed(command: dict) -> str:
    """What the preprocessor complains of."""
    words = shlex.split(command["command"])
    words[words.index("-o") + 1] = os.devnull
    return subprocess.run([*words, "-E"], cwd=command["directory"], capture_output=True, text=True, check=False).stderr


if __name__ == "__main__":
    unittest.main()
