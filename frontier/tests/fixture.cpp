// A worker of searches whose stores the tests look into:
//   fixture whole MODEL             prints what a search without a store comes to
//   fixture begin FILE MODEL        makes the store
//   fixture work FILE MODEL N [S]   takes part, in slices of N executions (0: no limit) or S seconds
//   fixture counts FILE             prints what the store has
// Exit status: 3 for FrontierError, which it says.

#include <vigil/checker.hpp>
#include <vigil/frontier/store.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <tuple>

namespace {

using namespace vigil;
using Layer = checker::CheckedAtomics;

// Four threads add: the nodes of a list whose addresses are the values, and which lie in memory from the layer.
struct Stack {
  struct Node {
    Node* next = nullptr;
  };
  static constexpr auto threads() {
    return std::tuple{&Stack::push, &Stack::push, &Stack::push, &Stack::pop};
  }
  Layer::atomic<Node*> top{nullptr};
  Layer::atomic<int> pushed{0};
  Node nodes[3];
  Layer::atomic<unsigned> used{0};

  void push() {
    Node& node = nodes[used.fetch_add(1, std::memory_order_relaxed)];
    Node* head = top.load(std::memory_order_relaxed);
    do {
      node.next = head;
    } while (!top.compare_exchange_strong(head, &node, std::memory_order_release, std::memory_order_relaxed));
    pushed.fetch_add(1, std::memory_order_release);
  }
  void pop() {
    Node* head = top.load(std::memory_order_acquire);
    while (head != nullptr &&
           !top.compare_exchange_strong(head, head->next, std::memory_order_acquire, std::memory_order_acquire)) {
    }
    (void)pushed.load(std::memory_order_acquire);
  }
};

struct Mutexes {
  static constexpr auto threads() {
    return std::tuple{&Mutexes::work, &Mutexes::work, &Mutexes::work, &Mutexes::work};
  }
  Layer::mutex mutex;
  Layer::var<int> sum{0};
  Layer::atomic<int> seen{0};
  void work() {
    for (int i = 0; i != 2; ++i) {
      mutex.lock();
      sum.set(sum.get() + 1);
      mutex.unlock();
    }
    seen.store(1, std::memory_order_relaxed);
  }
};

// Threads that are started in some executions only, by two others.
struct Starting {
  static constexpr auto threads() { return std::tuple{&Starting::left, &Starting::right, &Starting::write}; }
  Layer::atomic<int> flag{0}, count{0};
  void add() {
    for (int i = 0; i != 2; ++i) count.fetch_add(1, std::memory_order_relaxed);
  }
  void left() {
    if (flag.load(std::memory_order_relaxed) == 1) Layer::thread([this] { add(); }).join();
    add();
  }
  void right() {
    if (flag.load(std::memory_order_relaxed) == 2) Layer::thread([this] { add(); }).join();
    add();
  }
  void write() {
    for (int i = 1; i != 3; ++i) flag.store(i, std::memory_order_relaxed);
  }
};

// A loop that is taken for a wait until the other thread tries its mutex.
struct Contradicted {
  static constexpr auto threads() {
    return std::tuple{&Contradicted::poll, &Contradicted::set, &Contradicted::attempt};
  }
  Layer::mutex mutex;
  Layer::atomic<int> ready{0}, seen{0}, other{0};
  void poll() {
    for (;;) {
      mutex.lock();
      const bool is_ready = ready.load(std::memory_order_relaxed) != 0;
      mutex.unlock();
      if (is_ready) return;
    }
  }
  void set() {
    for (int i = 0; i != 2; ++i) other.fetch_add(1, std::memory_order_relaxed);
    seen.store(1, std::memory_order_relaxed);
    ready.store(1, std::memory_order_relaxed);
  }
  void attempt() {
    for (int i = 0; i != 2; ++i) other.fetch_add(1, std::memory_order_relaxed);
    if (seen.load(std::memory_order_relaxed) != 0) return;
    if (mutex.try_lock()) mutex.unlock();
  }
};

struct Racing {
  static constexpr auto threads() { return std::tuple{&Racing::write, &Racing::read, &Racing::read, &Racing::read}; }
  Layer::atomic<int> data{0}, flag{0};
  void write() {
    data.store(1, std::memory_order_relaxed);
    flag.store(1, std::memory_order_relaxed);
    flag.fetch_add(1, std::memory_order_relaxed);
  }
  void read() {
    flag.fetch_add(4, std::memory_order_relaxed);
    if (flag.load(std::memory_order_acquire) == 1)
      Layer::require(data.load(std::memory_order_relaxed) == 1, "the message is read");
    (void)flag.load(std::memory_order_relaxed);
  }
};

// Large enough for measurements.
struct Counters {
  static constexpr auto threads() {
    return std::tuple{&Counters::add, &Counters::add, &Counters::add, &Counters::add};
  }
  Layer::atomic<int> a{0}, b{0};
  void add() {
    a.fetch_add(1, std::memory_order_relaxed);
    b.fetch_add(1, std::memory_order_relaxed);
    (void)a.load(std::memory_order_relaxed);
  }
};

// As many executions as there are ways to put 15 additions of one thread among 15 of another one: 155,117,520.
struct Large {
  static constexpr auto threads() { return std::tuple{&Large::add, &Large::add}; }
  Layer::atomic<int> sum{0};
  void add() {
    for (int i = 0; i != 15; ++i) sum.fetch_add(1, std::memory_order_relaxed);
  }
};

// 19! / (6! 6! 4! 3!) = 1,629,547,920 executions: the orders of 19 additions in which those of each thread keep theirs.
struct Billion {
  static constexpr auto threads() {
    return std::tuple{&Billion::add<6>, &Billion::add<6>, &Billion::add<4>, &Billion::add<3>};
  }
  Layer::atomic<int> sum{0};
  template <int Times>
  void add() {
    for (int i = 0; i != Times; ++i) sum.fetch_add(1, std::memory_order_relaxed);
  }
};

struct Model {
  checker::ModelCode code;
  checker::Options options;
};

template <class M>
Model model(unsigned most_events = 1'000, bool count_violations = true, bool symmetry = false) {
  Model made{checker::code_of<M>(), {}};
  made.options.most_events = most_events;
  made.options.count_violations = count_violations;
  made.options.symmetry = symmetry;
  return made;
}

const std::map<std::string, Model>& models() {
  static const std::map<std::string, Model> all{
      {"stack", model<Stack>()},
      {"mutexes", model<Mutexes>()},
      {"mutexes-by-symmetry", model<Mutexes>(1'000, true, true)},
      {"starting", model<Starting>()},
      {"contradicted", model<Contradicted>(13)},
      {"racing", model<Racing>()},
      {"racing-to-the-first", model<Racing>(1'000, false)},
      {"counters", model<Counters>()},
      {"large", model<Large>()},
      {"billion", model<Billion>()},
  };
  return all;
}

void print(const checker::Result& result) {
  std::printf("executions %llu in-all %llu blocked %llu violating %llu cut-short %llu bounded %llu most %llu waits %d "
              "stop %s found %s\n",
              static_cast<unsigned long long>(result.executions),
              static_cast<unsigned long long>(result.executions_in_all),
              static_cast<unsigned long long>(result.blocked), static_cast<unsigned long long>(result.violating),
              static_cast<unsigned long long>(result.cut_short), static_cast<unsigned long long>(result.bounded),
              static_cast<unsigned long long>(result.most_events), result.undeclared_waits ? 1 : 0,
              std::string(checker::name_of(result.stop)).c_str(),
              result.finding ? result.finding->what.c_str() : "nothing");
}

const Model& model_named(const char* name) {
  const auto found = models().find(name);
  if (found == models().end()) std::exit(2);
  return found->second;
}

int run(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string command = argv[1];
  if (command == "whole") {
    // As it is in a store, where nothing concludes it.
    const auto& [code, options] = model_named(argv[2]);
    auto result = checker::check(code, options);
    if (result.bounded != 0 && result.stop == checker::Stop::limit) result.stop = checker::Stop::none;
    print(result);
    return 0;
  }
  if (command == "counts") {
    const auto standing = frontier::open(argv[2])->standing();
    print(standing.result);
    std::fprintf(stderr, "%s items %llu begun-again %llu\n", standing.has_ended() ? "ended" : "goes on",
                 static_cast<unsigned long long>(standing.items),
                 static_cast<unsigned long long>(standing.begun_again));
    return 0;
  }
  if (argc < 4) return 2;
  const auto& [code, options] = model_named(argv[3]);
  checker::FrontierWorker worker(code, options, argv[3]);
  if (command == "begin") {
    (void)frontier::create(argv[2], {worker.identity(), worker.whole_search(), 0});
    return 0;
  }
  if (command != "work" || argc < 5) return 2;
  const auto store = frontier::open(argv[2]);
  if (const auto what = checker::difference(store->identity(), worker.identity()); !what.empty())
    throw checker::FrontierError(what);
  store->join(std::chrono::seconds(30));
  const checker::Slice slice{std::chrono::duration<double>(argc > 5 ? std::atof(argv[5]) : 5.0),
                             std::strtoull(argv[4], nullptr, 10)};
  (void)worker.work(*store, slice, [] { return true; });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    checker::fix_addresses(argv);
    return run(argc, argv);
  } catch (const checker::FrontierError& error) {
    std::fprintf(stderr, "fixture: %s\n", error.what());
    return 3;
  }
}
