"""`conan create` without Conan: runs the methods of a recipe, and of its test package, in the order of Conan 2.

  conan_create.py RECIPE-DIRECTORY DIRECTORY OPTION=True...
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))


class Options(SimpleNamespace):
    """As Conan's, true or false."""


def recipe_of(path, class_name):
    spec = importlib.util.spec_from_file_location(class_name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipe = getattr(module, class_name)()
    recipe.recipe_folder = str(path.parent)
    recipe.settings = {"compiler.cppstd": "20"}
    recipe.prefixes, recipe.required = [], []
    recipe.package_folder = None
    recipe.requires = lambda name, **traits: recipe.required.append(name)
    recipe.cpp = SimpleNamespace(build=SimpleNamespace(bindir="."))
    return recipe


def create(recipe_directory, directory, given):
    recipe = recipe_of(recipe_directory / "conanfile.py", "VigilConan")
    unknown = set(given) - set(recipe.options)
    assert not unknown, f"the recipe has no options {unknown}"
    recipe.options = Options(**{**recipe.default_options, **given})
    recipe.set_version()
    recipe.base_folder = recipe.source_folder = recipe.export_sources_folder = str(directory / "exported")
    recipe.export_sources()
    # The tree of the recipe is somewhere else when a package is built.
    recipe.recipe_folder = str(directory / "export")
    recipe.requirements()
    recipe.validate()
    recipe.layout()
    recipe.package_folder = str(directory / "package")
    recipe.generate()
    recipe.build()
    recipe.package()
    properties = {}
    recipe.cpp_info = SimpleNamespace(set_property=properties.__setitem__)
    recipe.package_info()
    assert properties == {"cmake_find_mode": "none"}
    assert (Path(recipe.package_folder) / "licenses/LICENSE").is_file()
    print(f"vigil/{recipe.version}", *recipe.required)
    return recipe


def test(recipe, recipe_directory, directory):
    tested = recipe_of(recipe_directory / "test_package/conanfile.py", "VigilTestConan")
    tested.tested_reference_str = f"vigil/{recipe.version}"
    tested.requirements()
    assert tested.required == [tested.tested_reference_str]
    tested.base_folder = str(directory / "test")
    tested.source_folder = str(recipe_directory / "test_package")
    tested.prefixes = [os.path.join(recipe.package_folder, each) for each in recipe.cpp_info.builddirs]
    tested.layout()
    tested.build()
    tested.run = lambda command, env: subprocess.run([command], cwd=tested.build_folder, check=True)
    tested.cpp.build.bindir = tested.build_folder
    tested.test()


where = Path(sys.argv[2])
shutil.rmtree(where, ignore_errors=True)
made = create(Path(sys.argv[1]), where, {word.partition("=")[0]: word.endswith("=True") for word in sys.argv[3:]})
test(made, Path(sys.argv[1]), where)
