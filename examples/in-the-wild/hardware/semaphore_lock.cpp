// The hang of libstdcxx/semaphore_lock.cpp on the machine itself. Two threads use a std::binary_semaphore as a lock,
// once in each round. Each holds it for a random time.
//
//   g++ -std=c++20 -O2 semaphore_lock.cpp -o semaphore_lock && ./semaphore_lock [SECONDS]
//
// A round that does not end ends the program with status 1, and with what the kernel says of the thread that sleeps.

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <semaphore>
#include <string>
#include <thread>

namespace {

constexpr unsigned kLongest = 5000;  // steps of an empty loop: a few microseconds

alignas(64) std::binary_semaphore semaphore{1};
alignas(64) std::atomic<long> arrived{0};
std::array<std::atomic<long>, 2> thread_ids{};

void spend(unsigned steps) {
  for (unsigned i = 0; i != steps; ++i) asm volatile("");
}

void work(unsigned number) {
  thread_ids[number] = syscall(SYS_gettid);
  std::minstd_rand random(number + 1);
  for (long round = 1;; ++round) {
    arrived.fetch_add(1);
    while (arrived.load() < 2 * round) {
    }
    spend(static_cast<unsigned>(random() % kLongest));
    semaphore.acquire();
    spend(static_cast<unsigned>(random() % kLongest));
    semaphore.release();
  }
}

[[noreturn]] void report_hang(long rounds, int seconds) {
  std::cout << "hangs in round " << rounds << " after " << seconds << " s\n";
  for (const auto& id : thread_ids) {
    std::string call;
    std::getline(std::ifstream("/proc/self/task/" + std::to_string(id) + "/syscall") >> std::ws, call);
    if (call.starts_with(std::to_string(SYS_futex))) std::cout << "a thread sleeps in futex: " << call << '\n';
  }
  std::cout << "the semaphore is at " << static_cast<void*>(&semaphore) << " and is "
            << (semaphore.try_acquire() ? "free" : "taken") << std::endl;
  std::_Exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const int limit = argc > 1 ? std::atoi(argv[1]) : 60;
  std::thread(work, 0U).detach();
  std::thread(work, 1U).detach();
  long before = 0;
  for (int second = 1; second <= limit; ++second) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const long now = arrived.load();
    if (now == before) report_hang((now + 1) / 2, second);
    before = now;
  }
  std::cout << before / 2 << " rounds, no hang" << std::endl;
  std::_Exit(0);
}
