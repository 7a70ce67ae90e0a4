/// \file
/// Makes the names of the standard's concurrency vocabulary those of vigil::checker::standard, for code that is to be
/// checked as it is written.
///
/// It has to be the first header of each source file: by `-include vigil/checker/std.hpp` or by `#include`. It reads
/// the headers of the standard library that define such names, once, with those names changed. So the standard library
/// itself keeps the real objects, and code that is read later has the checked ones under the real names.
///
/// For libstdc++. Headers that are not of the C++20 standard and use such objects in their interface keep the real ones
/// if they are read here, and have the checked ones otherwise; the parallel algorithms are among the latter.
///
/// \snippet checker/std.cpp example
#pragma once

#if __cplusplus < 202002L
#error "vigil/checker/std.hpp needs C++20"
#endif
#if defined(_GLIBCXX_ATOMIC) || defined(_GLIBCXX_MUTEX) || defined(_GLIBCXX_THREAD) ||                    \
    defined(_GLIBCXX_CONDITION_VARIABLE) || defined(_GLIBCXX_SHARED_MUTEX) || defined(_GLIBCXX_MEMORY) || \
    defined(_GLIBCXX_SEMAPHORE) || defined(_GLIBCXX_LATCH) || defined(_GLIBCXX_BARRIER) ||                \
    defined(_GLIBCXX_STOP_TOKEN) || defined(_GLIBCXX_FUTURE) || defined(_GLIBCXX_IOSTREAM)
#error "vigil/checker/std.hpp has to come before every header of the standard library: use -include"
#else

// These have members with such names.
#include <coroutine>
#include <version>

#ifndef __GLIBCXX__
#error "vigil/checker/std.hpp needs libstdc++"
#endif

#include <vigil/checker/std/rename.hpp>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <latch>
#include <locale>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <random>
#include <regex>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <valarray>
#if __has_include(<syncstream>)
#include <syncstream>
#endif

#include <vigil/checker/std/restore.hpp>

#include <vigil/checker/standard.hpp>

// Names that the standard library has not defined under std are looked up here.
namespace std {

using namespace vigil::checker::standard;

/// \cond
// A macro cannot change the name of this function: many members have it.
template <class One, class Other, class... More>
requires requires(One& one, vigil::Location location) { one.lock(location); }
void lock(One& one, Other& other, More&... more) { vigil::checker::standard::lock(one, other, more...); }
/// \endcond

}  // namespace std

#endif
