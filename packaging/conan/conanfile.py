"""Conan 2's recipe of Vigil: `conan create packaging/conan`, in a clone or an unpacked release."""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class VigilConan(ConanFile):
    name = "vigil"
    description = "A work-stealing scheduler core whose lock-free protocols are checked from the source that ships"
    license = "MIT"
    topics = ("scheduler", "work-stealing", "lock-free", "model-checking", "memory-model")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"c": [True, False], "checker": [True, False]}
    default_options = {"c": False, "checker": False}

    @property
    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._tree, "core", "include", "vigil", "version.hpp"))
        self.version = ".".join(re.findall(r"^#define VIGIL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE))

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "vigil-c++", "cmake/*", "core/*", "checker/*", "litmus/*", "testing/*",
                        "packaging/*"):
            copy(self, pattern, self._tree, self.export_sources_folder)

    def requirements(self):
        if self.options.checker:
            # Headers that are compiled into the checker: what links it needs none.
            self.requires("cli11/[>=2.3 <3]", visible=False)

    def package_id(self):
        if not self.options.c and not self.options.checker:
            # Headers alone.
            self.info.clear()

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["VIGIL_DEVELOP"] = False
        toolchain.cache_variables["VIGIL_INSTALL"] = True
        toolchain.cache_variables["VIGIL_BUILD_C"] = bool(self.options.c)
        toolchain.cache_variables["VIGIL_BUILD_CHECKER"] = bool(self.options.checker)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        # CMake finds the package's own files, which know its components and vigil_check.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "Vigil")]
        self.cpp_info.libs = []
        self.cpp_info.libdirs = ["lib"] if self.options.c or self.options.checker else []
