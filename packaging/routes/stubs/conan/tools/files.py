import fnmatch
import os
import shutil


def load(recipe, path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def copy(recipe, pattern, src, dst):
    """Conan's patterns are of whole paths, and their * stands for slashes too."""
    copied = []
    for directory, below, files in os.walk(src):
        below[:] = [each for each in below if each not in (".git", "build")]
        for file in files:
            path = os.path.relpath(os.path.join(directory, file), src)
            if fnmatch.fnmatch(path, pattern):
                os.makedirs(os.path.dirname(os.path.join(dst, path)), exist_ok=True)
                shutil.copy2(os.path.join(src, path), os.path.join(dst, path))
                copied.append(path)
    assert copied, f"no file of {src} matches {pattern}"
    return copied


def rmdir(recipe, path):
    shutil.rmtree(path, ignore_errors=True)
