// A program that is built with ThreadSanitizer and runs one scenario under `TsanAtomics`. ThreadSanitizer sets its exit
// status. proofs/atomics/tsan_atomics.cpp lists the scenarios that it must accept and those that it must report.

#include <vigil/atomics/tsan_atomics.hpp>

#include <atomic>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

namespace {

using vigil::TsanAtomics;
using Flag = TsanAtomics::atomic<int>;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kSeqCst = std::memory_order_seq_cst;

struct Shared {
  int data = 0;
  int sum = 0;
  Flag flag{0};
  Flag other{0};
};

void wait_for(const Flag& flag, int value, std::memory_order order) {
  while (flag.load(order) != value) TsanAtomics::yield();
}

using Body = std::function<void(Shared&)>;

void run(
    const Body& first, const Body& second, const Body& third = [](Shared&) {}) {
  Shared shared;
  std::thread one([&] { first(shared); });
  std::thread two([&] { second(shared); });
  std::thread three([&] { third(shared); });
  one.join();
  two.join();
  three.join();
}

// A writer that fences between the data and the flag, and a reader that fences between the flag and the data.
void message_passing(std::memory_order writer_fence, std::memory_order store, std::memory_order load,
                     std::memory_order reader_fence) {
  run(
      [=](Shared& shared) {
        shared.data = 1;
        TsanAtomics::fence(writer_fence);
        shared.flag.store(1, store);
      },
      [=](Shared& shared) {
        wait_for(shared.flag, 1, load);
        TsanAtomics::fence(reader_fence);
        shared.sum = shared.data;
      });
}

// The same with asymmetric fences, one of which is heavy.
void message_passing_by_asymmetric_fences(void (*writer_fence)(std::memory_order),
                                          void (*reader_fence)(std::memory_order)) {
  run(
      [=](Shared& shared) {
        shared.data = 1;
        writer_fence(kRelease);
        shared.flag.store(1, kRelaxed);
      },
      [=](Shared& shared) {
        wait_for(shared.flag, 1, kRelaxed);
        reader_fence(kAcquire);
        shared.sum = shared.data;
      });
}

// As message_passing, with a read-modify-write on each side. The reader's may fail, and is then a read.
void message_passing_by_exchange(std::memory_order writer_fence, std::memory_order reader_fence) {
  run(
      [=](Shared& shared) {
        shared.data = 1;
        TsanAtomics::fence(writer_fence);
        shared.flag.fetch_add(1, kRelaxed);
      },
      [=](Shared& shared) {
        int seen = 0;
        while (shared.flag.compare_exchange_strong(seen, 0, kRelaxed, kRelaxed)) TsanAtomics::yield();
        TsanAtomics::fence(reader_fence);
        shared.sum = shared.data;
      });
}

void acquire_exchange_after_release_fence(bool fence_after_data) {
  run(
      [=](Shared& shared) {
        if (!fence_after_data) TsanAtomics::fence(kRelease);
        shared.data = 1;
        if (fence_after_data) TsanAtomics::fence(kRelease);
        shared.flag.exchange(1, kAcquire);
      },
      [](Shared& shared) {
        wait_for(shared.flag, 1, kAcquire);
        shared.sum = shared.data;
      });
}

void data_written_after_the_fence() {
  run(
      [](Shared& shared) {
        TsanAtomics::fence(kRelease);
        shared.data = 1;
        shared.flag.store(1, kRelaxed);
      },
      [](Shared& shared) {
        wait_for(shared.flag, 1, kAcquire);
        shared.sum = shared.data;
      });
}

void flag_read_after_the_fence() {
  run(
      [](Shared& shared) {
        shared.data = 1;
        shared.flag.store(1, kRelease);
      },
      [](Shared& shared) {
        wait_for(shared.other, 0, kRelaxed);
        TsanAtomics::fence(kAcquire);
        wait_for(shared.flag, 1, kRelaxed);
        shared.sum = shared.data;
      });
}

// Neither side's read synchronises with the other side, whatever the fences are.
void both_fence_and_neither_reads() {
  run(
      [](Shared& shared) {
        shared.data = 1;
        TsanAtomics::fence(kSeqCst);
        static_cast<void>(shared.other.load(kRelaxed));
      },
      [](Shared& shared) {
        TsanAtomics::fence(kSeqCst);
        static_cast<void>(shared.flag.load(kRelaxed));
        shared.data = 2;
      });
}

// A third thread's read-modify-write continues the release sequence; its store, after its own fence, ends it.
void through_a_third_thread(bool by_store) {
  run(
      [](Shared& shared) {
        shared.data = 1;
        shared.flag.store(1, kRelease);
      },
      [=](Shared& shared) {
        TsanAtomics::fence(kRelease);
        wait_for(shared.flag, 1, kRelaxed);
        by_store ? shared.flag.store(2, kRelaxed) : static_cast<void>(shared.flag.fetch_add(1, kRelaxed));
      },
      [](Shared& shared) {
        // An acquire read of the intermediate 1 would be enough to see the data.
        wait_for(shared.flag, 2, kRelaxed);
        wait_for(shared.flag, 2, kAcquire);
        shared.sum = shared.data;
      });
}

// An atomic that is created after the fence of the thread that uses it.
void node_made_after_the_fence(std::memory_order publish) {
  struct Node {
    Flag value{1};
  };
  std::unique_ptr<Node> node;
  Flag published{0};
  std::thread owner([&] {
    TsanAtomics::fence(kSeqCst);
    node = std::make_unique<Node>();
    node->value.store(2, kRelaxed);
    published.store(1, publish);
  });
  std::thread reader([&] {
    TsanAtomics::fence(kSeqCst);
    wait_for(published, 1, kAcquire);
    wait_for(node->value, 2, kRelaxed);
  });
  owner.join();
  reader.join();
}

// A shadow uses the freed atomic. ThreadSanitizer must report the use anyway.
void use_of_a_freed_atomic(const std::function<void(Flag&)>& use) {
  auto* doomed = new Flag(0);
  Flag used{0};
  std::thread user([&] {
    TsanAtomics::fence(kRelease);
    use(*doomed);
    used.store(1, kRelaxed);
  });
  // The user's fence comes before its use: to see the flag orders nothing.
  wait_for(used, 1, kRelaxed);
  delete doomed;
  user.join();
}

const std::map<std::string, std::function<void()>>& programs() {
  static const std::map<std::string, std::function<void()>> kPrograms{
      {"fence-to-acquire", [] { message_passing(kRelease, kRelaxed, kAcquire, kRelaxed); }},
      {"release-to-fence", [] { message_passing(kRelaxed, kRelease, kRelaxed, kAcquire); }},
      {"fence-to-fence", [] { message_passing(kRelease, kRelaxed, kRelaxed, kAcquire); }},
      {"seq-cst-fences", [] { message_passing(kSeqCst, kRelaxed, kRelaxed, kSeqCst); }},
      {"light-fence-to-heavy-fence",
       [] { message_passing_by_asymmetric_fences(&TsanAtomics::fence_light, &TsanAtomics::fence_heavy); }},
      {"heavy-fence-to-light-fence",
       [] { message_passing_by_asymmetric_fences(&TsanAtomics::fence_heavy, &TsanAtomics::fence_light); }},
      {"exchange-fence-to-fence", [] { message_passing_by_exchange(kRelease, kAcquire); }},
      {"acquire-exchange-after-fence", [] { acquire_exchange_after_release_fence(true); }},
      {"release-sequence-by-exchange", [] { through_a_third_thread(false); }},
      {"young-node-released", [] { node_made_after_the_fence(kRelease); }},

      {"no-writer-fence", [] { message_passing(kRelaxed, kRelaxed, kRelaxed, kAcquire); }},
      {"no-reader-fence", [] { message_passing(kRelease, kRelaxed, kRelaxed, kRelaxed); }},
      {"writer-fence-acquires-only", [] { message_passing(kAcquire, kRelaxed, kRelaxed, kAcquire); }},
      {"reader-fence-releases-only", [] { message_passing(kRelease, kRelaxed, kRelaxed, kRelease); }},
      {"exchange-without-writer-fence", [] { message_passing_by_exchange(kRelaxed, kAcquire); }},
      {"exchange-without-reader-fence", [] { message_passing_by_exchange(kRelease, kRelaxed); }},
      {"acquire-exchange-before-fence", [] { acquire_exchange_after_release_fence(false); }},
      {"data-after-fence", data_written_after_the_fence},
      {"fence-before-flag", flag_read_after_the_fence},
      {"fences-alone", both_fence_and_neither_reads},
      {"release-sequence-ended-by-store", [] { through_a_third_thread(true); }},
      {"young-node-not-released", [] { node_made_after_the_fence(kRelaxed); }},
      {"freed-by-load", [] { use_of_a_freed_atomic([](Flag& flag) { static_cast<void>(flag.load(kRelaxed)); }); }},
      {"freed-by-store", [] { use_of_a_freed_atomic([](Flag& flag) { flag.store(1, kRelaxed); }); }},
      {"freed-by-exchange", [] { use_of_a_freed_atomic([](Flag& flag) { flag.exchange(1, kRelaxed); }); }},
      {"freed-by-compare-exchange",
       [] {
         use_of_a_freed_atomic([](Flag& flag) {
           int expected = 0;
           flag.compare_exchange_strong(expected, 1, kRelaxed, kRelaxed);
         });
       }},
  };
  return kPrograms;
}

}  // namespace

int main(int argc, char** argv) {
  const auto program = argc == 2 ? programs().find(argv[1]) : programs().end();
  if (program == programs().end()) {
    std::fputs("usage: program NAME, one of those listed in its source\n", stderr);
    return 2;
  }
  program->second();
  return 0;
}
