#pragma once

#include <vigil/lean/thread_pool.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <atomic>
#include <cstddef>
#include <stdexcept>

namespace vigil::proofs {

// What one shared object, or the program, does to pools: the same code, compiled into each of them.
struct SharedObject {
  using Code = void (*)(void*);

  ThreadPool* (*make)(std::size_t workers);
  void (*destroy)(ThreadPool* pool);
  void (*call)(ThreadPool& pool, Code code, void* context);
  bool (*post)(ThreadPool& pool, PostedJob<DefaultParts>& job);
  bool (*is_refused_to_stop)(ThreadPool& pool);
  void (*spawn)(Scope<>& scope, std::atomic<int>& count);

  lean::ThreadPool* (*make_lean)(std::size_t stack_bytes);
  void (*destroy_lean)(lean::ThreadPool* pool);
  bool (*schedule)(lean::ThreadPool& pool, lean::Task<>& task);
  bool (*is_refused_to_join)(lean::ThreadPool& pool);
};

namespace {

template <class Attempt>
bool is_a_logic_error(Attempt attempt) {
  try {
    attempt();
    return false;
  } catch (const std::logic_error&) {
    return true;
  }
}

// That of the shared object that is compiled with this header.
constexpr SharedObject kThisObject{
    .make = [](std::size_t workers) { return new ThreadPool({.workers = workers}); },
    .destroy = [](ThreadPool* pool) { delete pool; },
    .call = [](ThreadPool& pool, SharedObject::Code code, void* context) { pool.call([=] { code(context); }); },
    .post = [](ThreadPool& pool, PostedJob<DefaultParts>& job) { return pool.post(job); },
    .is_refused_to_stop = [](ThreadPool& pool) { return is_a_logic_error([&] { pool.stop(); }); },
    .spawn = [](Scope<>& scope, std::atomic<int>& count) { scope.spawn([&count] { ++count; }); },
    .make_lean =
        [](std::size_t stack_bytes) { return new lean::ThreadPool({.most_threads = 1, .stack_bytes = stack_bytes}); },
    .destroy_lean = [](lean::ThreadPool* pool) { delete pool; },
    .schedule = [](lean::ThreadPool& pool, lean::Task<>& task) { return pool.schedule(task); },
    .is_refused_to_join = [](lean::ThreadPool& pool) { return is_a_logic_error([&] { pool.join(); }); },
};

}  // namespace
}  // namespace vigil::proofs
