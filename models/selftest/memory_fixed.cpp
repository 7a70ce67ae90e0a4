// Does correct use of memory pass? The models of memory_faults.cpp, fixed.

#include <vigil/model/model.hpp>

#include <memory>
#include <new>

namespace vigil::models {
namespace {

template <AtomicsLayer Layer, class Object, class... Arguments>
Object* make(Arguments... arguments) {
  return ::new (Layer::allocate(sizeof(Object), alignof(Object), "object")) Object(arguments...);
}
template <AtomicsLayer Layer, class Object>
void unmake(Object* object) {
  std::destroy_at(object);
  Layer::deallocate(object, sizeof(Object), alignof(Object));
}

// An object's last user signals another thread, which then frees the object.
template <AtomicsLayer Layer, class Object>
struct FreedWhenDone {
  static constexpr std::string_view kSentence = "an object that is freed after its last use is not used after its end";
  static constexpr std::string_view kBounds = "1 user, 1 thread that destroys and frees when the user says so";

  Object* object = make<Layer, Object>();
  typename Layer::template atomic<bool> done{false, "done"};

  void destroyer() {
    (void)done.spin_until([](bool is_done) { return is_done; }, std::memory_order_acquire);
    unmake<Layer>(object);
  }
};

template <AtomicsLayer Layer>
struct AtomicIsDone : FreedWhenDone<Layer, typename Layer::template atomic<int>> {
  static constexpr auto threads() { return std::tuple{&AtomicIsDone::user, &AtomicIsDone::destroyer}; }
  void user() {
    (void)this->object->load(std::memory_order_relaxed);
    this->done.store(true, std::memory_order_release);
  }
};
const auto atomic_is_done = model<AtomicIsDone>("selftest/memory/freed-when-done/atomic").holds();

template <AtomicsLayer Layer>
struct VarIsDone : FreedWhenDone<Layer, typename Layer::template var<int>> {
  static constexpr auto threads() { return std::tuple{&VarIsDone::user, &VarIsDone::destroyer}; }
  void user() {
    this->object->set(1);
    Layer::require(this->object->get() == 1, "the value that was set is read");
    this->done.store(true, std::memory_order_release);
  }
};
const auto var_is_done = model<VarIsDone>("selftest/memory/freed-when-done/var").holds();

template <AtomicsLayer Layer>
struct MutexIsDone : FreedWhenDone<Layer, typename Layer::mutex> {
  static constexpr auto threads() { return std::tuple{&MutexIsDone::user, &MutexIsDone::destroyer}; }
  void user() {
    this->object->lock();
    this->object->unlock();
    this->done.store(true, std::memory_order_release);
  }
};
const auto mutex_is_done = model<MutexIsDone>("selftest/memory/freed-when-done/mutex").holds();

template <AtomicsLayer Layer>
struct FreedOnce {
  static constexpr std::string_view kSentence = "memory is freed once, by the thread that has it";
  static constexpr std::string_view kBounds = "1 thread that allocates, 1 that frees what it receives; 1 allocation";
  static constexpr auto threads() { return std::tuple{&FreedOnce::allocates, &FreedOnce::frees}; }

  typename Layer::template atomic<void*> handed{nullptr, "handed"};

  void allocates() { handed.store(Layer::allocate(8, 8), std::memory_order_release); }
  void frees() { free_what_is_there(); }
  void finish() { free_what_is_there(); }
  void free_what_is_there() {
    if (void* const memory = handed.exchange(nullptr, std::memory_order_acq_rel)) Layer::deallocate(memory, 8, 8);
  }
};
const auto freed_once = model<FreedOnce>("selftest/memory/freed-once").holds();

template <AtomicsLayer Layer>
struct PublishedInTime {
  static constexpr std::string_view kSentence = "a thread that sees a new node sees its contents";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, 1 node with an atomic and a var, published release";
  static constexpr auto threads() { return std::tuple{&PublishedInTime::writer, &PublishedInTime::reader}; }

  struct Node {
    typename Layer::template atomic<int> number{1, "number"};
    typename Layer::template var<int> data{Name("data")};
  };
  typename Layer::template atomic<Node*> newest{nullptr, "newest"};

  ~PublishedInTime() { unmake<Layer>(newest.load(std::memory_order_relaxed)); }

  void writer() {
    auto* const node = make<Layer, Node>();
    node->data.set(2);
    newest.store(node, std::memory_order_release);
  }
  void reader() {
    if (const auto* node = newest.load(std::memory_order_acquire))
      Layer::require(node->number.load(std::memory_order_relaxed) + node->data.get() == 3, "the contents are visible");
  }
};
const auto published_in_time = model<PublishedInTime>("selftest/memory/published-in-time").holds();

template <AtomicsLayer Layer>
struct NeverAllocated {
  static constexpr std::string_view kSentence = "only allocated memory is freed";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&NeverAllocated::thread}; }

  long long somewhere = 0;

  void thread() { Layer::deallocate(&somewhere, sizeof somewhere, alignof(long long)); }
};
const auto never_allocated = model<NeverAllocated>("selftest/memory/foreign-free").fails(Violation::double_free);

template <AtomicsLayer Layer>
struct FreedFromTheMiddle {
  static constexpr std::string_view kSentence = "memory is freed at its beginning";
  static constexpr std::string_view kBounds = "1 thread, 1 allocation";
  static constexpr auto threads() { return std::tuple{&FreedFromTheMiddle::thread}; }

  void thread() { Layer::deallocate(static_cast<char*>(Layer::allocate(16, 8)) + 8, 8, 8); }
};
const auto from_the_middle =
    model<FreedFromTheMiddle>("selftest/memory/foreign-free/middle").fails(Violation::double_free);

}  // namespace
}  // namespace vigil::models
