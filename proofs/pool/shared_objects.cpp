// Is a worker known as such by whatever shared object its pool was made in, and by whatever shared object it is asked?

#include "pool/shared_objects/shared_object.hpp"

#include <vigil/testing/watchdog.hpp>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <tuple>

namespace vigil::proofs {
namespace {

using Place = std::size_t;
constexpr Place kPlaces = 3;

// The program, and two shared objects that it loads, each with symbols of its own. They stay.
const SharedObject& object_at(Place place) {
  const auto load = [](const char* file) {
    void* const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw std::runtime_error(dlerror());
    const auto function = reinterpret_cast<const SharedObject* (*)()>(dlsym(handle, "vigil_proofs_shared_object"));
    return function();
  };
  static const std::array<const SharedObject*, kPlaces> objects{&kThisObject, load(VIGIL_MODULE_default),
                                                                load(VIGIL_MODULE_hidden)};
  return *objects.at(place);
}

// A pool made in one place, and used in another.
class SharedObjects : public ::testing::TestWithParam<std::tuple<Place, Place>> {
 protected:
  struct Destroy {
    const SharedObject* object;
    void operator()(ThreadPool* pool) const { object->destroy(pool); }
  };
  using Pool = std::unique_ptr<ThreadPool, Destroy>;

  [[nodiscard]] Pool pool() const { return made_by(maker_); }
  static Pool made_by(const SharedObject& object) { return Pool(object.make(1), Destroy{&object}); }

  // Runs on the pool's only worker, called by its maker.
  template <class Function>
  void on_worker(ThreadPool& pool, Function function) const {
    call(maker_, pool, function);
  }
  template <class Function>
  static void call(const SharedObject& object, ThreadPool& pool, Function& function) {
    object.call(
        pool, [](void* context) { (*static_cast<Function*>(context))(); }, &function);
  }

  const SharedObject& maker_ = object_at(std::get<0>(GetParam()));
  const SharedObject& user_ = object_at(std::get<1>(GetParam()));
  const testing::Watchdog watchdog_{[] { return std::string("a worker waits for itself"); }, std::chrono::seconds(30)};
};

INSTANTIATE_TEST_SUITE_P(MadeAndUsed, SharedObjects,
                         ::testing::Combine(::testing::Range(Place{0}, kPlaces), ::testing::Range(Place{0}, kPlaces)));

TEST_P(SharedObjects, CallAPoolFromItsOwnWorker) {
  const Pool pool = this->pool();
  int made = 0;
  auto innermost = [&] { ++made; };
  on_worker(*pool, [&] { call(user_, *pool, innermost); });
  EXPECT_EQ(made, 1);
}

TEST_P(SharedObjects, CallAPoolFromTheWorkerOfAnother) {
  const Pool near = pool();
  const Pool far = pool();
  int made = 0;
  auto innermost = [&] { ++made; };
  auto back = [&] { call(user_, *near, innermost); };
  on_worker(*near, [&] { call(user_, *far, back); });
  EXPECT_EQ(made, 1) << "the near worker runs the call while it waits";
}

// The pool that is called was made elsewhere and does not know the worker, but the caller does.
TEST_P(SharedObjects, CallAPoolFromTheirOwnWorkerOfAnother) {
  const Pool near = made_by(user_);
  const Pool far = pool();
  int made = 0;
  auto innermost = [&] { ++made; };
  auto back = [&] { call(user_, *near, innermost); };
  auto outermost = [&] { call(user_, *far, back); };
  call(user_, *near, outermost);
  EXPECT_EQ(made, 1) << "the near worker runs the call while it waits";
}

TEST_P(SharedObjects, ArePreventedFromStoppingAPoolOnItsWorker) {
  const Pool pool = this->pool();
  on_worker(*pool, [&] { EXPECT_TRUE(user_.is_refused_to_stop(*pool)); });
}

TEST_P(SharedObjects, PostToAPoolThatStops) {
  struct Chain : PostedJob<DefaultParts> {
    Chain(const SharedObject& by, ThreadPool& to) : PostedJob(&run), object(by), pool(to) {}
    static void run(PostedJob& job, Worker<DefaultParts>&) noexcept {
      auto& self = static_cast<Chain&>(job);
      if (--self.left != 0) self.is_refused |= !self.object.post(self.pool, self);
    }
    const SharedObject& object;
    ThreadPool& pool;
    int left = 1000;
    bool is_refused = false;
  };
  const Pool pool = this->pool();
  Chain chain(user_, *pool);
  ASSERT_TRUE(user_.post(*pool, chain));
  pool->stop();
  EXPECT_EQ(chain.left, 0);
  EXPECT_FALSE(chain.is_refused);
}

TEST_P(SharedObjects, SpawnTasksWithoutNamingTheWorker) {
  const Pool pool = this->pool();
  std::atomic<int> count = 0;
  on_worker(*pool, [&] { scope(*pool->current(), [&](Scope<>& tasks) { user_.spawn(tasks, count); }); });
  EXPECT_EQ(count, 1);
}

// Tasks that run in the place of their maker, and schedule in another.
struct Shared : lean::Task<> {
  explicit Shared(lean::ThreadPool& on, const SharedObject& by) : Task(&run), pool(on), object(by) {}
  static void run(lean::Task<>& task) noexcept {
    auto& self = static_cast<Shared&>(task);
    if (self.next == nullptr) return;
    self.pool.shutdown();
    self.is_accepted = self.object.schedule(self.pool, *self.next);
    // A join that is not refused has no end.
    self.is_join_refused = self.is_accepted && self.object.is_refused_to_join(self.pool);
  }
  lean::ThreadPool& pool;
  const SharedObject& object;
  Shared* next = nullptr;
  bool is_accepted = false;
  bool is_join_refused = false;
};

TEST_P(SharedObjects, ScheduleOnALeanPoolOfWhichTheThreadIs) {
  lean::ThreadPool pool({.most_threads = 1});
  Shared second(pool, user_);
  Shared first(pool, user_);
  first.next = &second;
  ASSERT_TRUE(maker_.schedule(pool, first));
  pool.join();
  EXPECT_TRUE(first.is_accepted) << "what a running task schedules is not refused after the shutdown";
  EXPECT_TRUE(first.is_join_refused) << "a thread would wait for itself";
}

// The pool can start no thread, so a thread of another pool, made elsewhere, stands in for it and runs its tasks.
TEST_P(SharedObjects, ScheduleOnALeanPoolForWhichTheThreadStandsIn) {
  const auto made_in = [](const SharedObject& object, std::size_t stack_bytes) {
    const auto destroy = [&object](lean::ThreadPool* pool) { object.destroy_lean(pool); };
    return std::unique_ptr<lean::ThreadPool, decltype(destroy)>(object.make_lean(stack_bytes), destroy);
  };
  constexpr std::size_t kMoreThanThereIs = std::numeric_limits<std::size_t>::max() / 4;
  const auto near = made_in(user_, 0);
  const auto far = made_in(maker_, kMoreThanThereIs);
  Shared last(*far, user_);
  Shared first(*far, user_);
  first.next = &last;
  struct Outer : lean::Task<> {
    Outer(const SharedObject& by, lean::ThreadPool& to, Shared& what)
        : Task([](lean::Task<>& task) noexcept {
            auto& self = static_cast<Outer&>(task);
            self.is_accepted = self.object.schedule(self.pool, self.next);
          }),
          object(by),
          pool(to),
          next(what) {}
    const SharedObject& object;
    lean::ThreadPool& pool;
    Shared& next;
    bool is_accepted = false;
  } outer(maker_, *far, first);
  ASSERT_TRUE(user_.schedule(*near, outer));
  near->shutdown();
  near->join();
  EXPECT_TRUE(outer.is_accepted);
  EXPECT_TRUE(first.is_accepted) << "the thread is known as a worker of the pool that it stands in for";
  EXPECT_TRUE(first.is_join_refused) << "it would wait for itself";
}

}  // namespace
}  // namespace vigil::proofs
