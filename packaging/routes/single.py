"""Single headers, as a user pastes them into a file or into Compiler Explorer."""

from __future__ import annotations

import shutil
from pathlib import Path

from .place import Failed, Place

_WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]

_LATCHES = """
#include <cstdio>
#include <thread>

bool other_source();

int main() {
  vigil::CoreLatch<> latch;
  if (!latch.get_sleepy() || !latch.fall_asleep()) return 1;
  if (!latch.set()) return 2;  // the setter must wake the owner
  int answer = 0;
  std::thread thread;
  {
    vigil::OnceLatch<> is_done;
    thread = std::thread([&] {
      answer = 42;
      is_done.set();
    });
    is_done.wait();
  }
  thread.join();
  if (!other_source()) return 3;
  std::printf("%d\\n", answer);
}
"""

_OTHER = """
struct Job : vigil::InjectorNode<> {};

bool other_source() {
  vigil::TreiberInjector<Job> injector;
  Job job;
  injector.push(job);
  return injector.pop().is_success();
}
"""


def _write(place: Place, name: str, *arguments: str) -> Path:
    directory = place.directory / name
    place.run([place.root / "packaging/single-header", "-o", directory, *arguments])
    return directory


def _files(directory: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in sorted(directory.iterdir())}


def single_header(place: Place) -> str:
    compilers = ["g++", "clang++"]
    place.need(*compilers)
    headers = _write(place, "headers")
    names = list(_files(headers))
    place.expect(_files(_write(place, "again")), _files(headers), "written a second time they are")
    # Where they lie there is no other header of Vigil.
    main = (place.root / "examples/consumer/main.cpp").read_text()
    include = "#include <vigil/deque/chase_lev.hpp>"
    if include not in main:
        raise Failed("examples/consumer/main.cpp no longer includes the deque")
    (headers / "consumer.cpp").write_text(main.replace(include, '#include "vigil_deque_chase_lev.hpp"'))
    (headers / "in_order.cpp").write_text("".join(f'#include "{name}"\n' for name in names) + _LATCHES)
    (headers / "in_reverse.cpp").write_text("".join(f'#include "{name}"\n' for name in reversed(names)) + _OTHER)
    for compiler in compilers:
        command = [compiler, "-std=c++20", "-O1", "-pthread", *_WARNINGS]
        place.run([*command, "consumer.cpp", "-o", f"consumer-{compiler}"], cwd=headers)
        place.expect_consumed(headers / f"consumer-{compiler}")
        place.run([*command, "in_order.cpp", "in_reverse.cpp", "-o", f"all-{compiler}"], cwd=headers)
        place.expect(place.run([headers / f"all-{compiler}"]), "42\n", "a program with all of them printed")
    _expect_refusals(place, headers, names[0])
    return f"{len(names)} headers, alone and together, by {' and '.join(compilers)}"


def _expect_refusals(place: Place, headers: Path, name: str) -> None:
    # A header of another version.
    shutil.copytree(place.root / "core", place.directory / "newer/core")
    shutil.copy(place.root / "LICENSE", place.directory / "newer")
    (place.directory / "newer/packaging").mkdir()
    script = place.directory / "newer/packaging/single-header"
    shutil.copy(place.root / "packaging/single-header", script)
    version = place.directory / "newer/core/include/vigil/version.hpp"
    version.write_text(version.read_text().replace("VERSION_MAJOR 0", "VERSION_MAJOR 9"))
    place.run([script, "-o", place.directory / "nine", "latch/core_latch"])
    place.write("two_versions.cpp", f'#include "headers/{name}"\n#include "nine/vigil_latch_core_latch.hpp"\n')
    said = place.run(["g++", "-std=c++20", "-fsyntax-only", "two_versions.cpp"], status=1)
    place.expect_in("two versions of Vigil", said, "the compiler's message")
    # What cannot be put into one file.
    latch = place.directory / "newer/core/include/vigil/latch/core_latch.hpp"
    text = latch.read_text()
    for line, due in [("#if 1\n#include <vigil/common/memory.hpp>\n#endif\n", "under a condition"),
                      ('#include "core_latch_tables.hpp"\n', "in a way that is not understood")]:
        latch.write_text(text + line)
        place.expect_in(due, place.run([script, "latch/core_latch"], status=1), "what the script says")
    said = place.run([place.root / "packaging/single-header", "latch/no_latch"], status=1)
    place.expect_in("there is no header vigil/latch/no_latch.hpp", said, "what the script says")
