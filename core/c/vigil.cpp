// The C interface: a pool, and tasks that are posted to it. No exception leaves a function of this file.

#include <vigil/vigil.h>
#include <vigil/pool/end_of_job.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <condition_variable>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>

struct vigil_pool {
  explicit vigil_pool(const vigil::PoolOptions& options) : threads(options) {}

  void add_task() {
    const std::lock_guard lock(mutex);
    ++tasks;
  }
  // The task is in the pool until this has returned, so the pool is not freed before.
  void end_task() {
    const std::lock_guard lock(mutex);
    if (--tasks == 0) none_left.notify_all();
  }
  void wait_for_all() {
    std::unique_lock lock(mutex);
    none_left.wait(lock, [this] { return tasks == 0; });
  }

  std::mutex mutex;
  std::condition_variable none_left;
  std::size_t tasks = 0;
  // The last member, so its threads end before the members that they use are destroyed.
  vigil::ThreadPool threads;
};

namespace {

using vigil::DefaultParts;
using Worker = vigil::ThreadPool::Worker;

// Ends a task of the pool when its code has left the scope.
class EndOfTask {
 public:
  explicit EndOfTask(vigil_pool& pool) : pool_(pool) {}
  ~EndOfTask() { pool_.end_task(); }
  EndOfTask(const EndOfTask&) = delete;
  EndOfTask& operator=(const EndOfTask&) = delete;

 private:
  vigil_pool& pool_;
};

// True if the function returned.
bool call(vigil_function function, void* context) noexcept {
  try {
    function(context);
    return true;
  } catch (...) {
    return false;
  }
}

class Task : public vigil::PostedJob<DefaultParts> {
 public:
  Task(vigil_pool& pool, vigil_function function, void* context)
      : PostedJob(&run), pool_(pool), function_(function), context_(context) {}

  vigil_status wait() {
    // The pool of a task that has ended may have been destroyed.
    if (!end_.probe()) {
      if (pool_.threads.is_in_child()) return VIGIL_FORKED;
      // A worker runs other tasks meanwhile.
      end_.wait(pool_.threads.current());
    }
    return has_returned_ ? VIGIL_OK : VIGIL_TASK_THREW;
  }

 private:
  static void run(PostedJob& job, Worker&) noexcept {
    auto& self = static_cast<Task&>(job);
    const EndOfTask end(self.pool_);
    self.has_returned_ = call(self.function_, self.context_);
    self.end_.set();
  }

  vigil_pool& pool_;
  const vigil_function function_;
  void* const context_;
  vigil::EndOfJob<DefaultParts> end_;
  bool has_returned_ = false;
};

// A task that no thread waits for.
class FreeTask : public vigil::PostedJob<DefaultParts> {
 public:
  FreeTask(vigil_pool& pool, vigil_function function, void* context)
      : PostedJob(&run), pool_(pool), function_(function), context_(context) {}

 private:
  static void run(PostedJob& job, Worker&) noexcept {
    const std::unique_ptr<FreeTask> self(static_cast<FreeTask*>(&job));
    const EndOfTask end(self->pool_);
    call(self->function_, self->context_);
  }

  vigil_pool& pool_;
  const vigil_function function_;
  void* const context_;
};

// A vigil_task holds a pointer to its task; null if there is none.
struct Room {
  Task* task;
  alignas(Task) std::byte memory[sizeof(Task)];
};
static_assert(sizeof(Room) <= sizeof(vigil_task) && alignof(Room) <= alignof(vigil_task));

Room& room_of(vigil_task& task) { return reinterpret_cast<Room&>(task); }

vigil::PoolOptions pool_options(const vigil_options& options) {
  return {.workers = options.workers,
          .rounds = {.until_sleepy = options.rounds_until_sleepy, .until_sleeping = options.rounds_until_sleeping},
          .deque_capacity = options.deque_capacity,
          .stack_bytes = options.stack_bytes};
}

// Runs `code` and returns its status, VIGIL_OK if it returns nothing, or a status for its exception.
template <class Code>
vigil_status status_of(Code&& code) noexcept {
  try {
    if constexpr (std::is_void_v<decltype(code())>) {
      code();
      return VIGIL_OK;
    } else {
      return code();
    }
  } catch (const std::bad_alloc&) {
    return VIGIL_OUT_OF_MEMORY;
  } catch (const std::invalid_argument&) {
    return VIGIL_INVALID_ARGUMENT;
  } catch (const std::logic_error&) {
    return VIGIL_WOULD_DEADLOCK;
  } catch (const std::system_error&) {
    return VIGIL_NO_THREAD;
  } catch (...) {
    return VIGIL_UNEXPECTED;
  }
}

template <class Posted>
vigil_status post(vigil_pool& pool, Posted& task) {
  if (pool.threads.is_in_child()) return VIGIL_FORKED;
  pool.add_task();
  const bool is_posted = pool.threads.post(task);
  if (!is_posted) pool.end_task();
  return is_posted ? VIGIL_OK : VIGIL_UNEXPECTED;
}

}  // namespace

const char* vigil_version(void) { return VIGIL_VERSION_STRING; }

const char* vigil_status_name(int status) {
  static constexpr const char* kNames[] = {
      "VIGIL_OK",         "VIGIL_INVALID_ARGUMENT", "VIGIL_OUT_OF_MEMORY", "VIGIL_NO_THREAD", "VIGIL_WOULD_DEADLOCK",
      "VIGIL_TASK_THREW", "VIGIL_UNEXPECTED",       "VIGIL_FORKED"};
  const auto index = static_cast<std::size_t>(status);
  return index < std::size(kNames) ? kNames[index] : "unknown vigil_status";
}

vigil_status vigil_options_init(vigil_options* options) {
  if (options == nullptr) return VIGIL_INVALID_ARGUMENT;
  return status_of([options] {
    const vigil::PoolOptions defaults;
    *options = {defaults.workers, defaults.deque_capacity, defaults.rounds.until_sleepy, defaults.rounds.until_sleeping,
                defaults.stack_bytes};
  });
}

vigil_status vigil_pool_create(const vigil_options* options, vigil_pool** pool) {
  if (pool == nullptr) return VIGIL_INVALID_ARGUMENT;
  *pool = nullptr;
  return status_of([&] { *pool = new vigil_pool(options == nullptr ? vigil::PoolOptions() : pool_options(*options)); });
}

vigil_status vigil_pool_destroy(vigil_pool* pool) {
  return status_of([pool] {
    // After a fork the child leaves the memory as it is: its locks may be taken, by threads that it does not have.
    if (pool == nullptr || pool->threads.is_in_child()) return;
    // Throws if a task of the pool makes the call.
    pool->threads.stop();
    delete pool;
  });
}

size_t vigil_pool_workers(const vigil_pool* pool) { return pool == nullptr ? 0 : pool->threads.workers(); }

vigil_status vigil_submit(vigil_pool* pool, vigil_task* task, vigil_function function, void* context) {
  if (pool == nullptr || function == nullptr) return VIGIL_INVALID_ARGUMENT;
  return status_of([=] {
    if (task == nullptr) {
      auto kept = std::make_unique<FreeTask>(*pool, function, context);
      const vigil_status status = post(*pool, *kept);
      // A posted task owns itself, and may already have been destroyed.
      if (status == VIGIL_OK) static_cast<void>(kept.release());
      return status;
    }
    Room& room = room_of(*task);
    if (room.task != nullptr) return VIGIL_INVALID_ARGUMENT;
    room.task = ::new (static_cast<void*>(room.memory)) Task(*pool, function, context);
    const vigil_status status = post(*pool, *room.task);
    if (status != VIGIL_OK) std::destroy_at(std::exchange(room.task, nullptr));
    return status;
  });
}

vigil_status vigil_wait(vigil_task* task) {
  if (task == nullptr || room_of(*task).task == nullptr) return VIGIL_INVALID_ARGUMENT;
  return status_of([task] {
    Room& room = room_of(*task);
    const vigil_status status = room.task->wait();
    std::destroy_at(std::exchange(room.task, nullptr));
    return status;
  });
}

vigil_status vigil_wait_all(vigil_pool* pool) {
  if (pool == nullptr) return VIGIL_INVALID_ARGUMENT;
  if (pool->threads.is_in_child()) return VIGIL_FORKED;
  if (pool->threads.is_inside()) return VIGIL_WOULD_DEADLOCK;
  return status_of([pool] { pool->wait_for_all(); });
}
