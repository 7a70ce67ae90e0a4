"""The image of packaging/Containerfile, built by buildah from a Debian that debootstrap makes."""

from __future__ import annotations

import os
from pathlib import Path

from .place import NotTried, Place

_MIRROR = "http://deb.debian.org/debian"


def _base(place: Place) -> str:
    """The name of an image of Debian that no registry has to be asked for. VIGIL_BASE_ROOT may name an unpacked one."""
    root = os.environ.get("VIGIL_BASE_ROOT")
    if root is None:
        place.need("debootstrap")
        root = str(place.directory / "debian")
        place.run(["debootstrap", "--variant=minbase", "bookworm", root, _MIRROR])
    name = "localhost/vigil-base"
    container = place.run(["buildah", "from", "scratch"]).strip()
    place.run(["buildah", "add", "--quiet", container, root, "/"])
    place.run(["buildah", "commit", "--quiet", container, name])
    place.run(["buildah", "rm", container])
    return name


def container(place: Place) -> str:
    place.need("buildah")
    if os.geteuid() != 0:
        raise NotTried("debootstrap and buildah are run as root")
    # Images and containers are gone with the directory.
    place.environment |= {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot", "TMPDIR": str(place.directory)}
    storage: Path = place.directory / "storage"
    place.write("storage.conf", f'[storage]\ndriver = "vfs"\ngraphroot = "{storage}"\nrunroot = "{storage}-run"\n')
    place.environment["CONTAINERS_STORAGE_CONF"] = str(place.directory / "storage.conf")
    place.run(["buildah", "build", "--quiet", f"--build-arg=base={_base(place)}", "--build-arg=parts=--headers",
               "--file", place.root / "packaging/Containerfile", "--tag", "vigil", place.root])
    user = place.run(["buildah", "from", "vigil"]).strip()
    place.run(["buildah", "copy", "--quiet", user, place.root / "examples/consumer/main.cpp", "/work/"])
    place.run(["buildah", "run", user, "bash", "-c",
               "c++ -std=c++20 -O2 main.cpp $(pkg-config --cflags --libs vigil) -o my_scheduler"])
    said = place.run(["buildah", "run", user, "./my_scheduler"])
    place.expect_in("1000 of 1000 jobs ran exactly once", said, "the program in the container")
    return "the image with the headers, by buildah; a program that is compiled and run in it"
