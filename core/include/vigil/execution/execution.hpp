#pragma once

/// \file
/// Includes all headers of this folder: the part of P2300 (`std::execution` of C++26) that Vigil has.
///
/// \snippet execution/execution.cpp example

#include <vigil/execution/bulk.hpp>
#include <vigil/execution/just.hpp>
#include <vigil/execution/read_env.hpp>
#include <vigil/execution/receiver.hpp>
#include <vigil/execution/starts_on.hpp>
#include <vigil/execution/stop_token.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/task.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/execution/when_all.hpp>
