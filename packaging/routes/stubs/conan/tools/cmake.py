import json
import os
import subprocess


def cmake_layout(recipe):
    recipe.build_folder = os.path.join(recipe.base_folder, "build")
    recipe.cpp.build.bindir = "."


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe = recipe
        self.cache_variables = {}

    def generate(self):
        os.makedirs(self.recipe.build_folder, exist_ok=True)
        with open(os.path.join(self.recipe.build_folder, "toolchain.json"), "w", encoding="utf-8") as file:
            json.dump(self.cache_variables, file)


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        arguments = []
        written = os.path.join(self.recipe.build_folder, "toolchain.json")
        if os.path.exists(written):
            with open(written, encoding="utf-8") as file:
                arguments = [f"-D{name}={value}" for name, value in json.load(file).items()]
        if self.recipe.package_folder:
            arguments.append(f"-DCMAKE_INSTALL_PREFIX={self.recipe.package_folder}")
        # CMakeToolchain adds the builddirs of what is required to CMAKE_PREFIX_PATH.
        if self.recipe.prefixes:
            arguments.append(f"-DCMAKE_PREFIX_PATH={';'.join(self.recipe.prefixes)}")
        subprocess.run(["cmake", "-S", self.recipe.source_folder, "-B", self.recipe.build_folder, "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_LIBDIR=lib",
                        "-DFETCHCONTENT_FULLY_DISCONNECTED=ON", *arguments], check=True)

    def build(self):
        subprocess.run(["cmake", "--build", self.recipe.build_folder], check=True)

    def install(self):
        subprocess.run(["cmake", "--install", self.recipe.build_folder], check=True)
