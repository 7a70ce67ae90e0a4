#pragma once

/// \file
/// The version of these headers, as macros. They have no effect but to define them, and C can include them too.
///
/// The only place of the version: CMake, pkg-config, Meson, Bazel and every package read these three numbers.
///
/// \snippet version.cpp example

/// Changes with an interface that is broken; zero until interfaces are promised to stay.
#define VIGIL_VERSION_MAJOR 0
/// Changes with an interface that is added. While the major number is zero, such a version may also break one.
#define VIGIL_VERSION_MINOR 1
/// Changes with a correction.
#define VIGIL_VERSION_PATCH 0

/// All three as one number that grows with the version: 10203 for 1.2.3.
#define VIGIL_VERSION (VIGIL_VERSION_MAJOR * 10000 + VIGIL_VERSION_MINOR * 100 + VIGIL_VERSION_PATCH)

/// \cond
#define VIGIL_VERSION_TEXT_OF(x) #x
#define VIGIL_VERSION_DOTTED(a, b, c) VIGIL_VERSION_TEXT_OF(a) "." VIGIL_VERSION_TEXT_OF(b) "." VIGIL_VERSION_TEXT_OF(c)
/// \endcond

/// All three as a string literal: "1.2.3".
#define VIGIL_VERSION_STRING VIGIL_VERSION_DOTTED(VIGIL_VERSION_MAJOR, VIGIL_VERSION_MINOR, VIGIL_VERSION_PATCH)
