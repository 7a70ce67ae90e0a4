"""Debian's packages, built, judged by lintian, unpacked beside the system, and used from there."""

from __future__ import annotations

import shutil
from pathlib import Path

from .place import CONSUMED, Failed, Place


def _unpacked(place: Place, *options: str) -> Path:
    """The root of what the packages would install."""
    place.need("dpkg-buildpackage", "dh", "lintian")
    built = place.directory / "built"
    place.run([place.root / "packaging/deb", *options, built])
    changes = sorted(built.glob("*.changes"))
    place.run(["lintian", "--allow-root", "--fail-on", "error,warning,info", *changes])
    root = place.directory / "root"
    for package in sorted(built.glob("*.deb")):
        place.run(["dpkg-deb", "-x", package, root])
    return root


def _expect_core(place: Place, root: Path) -> None:
    build = place.build_by_cmake(place.root / "examples/consumer", f"-DCMAKE_PREFIX_PATH={root / 'usr'}")
    place.expect_consumed(build / "consumer")
    package = next((root / "usr/lib").rglob("vigil.pc"))
    flags = place.run(["pkg-config", "--cflags", "--libs", "vigil"],
                      environment={"PKG_CONFIG_PATH": str(package.parent)}).split()
    place.run([place.compiler, "-std=c++20", place.root / "examples/consumer/main.cpp", *flags, "-o", "by_hand"])
    place.expect(place.run(["./by_hand"]), CONSUMED, "the program that pkg-config helped to compile printed")


def _expect_checker(place: Place, root: Path) -> None:
    shutil.rmtree(place.directory / "build")
    build = place.build_by_cmake(place.root / "examples/checker", f"-DCMAKE_PREFIX_PATH={root / 'usr'}")
    place.expect_in("Handover: holds", place.run([build / "check_queue"]), "the checked queue")
    place.expect_in("Handover: fails: data-race", place.run([build / "check_first_try"], status=1), "its first version")
    shutil.rmtree(build)
    build = place.build_by_cmake(place.root / "examples/unmodified", f"-DCMAKE_PREFIX_PATH={root / 'usr'}")
    place.expect_in("queue_test: fails: missed-wake", place.run([build / "queue_test"], status=1), "the queue's test")


def headers(place: Place) -> str:
    _expect_core(place, _unpacked(place, "--headers"))
    return "libvigil-dev with the headers alone, lintian, and a program by CMake and by pkg-config"


def libraries(place: Place) -> str:
    root = _unpacked(place, "--no-program")
    _expect_core(place, root)
    _expect_checker(place, root)
    return "libvigil-dev, lintian, and a queue that is checked, as a model and as it is"


def whole(place: Place) -> str:
    root = _unpacked(place)
    _expect_core(place, root)
    _expect_checker(place, root)
    programs = root / "usr/bin"
    place.expect_in("passed, 0 failed", place.run([programs / "vigil", "check", "latch/*"]), "vigil check")
    source = place.root / "examples/unmodified"
    place.run([programs / "vigil-c++", source / "queue_test.cpp", f"-I{source / 'first_try'}", "-std=c++20", "-o", "test"])
    place.expect_in("test: fails: missed-wake", place.run(["./test"], status=1), "the queue's test")
    share = root / "usr/share"
    for name in ("man/man1/vigil.1.gz", "man/man1/vigil-c++.1.gz", "bash-completion/completions/vigil",
                 "zsh/vendor-completions/_vigil", "fish/vendor_completions.d/vigil.fish"):
        if not (share / name).is_file():
            raise Failed(f"the package lacks usr/share/{name}")
    return "libvigil-dev and vigil, lintian, a checked queue, vigil, vigil-c++, manual and completions"
