#pragma once

#if defined(_WIN32)
#include <vigil/common/windows_process.hpp>
#else
#include <vigil/common/posix_process.hpp>
#endif

namespace vigil {

/// What tells a pool of this system that its process was forked, or exits: WindowsProcessWatch on Windows, ProcessWatch
/// elsewhere.
///
/// \snippet common/system_process.cpp example
#if defined(_WIN32)
using SystemProcess = WindowsProcessWatch;
#else
using SystemProcess = ProcessWatch;
#endif

}  // namespace vigil
