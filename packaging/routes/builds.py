"""What other build systems fetch: FetchContent, Meson, Bazel."""

from __future__ import annotations

import shutil

from .place import Place, quoted, repository_of


def fetch_content(place: Place) -> str:
    repository = repository_of(place)
    commit = place.run(["git", "rev-parse", "HEAD"], cwd=repository).strip()
    project = quoted(place, "CMake: FetchContent", "cmake")
    project = project.replace("<where you have it from>", f"file://{repository}")
    project = project.replace("<a full commit hash>", commit)
    place.write("user/CMakeLists.txt", project + "install(TARGETS my_scheduler)\n")
    shutil.copy(place.root / "examples/consumer/main.cpp", place.directory / "user")
    build = place.build_by_cmake(place.directory / "user", "--warn-uninitialized", "-Werror=dev")
    place.expect_consumed(build / "my_scheduler")
    # A project that uses Vigil installs itself, and nothing of Vigil.
    place.run(["cmake", "--install", build, "--prefix", place.directory / "prefix"])
    installed = [str(file.relative_to(place.directory / "prefix"))
                 for file in sorted((place.directory / "prefix").rglob("*")) if file.is_file()]
    place.expect(installed, ["bin/my_scheduler"], "the user's project installed")
    return "a git repository by FetchContent; nothing else was set"


def meson(place: Place) -> str:
    place.need("meson", "ninja", "git")
    repository = repository_of(place)
    wrap = (place.root / "packaging/meson/vigil.wrap").read_text()
    place.expect(quoted(place, "Meson", "ini"), wrap, "the page shows the wrap")
    # As the page says: the address, and a commit.
    commit = place.run(["git", "rev-parse", "HEAD"], cwd=repository).strip()
    wrap = wrap.replace("URL", f"file://{repository}").replace("REVISION", commit)
    place.write("user/subprojects/vigil.wrap", wrap)
    place.write("user/meson.build", quoted(place, "Meson", "meson").replace("'cpp',", "'c', 'cpp',")
                + "executable('in_c', 'main.c', dependencies: dependency('vigil-c'))\n")
    shutil.copy(place.root / "examples/consumer/main.cpp", place.directory / "user")
    shutil.copy(place.root / "examples/c/main.c", place.directory / "user")
    place.run(["meson", "setup", "build", "user"], environment={"CXX": place.compiler})
    place.run(["meson", "compile", "-C", "build"])
    place.expect_consumed(place.directory / "build/my_scheduler")
    place.run([place.directory / "build/in_c"])
    return "a wrap of a git repository; programs in C++ and in C"


_NATIVE = [
    ("rules_cc", "cc", "cc_binary cc_import cc_library cc_proto_library cc_test cc_toolchain cc_toolchain_suite "
     "fdo_prefetch_hints fdo_profile objc_import objc_library"),
    ("rules_java", "java", "java_binary java_import java_library java_lite_proto_library java_package_configuration "
     "java_plugin java_proto_library java_runtime java_test java_toolchain"),
]


def bazel(place: Place) -> str:
    place.need("bazel")
    repository_of(place)
    # Before modules: a workspace, and in place of what it would fetch the rules that this Bazel has.
    for rules, language, names in _NATIVE:
        place.write(f"{rules}/WORKSPACE", f'workspace(name = "{rules}")\n')
        place.write(f"{rules}/{language}/BUILD.bazel", "")
        place.write(f"{rules}/{language}/defs.bzl", "".join(f"{name} = native.{name}\n" for name in names.split()))
    overrides = [f"--override_repository={rules}={place.directory / rules}" for rules, _, _ in _NATIVE]
    place.write("user/WORKSPACE", f"""workspace(name = "my_scheduler")

local_repository(
    name = "vigil",
    path = "{place.directory / 'origin'}",
)
""")
    (place.directory / "origin/WORKSPACE").write_text('workspace(name = "vigil")\n')
    place.write("user/BUILD.bazel", quoted(place, "Bazel", "python", 1))
    shutil.copy(place.root / "examples/consumer/main.cpp", place.directory / "user")
    output = f"--output_user_root={place.directory / 'output'}"
    try:
        place.run(["bazel", output, "build", *overrides, "//:my_scheduler"], cwd=place.directory / "user")
        place.expect_consumed(place.directory / "user/bazel-bin/my_scheduler")
    finally:
        place.run(["bazel", output, "shutdown"], cwd=place.directory / "user")
    return "BUILD.bazel, by the rules of this Bazel, in a workspace; MODULE.bazel is not read"
