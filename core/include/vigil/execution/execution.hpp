#pragma once

// All the words of P2300 that are here.

#include <vigil/execution/just.hpp>
#include <vigil/execution/receiver.hpp>
#include <vigil/execution/stop_token.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/execution/when_all.hpp>
