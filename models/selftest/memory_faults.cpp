// Does the engine find every misuse of memory, even if the optimiser removes destructors?

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

template <AtomicsLayer Layer, class Object, class... Arguments>
Object* make(Arguments... arguments) {
  return ::new (Layer::allocate(sizeof(Object), alignof(Object), "object")) Object(arguments...);
}
template <AtomicsLayer Layer, class Object>
void unmake(Object* object) {
  object->~Object();
  Layer::deallocate(object, sizeof(Object), alignof(Object));
}

template <AtomicsLayer Layer>
struct AtomicIsGone {
  static constexpr std::string_view kSentence = "an atomic is not read after another thread destroyed it";
  static constexpr std::string_view kBounds = "1 reader, 1 thread that destroys";
  static constexpr auto threads() { return std::tuple{&AtomicIsGone::reader, &AtomicIsGone::destroyer}; }

  using Node = typename Layer::template atomic<int>;
  Node* node = make<Layer, Node>(1);

  void reader() { (void)node->load(std::memory_order_relaxed); }
  void destroyer() { unmake<Layer>(node); }
};
const auto atomic_is_gone =
    model<AtomicIsGone>("selftest/memory/use-after-free-of-an-atomic").fails(Violation::use_after_free);

// The atomic is destroyed, but its memory stays in use: only the object's own state shows it.
template <AtomicsLayer Layer>
struct AtomicIsDestroyed {
  static constexpr std::string_view kSentence = "an atomic is not read after its destructor ran";
  static constexpr std::string_view kBounds = "1 reader, 1 thread that destroys and does not free";
  static constexpr auto threads() { return std::tuple{&AtomicIsDestroyed::reader, &AtomicIsDestroyed::destroyer}; }

  using Node = typename Layer::template atomic<int>;
  Node* node = make<Layer, Node>(1);

  void reader() { (void)node->load(std::memory_order_relaxed); }
  void destroyer() { node->~Node(); }
  void finish() { Layer::deallocate(node, sizeof(Node), alignof(Node)); }
};
const auto atomic_is_destroyed =
    model<AtomicIsDestroyed>("selftest/memory/use-after-destruction").fails(Violation::use_after_free);

template <AtomicsLayer Layer>
struct VarIsGone {
  static constexpr std::string_view kSentence = "a var is not read after another thread destroyed it";
  static constexpr std::string_view kBounds = "1 reader, 1 thread that destroys; the reader comes later";
  static constexpr auto threads() { return std::tuple{&VarIsGone::reader, &VarIsGone::destroyer}; }

  using Node = typename Layer::template var<int>;
  Node* node = make<Layer, Node>(1);
  typename Layer::template atomic<bool> destroyed{false, "destroyed"};

  void reader() {
    if (destroyed.load(std::memory_order_acquire)) (void)node->get();
  }
  void destroyer() {
    unmake<Layer>(node);
    destroyed.store(true, std::memory_order_release);
  }
};
const auto var_is_gone = model<VarIsGone>("selftest/memory/use-after-free-of-a-var").fails(Violation::use_after_free);

template <AtomicsLayer Layer>
struct MutexIsGone {
  static constexpr std::string_view kSentence = "a mutex is not locked after another thread destroyed it";
  static constexpr std::string_view kBounds = "1 thread that locks, 1 thread that destroys";
  static constexpr auto threads() { return std::tuple{&MutexIsGone::locker, &MutexIsGone::destroyer}; }

  typename Layer::mutex* mutex = make<Layer, typename Layer::mutex>();
  typename Layer::template atomic<bool> unlocked{false, "unlocked"};

  void locker() {
    mutex->lock();
    unlocked.store(true, std::memory_order_release);
    mutex->unlock();
  }
  // Sees that the mutex is about to be unlocked, and assumes that it is unlocked.
  void destroyer() {
    (void)unlocked.spin_until([](bool is_unlocked) { return is_unlocked; }, std::memory_order_acquire);
    unmake<Layer>(mutex);
  }
};
const auto mutex_is_gone = model<MutexIsGone>("selftest/memory/use-after-free-of-a-mutex")
                               .fails(Violation::use_after_free, Violation::mutex_misuse);

template <AtomicsLayer Layer>
struct NeverFreed {
  static constexpr std::string_view kSentence = "allocated memory is freed";
  static constexpr std::string_view kBounds = "1 thread, 1 allocation";
  static constexpr auto threads() { return std::tuple{&NeverFreed::thread}; }

  void thread() { (void)Layer::allocate(8, 8); }
};
const auto never_freed = model<NeverFreed>("selftest/memory/leak").fails(Violation::leak);

template <AtomicsLayer Layer>
struct FreedTwice {
  static constexpr std::string_view kSentence = "memory is freed once";
  static constexpr std::string_view kBounds = "1 thread, 1 allocation aligned to a cache line";
  static constexpr auto threads() { return std::tuple{&FreedTwice::thread}; }

  void thread() {
    void* const memory = Layer::allocate(8, 64);
    Layer::require(reinterpret_cast<std::uintptr_t>(memory) % 64 == 0, "memory is aligned as asked");
    Layer::deallocate(memory, 8, 64);
    Layer::deallocate(memory, 8, 64);
  }
};
const auto freed_twice = model<FreedTwice>("selftest/memory/double-free").fails(Violation::double_free);

// The next node of the same size reuses freed memory in some executions, and not in others.
template <AtomicsLayer Layer>
struct AddressComesBack {
  static constexpr std::string_view kSentence = "a new node never has the address of a node that was freed";
  static constexpr std::string_view kBounds = "1 thread, 2 allocations";
  static constexpr auto threads() { return std::tuple{&AddressComesBack::thread}; }

  void thread() {
    void* const first = Layer::allocate(32, 8);
    Layer::deallocate(first, 32, 8);
    void* const second = Layer::allocate(32, 8);
    Layer::deallocate(second, 32, 8);
    Layer::require(second != first, "addresses are new");
  }
};
const auto address_comes_back =
    model<AddressComesBack>("selftest/memory/address-comes-back").fails(Violation::requirement);

template <AtomicsLayer Layer>
struct AddressStaysAway {
  static constexpr std::string_view kSentence = "a new node always has the address of the node that was freed last";
  static constexpr std::string_view kBounds = "1 thread, 2 allocations";
  static constexpr auto threads() { return std::tuple{&AddressStaysAway::thread}; }

  void thread() {
    void* const first = Layer::allocate(32, 8);
    Layer::deallocate(first, 32, 8);
    void* const second = Layer::allocate(32, 8);
    Layer::deallocate(second, 32, 8);
    Layer::require(second == first, "addresses are reused");
  }
};
const auto address_stays_away =
    model<AddressStaysAway>("selftest/memory/address-stays-away").fails(Violation::requirement);

template <AtomicsLayer Layer>
struct NeverSet {
  static constexpr std::string_view kSentence = "a var is not read before it was set";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&NeverSet::thread}; }

  typename Layer::template var<int> data{Name("data")};

  void thread() { (void)data.get(); }
};
const auto never_set = model<NeverSet>("selftest/memory/uninitialised-var").fails(Violation::uninitialised_read);

// The pointer to a new node becomes visible before its contents.
template <AtomicsLayer Layer>
struct PublishedTooEarly {
  static constexpr std::string_view kSentence = "a thread that sees a new node sees its contents";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, 1 node, published relaxed";
  static constexpr auto threads() { return std::tuple{&PublishedTooEarly::writer, &PublishedTooEarly::reader}; }

  using Node = typename Layer::template atomic<int>;
  typename Layer::template atomic<Node*> newest{nullptr, "newest"};

  ~PublishedTooEarly() { unmake<Layer>(newest.load(std::memory_order_relaxed)); }

  void writer() { newest.store(make<Layer, Node>(1), std::memory_order_relaxed); }
  void reader() {
    if (const auto* node = newest.load(std::memory_order_acquire)) (void)node->load(std::memory_order_relaxed);
  }
};
const auto published_too_early =
    model<PublishedTooEarly>("selftest/memory/uninitialised-atomic").fails(Violation::uninitialised_read);

}  // namespace
}  // namespace vigil::models
