#pragma once

#if defined(_WIN32)
#include <vigil/common/windows_thread.hpp>
#else
#include <vigil/common/posix_thread.hpp>
#endif

namespace vigil {

/// The thread of this system that starts without an allocation and reports whether it was started: WindowsThread on
/// Windows, PosixThread elsewhere.
///
/// \snippet common/system_thread.cpp example
#if defined(_WIN32)
using SystemThread = WindowsThread;
#else
using SystemThread = PosixThread;
#endif

}  // namespace vigil
