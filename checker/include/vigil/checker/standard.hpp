#pragma once

// The concurrency vocabulary of the C++20 standard, each operation of which is a step that the checker explores.

#include <vigil/checker/standard/absent.hpp>
#include <vigil/checker/standard/atomic.hpp>
#include <vigil/checker/standard/atomic_flag.hpp>
#include <vigil/checker/standard/atomic_functions.hpp>
#include <vigil/checker/standard/barrier.hpp>
#include <vigil/checker/standard/call_once.hpp>
#include <vigil/checker/standard/condition_variable.hpp>
#include <vigil/checker/standard/jthread.hpp>
#include <vigil/checker/standard/latch.hpp>
#include <vigil/checker/standard/locks.hpp>
#include <vigil/checker/standard/mutex.hpp>
#include <vigil/checker/standard/program.hpp>
#include <vigil/checker/standard/semaphore.hpp>
#include <vigil/checker/standard/shared_mutex.hpp>
#include <vigil/checker/standard/stop_token.hpp>
#include <vigil/checker/standard/thread.hpp>
