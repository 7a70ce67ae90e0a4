// expect: holds
// expect: holds
// options: --memory-model tso

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

struct Buffer {
  explicit Buffer(long capacity)
      : mask(capacity - 1), slots(new std::atomic<int>[static_cast<std::size_t>(capacity)]) {}
  std::atomic<int>& slot(long index) { return slots[static_cast<std::size_t>(index & mask)]; }
  long mask;
  std::unique_ptr<std::atomic<int>[]> slots;
};

// A deque of one owner and many thieves that publishes its grown buffer with what is in it.
class Deque {
 public:
  void push(int job) {
    const long bottom = bottom_.load(std::memory_order_relaxed), top = top_.load(std::memory_order_acquire);
    Buffer* buffer = buffer_.load(std::memory_order_relaxed);
    if (bottom - top > buffer->mask) buffer = grow(*buffer, top, bottom);
    buffer->slot(bottom).store(job, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_release);
  }
  int steal() {  // 0: there is none, or another thief was faster
    long top = top_.load(std::memory_order_acquire);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (top >= bottom_.load(std::memory_order_acquire)) return 0;
    const int job = buffer_.load(std::memory_order_acquire)->slot(top).load(std::memory_order_relaxed);
    return top_.compare_exchange_strong(top, top + 1) ? job : 0;
  }

 private:
  Buffer* grow(Buffer& old, long top, long bottom) {
    all_.push_back(std::make_unique<Buffer>(2 * (old.mask + 1)));
    for (long i = top; i != bottom; ++i)
      all_.back()->slot(i).store(old.slot(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    buffer_.store(all_.back().get(), std::memory_order_release);
    return all_.back().get();
  }

  std::atomic<long> top_{0}, bottom_{0};
  Buffer first_{1};
  std::atomic<Buffer*> buffer_{&first_};
  std::vector<std::unique_ptr<Buffer>> all_;
};

Deque deque;

int main() {
  deque.push(1);
  std::thread thief([] {
    const int job = deque.steal();
    assert(job == 0 || job == 1);
  });
  deque.push(2);
  thief.join();
}
