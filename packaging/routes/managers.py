"""The recipes of vcpkg and Conan. Where the tool itself is not installed, the recipe runs all the same: what it calls is
in stubs/, and calls the real CMake."""

from __future__ import annotations

import json
import shutil
import sys

from .place import Place

_STUBS = "packaging/routes/stubs"


def _vcpkg_without_vcpkg(place: Place, *features: str) -> None:
    port = place.root / "packaging/vcpkg/vigil"
    described = json.loads((port / "vcpkg.json").read_text())
    for feature in features:
        place.expect(feature in described["features"], True, f"vcpkg.json has the feature {feature}")
    place.run(["cmake", f"-DPORT={described['name']}", f"-DFEATURES={';'.join(['core', *features])}",
               f"-DCURRENT_PORT_DIR={port}", f"-DCURRENT_BUILDTREES_DIR={place.directory / 'buildtrees'}",
               f"-DCURRENT_PACKAGES_DIR={place.directory / 'package'}", f"-DCXX={place.compiler}",
               "-P", place.root / _STUBS / "vcpkg.cmake"])


def vcpkg(place: Place) -> str:
    consumer = place.root / "examples/consumer"
    if shutil.which("vcpkg") is not None:
        place.run(["vcpkg", "install", f"--overlay-ports={place.root / 'packaging/vcpkg'}", "vigil[c]",
                   f"--x-install-root={place.directory / 'installed'}"])
        triplets = [each for each in (place.directory / "installed").iterdir() if (each / "share/vigil").is_dir()]
        build = place.build_by_cmake(consumer, f"-DCMAKE_PREFIX_PATH={triplets[0]}")
        place.expect_consumed(build / "consumer")
        return "vigil[c], by vcpkg"
    _vcpkg_without_vcpkg(place, "c")
    build = place.build_by_cmake(consumer, f"-DCMAKE_PREFIX_PATH={place.directory / 'package'}")
    place.expect_consumed(build / "consumer")
    return "the portfile of vigil[c] by CMake, with stubs of vcpkg's functions: vcpkg is not installed"


def vcpkg_checker(place: Place) -> str:
    _vcpkg_without_vcpkg(place, "c", "checker")
    build = place.build_by_cmake(place.root / "examples/checker", f"-DCMAKE_PREFIX_PATH={place.directory / 'package'}")
    place.expect_in("Handover: holds", place.run([build / "check_queue"]), "the checked queue")
    return "the portfile of vigil[c,checker] with stubs, and a queue that is checked"


def _conan_without_conan(place: Place, *options: str) -> str:
    return place.run([sys.executable, place.root / _STUBS / "conan_create.py", place.root / "packaging/conan",
                      place.directory / "conan", *options], environment={"CXX": place.compiler})


def conan(place: Place) -> str:
    if shutil.which("conan") is not None:
        said = place.run(["conan", "create", place.root / "packaging/conan", "--build=missing"],
                         environment={"CONAN_HOME": str(place.directory / "home")})
        place.expect_in("1000 of 1000 jobs ran exactly once", said, "the test package")
        return "the recipe and its test package, by Conan"
    said = _conan_without_conan(place, "c=True")
    place.expect_in("1000 of 1000 jobs ran exactly once", said, "the test package")
    return "the recipe and its test package, with a stub of the module conan: Conan is not installed"


def conan_checker(place: Place) -> str:
    said = _conan_without_conan(place, "c=True", "checker=True")
    place.expect_in("cli11/", said, "what the recipe requires")
    build = place.build_by_cmake(place.root / "examples/checker",
                                 f"-DCMAKE_PREFIX_PATH={place.directory / 'conan/package'}")
    place.expect_in("Handover: holds", place.run([build / "check_queue"]), "the checked queue")
    return "the recipe with the checker, with a stub, and a queue that is checked"
