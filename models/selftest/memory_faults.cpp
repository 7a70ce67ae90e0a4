// Does the engine find every misuse of memory, even if the optimiser removes destructors?

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

template <AtomicsLayer A, class Object, class... Arguments>
Object* make(Arguments... arguments) {
  return ::new (A::allocate(sizeof(Object), alignof(Object), "object")) Object(arguments...);
}
template <AtomicsLayer A, class Object>
void unmake(Object* object) {
  object->~Object();
  A::deallocate(object, sizeof(Object), alignof(Object));
}

template <AtomicsLayer A>
struct AtomicIsGone {
  static constexpr std::string_view kSentence = "an atomic is not read after another thread destroyed it";
  static constexpr std::string_view kBounds = "1 reader, 1 thread that destroys";
  static constexpr auto threads() { return std::tuple{&AtomicIsGone::reader, &AtomicIsGone::destroyer}; }

  using Node = typename A::template atomic<int>;
  Node* node = make<A, Node>(1);

  void reader() { (void)node->load(std::memory_order_relaxed); }
  void destroyer() { unmake<A>(node); }
};
const auto atomic_is_gone =
    model<AtomicIsGone>("selftest/memory/use-after-free-of-an-atomic").fails(Violation::use_after_free);

// The atomic is destroyed, but its memory stays in use: only the object's own state shows it.
template <AtomicsLayer A>
struct AtomicIsDestroyed {
  static constexpr std::string_view kSentence = "an atomic is not read after its destructor ran";
  static constexpr std::string_view kBounds = "1 reader, 1 thread that destroys and does not free";
  static constexpr auto threads() { return std::tuple{&AtomicIsDestroyed::reader, &AtomicIsDestroyed::destroyer}; }

  using Node = typename A::template atomic<int>;
  Node* node = make<A, Node>(1);

  void reader() { (void)node->load(std::memory_order_relaxed); }
  void destroyer() { node->~Node(); }
  void finish() { A::deallocate(node, sizeof(Node), alignof(Node)); }
};
const auto atomic_is_destroyed =
    model<AtomicIsDestroyed>("selftest/memory/use-after-destruction").fails(Violation::use_after_free);

template <AtomicsLayer A>
struct VarIsGone {
  static constexpr std::string_view kSentence = "a var is not read after another thread destroyed it";
  static constexpr std::string_view kBounds = "1 reader, 1 thread that destroys; the reader comes later";
  static constexpr auto threads() { return std::tuple{&VarIsGone::reader, &VarIsGone::destroyer}; }

  using Node = typename A::template var<int>;
  Node* node = make<A, Node>(1);
  typename A::template atomic<bool> destroyed{false, "destroyed"};

  void reader() {
    if (destroyed.load(std::memory_order_acquire)) (void)node->get();
  }
  void destroyer() {
    unmake<A>(node);
    destroyed.store(true, std::memory_order_release);
  }
};
const auto var_is_gone = model<VarIsGone>("selftest/memory/use-after-free-of-a-var").fails(Violation::use_after_free);

template <AtomicsLayer A>
struct MutexIsGone {
  static constexpr std::string_view kSentence = "a mutex is not locked after another thread destroyed it";
  static constexpr std::string_view kBounds = "1 thread that locks, 1 thread that destroys";
  static constexpr auto threads() { return std::tuple{&MutexIsGone::locker, &MutexIsGone::destroyer}; }

  typename A::mutex* mutex = make<A, typename A::mutex>();
  typename A::template atomic<bool> unlocked{false, "unlocked"};

  void locker() {
    mutex->lock();
    unlocked.store(true, std::memory_order_release);
    mutex->unlock();
  }
  // Sees that the mutex is about to be unlocked, and assumes that it is unlocked.
  void destroyer() {
    (void)unlocked.spin_until([](bool is_unlocked) { return is_unlocked; }, std::memory_order_acquire);
    unmake<A>(mutex);
  }
};
const auto mutex_is_gone = model<MutexIsGone>("selftest/memory/use-after-free-of-a-mutex")
                               .fails(Violation::use_after_free, Violation::mutex_misuse);

template <AtomicsLayer A>
struct NeverFreed {
  static constexpr std::string_view kSentence = "allocated memory is freed";
  static constexpr std::string_view kBounds = "1 thread, 1 allocation";
  static constexpr auto threads() { return std::tuple{&NeverFreed::thread}; }

  void thread() { (void)A::allocate(8, 8); }
};
const auto never_freed = model<NeverFreed>("selftest/memory/leak").fails(Violation::leak);

template <AtomicsLayer A>
struct FreedTwice {
  static constexpr std::string_view kSentence = "memory is freed once";
  static constexpr std::string_view kBounds = "1 thread, 1 allocation aligned to a cache line";
  static constexpr auto threads() { return std::tuple{&FreedTwice::thread}; }

  void thread() {
    void* const memory = A::allocate(8, 64);
    A::require(reinterpret_cast<std::uintptr_t>(memory) % 64 == 0, "memory is aligned as asked");
    A::deallocate(memory, 8, 64);
    A::deallocate(memory, 8, 64);
  }
};
const auto freed_twice = model<FreedTwice>("selftest/memory/double-free").fails(Violation::double_free);

// The next node of the same size reuses freed memory in some executions, and not in others.
template <AtomicsLayer A>
struct AddressComesBack {
  static constexpr std::string_view kSentence = "a new node never has the address of a node that was freed";
  static constexpr std::string_view kBounds = "1 thread, 2 allocations";
  static constexpr auto threads() { return std::tuple{&AddressComesBack::thread}; }

  void thread() {
    void* const first = A::allocate(32, 8);
    A::deallocate(first, 32, 8);
    void* const second = A::allocate(32, 8);
    A::deallocate(second, 32, 8);
    A::require(second != first, "addresses are new");
  }
};
const auto address_comes_back =
    model<AddressComesBack>("selftest/memory/address-comes-back").fails(Violation::requirement);

template <AtomicsLayer A>
struct AddressStaysAway {
  static constexpr std::string_view kSentence = "a new node always has the address of the node that was freed last";
  static constexpr std::string_view kBounds = "1 thread, 2 allocations";
  static constexpr auto threads() { return std::tuple{&AddressStaysAway::thread}; }

  void thread() {
    void* const first = A::allocate(32, 8);
    A::deallocate(first, 32, 8);
    void* const second = A::allocate(32, 8);
    A::deallocate(second, 32, 8);
    A::require(second == first, "addresses are reused");
  }
};
const auto address_stays_away =
    model<AddressStaysAway>("selftest/memory/address-stays-away").fails(Violation::requirement);

template <AtomicsLayer A>
struct NeverSet {
  static constexpr std::string_view kSentence = "a var is not read before it was set";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&NeverSet::thread}; }

  typename A::template var<int> data{Name("data")};

  void thread() { (void)data.get(); }
};
const auto never_set = model<NeverSet>("selftest/memory/uninitialised-var").fails(Violation::uninitialised_read);

// The pointer to a new node becomes visible before its contents.
template <AtomicsLayer A>
struct PublishedTooEarly {
  static constexpr std::string_view kSentence = "a thread that sees a new node sees its contents";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, 1 node, published relaxed";
  static constexpr auto threads() { return std::tuple{&PublishedTooEarly::writer, &PublishedTooEarly::reader}; }

  using Node = typename A::template atomic<int>;
  typename A::template atomic<Node*> newest{nullptr, "newest"};

  ~PublishedTooEarly() { unmake<A>(newest.load(std::memory_order_relaxed)); }

  void writer() { newest.store(make<A, Node>(1), std::memory_order_relaxed); }
  void reader() {
    if (const auto* node = newest.load(std::memory_order_acquire)) (void)node->load(std::memory_order_relaxed);
  }
};
const auto published_too_early =
    model<PublishedTooEarly>("selftest/memory/uninitialised-atomic").fails(Violation::uninitialised_read);

}  // namespace
}  // namespace vigil::models
