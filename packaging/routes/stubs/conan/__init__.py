"""What Vigil's recipe uses of Conan 2, as far as it uses it: the functions run the real CMake in plain directories."""


class ConanFile:
    pass
