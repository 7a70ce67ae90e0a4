// The C interface: a pool, and tasks that are posted to it. No exception leaves a function of this file.

#include <vigil/vigil.h>
#include <vigil/pool/end_of_job.hpp>
#include <vigil/pool/placement.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>
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

// A pool, with priorities or without.
struct vigil_pool {
  vigil_pool() = default;
  vigil_pool(const vigil_pool&) = delete;
  vigil_pool& operator=(const vigil_pool&) = delete;
  virtual ~vigil_pool() = default;

  [[nodiscard]] virtual bool is_in_child() const = 0;
  [[nodiscard]] virtual bool is_inside() const = 0;
  [[nodiscard]] virtual std::size_t workers() const = 0;
  virtual void stop() = 0;
  virtual vigil_status submit(vigil_task* task, vigil_function function, void* context, int priority) = 0;

  void add_task() {
    const std::lock_guard lock(mutex_);
    ++tasks_;
  }
  // The task is in the pool until this has returned, so the pool is not freed before.
  void end_task() {
    const std::lock_guard lock(mutex_);
    if (--tasks_ == 0) none_left_.notify_all();
  }
  void wait_for_all() {
    std::unique_lock lock(mutex_);
    none_left_.wait(lock, [this] { return tasks_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable none_left_;
  std::size_t tasks_ = 0;
};

namespace {

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

// A task in the memory of a vigil_task.
class Task {
 public:
  Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;
  virtual vigil_status wait() = 0;
};

// A vigil_task holds a pointer to its task; null if there is none.
struct Room {
  static constexpr std::size_t kBytes = sizeof(vigil_task) - sizeof(void*);

  Task* task;
  alignas(void*) std::byte memory[kBytes];
};
static_assert(sizeof(Room) == sizeof(vigil_task) && alignof(Room) <= alignof(vigil_task));

Room& room_of(vigil_task& task) { return reinterpret_cast<Room&>(task); }

// The levels are the same in C and in C++.
static_assert(static_cast<int>(vigil::Priority::high) == VIGIL_PRIORITY_HIGH);
static_assert(static_cast<int>(vigil::Priority::normal) == VIGIL_PRIORITY_NORMAL);
static_assert(static_cast<int>(vigil::Priority::low) == VIGIL_PRIORITY_LOW);

template <class Parts>
class PoolOf final : public vigil_pool {
 public:
  explicit PoolOf(const vigil::PoolOptions& options) : threads_(options) {}

  [[nodiscard]] bool is_in_child() const override { return threads_.is_in_child(); }
  [[nodiscard]] bool is_inside() const override { return threads_.is_inside(); }
  [[nodiscard]] std::size_t workers() const override { return threads_.workers(); }
  void stop() override { threads_.stop(); }

  vigil_status submit(vigil_task* task, vigil_function function, void* context, int priority) override {
    if (!takes(priority)) return VIGIL_INVALID_ARGUMENT;
    if (task == nullptr) {
      auto kept = std::make_unique<FreeTask>(*this, function, context, priority);
      const vigil_status status = post(*kept);
      // A posted task owns itself, and may already have been destroyed.
      if (status == VIGIL_OK) static_cast<void>(kept.release());
      return status;
    }
    Room& room = room_of(*task);
    if (room.task != nullptr) return VIGIL_INVALID_ARGUMENT;
    auto* const kept = ::new (static_cast<void*>(room.memory)) KeptTask(*this, function, context, priority);
    room.task = kept;
    const vigil_status status = post(*kept);
    if (status != VIGIL_OK) std::destroy_at(std::exchange(room.task, nullptr));
    return status;
  }

 private:
  using Worker = typename vigil::BasicThreadPool<Parts>::Worker;

  class Posted : public vigil::PostedJob<Parts> {
   protected:
    using Job = vigil::PostedJob<Parts>;
    Posted(typename Job::Code code, PoolOf& pool, vigil_function function, void* context, int priority)
        : Job(code), pool_(pool), function_(function), context_(context) {
      if constexpr (Parts::Intake::kHasPriorities) this->set_priority(static_cast<vigil::Priority>(priority));
    }

    PoolOf& pool_;
    const vigil_function function_;
    void* const context_;
  };

  class KeptTask final : public Task, public Posted {
   public:
    KeptTask(PoolOf& pool, vigil_function function, void* context, int priority)
        : Posted(&run, pool, function, context, priority) {}

    vigil_status wait() override {
      // The pool of a task that has ended may have been destroyed.
      if (!end_.probe()) {
        if (this->pool_.is_in_child()) return VIGIL_FORKED;
        // A worker runs other tasks meanwhile.
        end_.wait(this->pool_.threads_.current());
      }
      return has_returned_ ? VIGIL_OK : VIGIL_TASK_THREW;
    }

   private:
    static void run(typename Posted::Job& job, Worker&) noexcept {
      auto& self = static_cast<KeptTask&>(job);
      const EndOfTask end(self.pool_);
      self.has_returned_ = call(self.function_, self.context_);
      self.end_.set();
    }

    vigil::EndOfJob<Parts> end_;
    bool has_returned_ = false;
  };
  static_assert(sizeof(KeptTask) <= Room::kBytes && alignof(KeptTask) <= alignof(Room));

  // A task that no thread waits for.
  class FreeTask final : public Posted {
   public:
    FreeTask(PoolOf& pool, vigil_function function, void* context, int priority)
        : Posted(&run, pool, function, context, priority) {}

   private:
    static void run(typename Posted::Job& job, Worker&) noexcept {
      const std::unique_ptr<FreeTask> self(static_cast<FreeTask*>(&job));
      const EndOfTask end(self->pool_);
      call(self->function_, self->context_);
    }
  };

  static bool takes(int priority) {
    if (!Parts::Intake::kHasPriorities) return priority == VIGIL_PRIORITY_NORMAL;
    return priority == VIGIL_PRIORITY_HIGH || priority == VIGIL_PRIORITY_NORMAL || priority == VIGIL_PRIORITY_LOW;
  }

  template <class Job>
  vigil_status post(Job& job) {
    if (is_in_child()) return VIGIL_FORKED;
    add_task();
    const bool is_posted = threads_.post(job);
    if (!is_posted) end_task();
    return is_posted ? VIGIL_OK : VIGIL_UNEXPECTED;
  }

  // Its threads end before what they use of the base is destroyed.
  vigil::BasicThreadPool<Parts> threads_;
};

vigil::Placement placement_of(const vigil_options& options) {
  switch (options.placement) {
    case VIGIL_PLACEMENT_NONE:
      return vigil::Placement::none();
    case VIGIL_PLACEMENT_SPREAD:
      return vigil::Placement::spread();
    case VIGIL_PLACEMENT_COMPACT:
      return vigil::Placement::compact();
    case VIGIL_PLACEMENT_LIST:
      if (options.processors == nullptr) break;
      return vigil::Placement::on({options.processors, options.processors + options.processor_count});
  }
  throw std::invalid_argument("vigil_pool_create: no such placement");
}

vigil::PoolOptions pool_options(const vigil_options& options) {
  return {.workers = options.workers,
          .rounds = {.until_sleepy = options.rounds_until_sleepy, .until_sleeping = options.rounds_until_sleeping},
          .deque_capacity = options.deque_capacity,
          .stack_bytes = options.stack_bytes,
          .placement = placement_of(options)};
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

vigil_pool* new_pool(const vigil_options* options) {
  if (options == nullptr) return new PoolOf<vigil::DefaultParts>(vigil::PoolOptions());
  switch (options->priorities) {
    case 0:
      return new PoolOf<vigil::DefaultParts>(pool_options(*options));
    case 1:
      return new PoolOf<vigil::PriorityParts<>>(pool_options(*options));
    default:
      throw std::invalid_argument("vigil_pool_create: priorities is neither 0 nor 1");
  }
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
    *options = {.workers = defaults.workers,
                .deque_capacity = defaults.deque_capacity,
                .rounds_until_sleepy = defaults.rounds.until_sleepy,
                .rounds_until_sleeping = defaults.rounds.until_sleeping,
                .stack_bytes = defaults.stack_bytes,
                .placement = VIGIL_PLACEMENT_NONE,
                .processors = nullptr,
                .processor_count = 0,
                .priorities = 0};
  });
}

vigil_status vigil_pool_create(const vigil_options* options, vigil_pool** pool) {
  if (pool == nullptr) return VIGIL_INVALID_ARGUMENT;
  *pool = nullptr;
  return status_of([&] { *pool = new_pool(options); });
}

vigil_status vigil_pool_destroy(vigil_pool* pool) {
  return status_of([pool] {
    // After a fork the child leaves the memory as it is: its locks may be taken, by threads that it does not have.
    if (pool == nullptr || pool->is_in_child()) return;
    // Throws if a task of the pool makes the call.
    pool->stop();
    delete pool;
  });
}

size_t vigil_pool_workers(const vigil_pool* pool) { return pool == nullptr ? 0 : pool->workers(); }

vigil_status vigil_submit(vigil_pool* pool, vigil_task* task, vigil_function function, void* context) {
  return vigil_submit_with_priority(pool, task, function, context, VIGIL_PRIORITY_NORMAL);
}

vigil_status vigil_submit_with_priority(vigil_pool* pool, vigil_task* task, vigil_function function, void* context,
                                        int priority) {
  if (pool == nullptr || function == nullptr) return VIGIL_INVALID_ARGUMENT;
  return status_of([=] { return pool->submit(task, function, context, priority); });
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
  if (pool->is_in_child()) return VIGIL_FORKED;
  if (pool->is_inside()) return VIGIL_WOULD_DEADLOCK;
  return status_of([pool] { pool->wait_for_all(); });
}
