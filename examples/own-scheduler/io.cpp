// Workers that wait for descriptors in place of a futex: the same scheduler over another layer.

#include "io_layer.hpp"
#include "scheduler.hpp"

#include <vigil/latch/count_latch.hpp>

#include <atomic>
#include <cstddef>
#include <cstdio>

#include <unistd.h>

using Scheduler = own::Scheduler<own::IoLayer>;
using Latch = vigil::CountLatch<own::IoLayer>;

// A pipe.
class Pipe {
 public:
  [[nodiscard]] int readable() const { return read_end_.number(); }
  void send(int number) const {
    own::checked(static_cast<int>(::write(write_end_.number(), &number, sizeof number)), "write");
  }
  [[nodiscard]] int receive() const {
    int number = 0;
    own::checked(static_cast<int>(::read(read_end_.number(), &number, sizeof number)), "read");
    return number;
  }

 private:
  struct Ends {
    Ends() { own::checked(::pipe(numbers), "pipe"); }
    int numbers[2];
  };
  Ends ends_;
  own::Descriptor read_end_{ends_.numbers[0]};
  own::Descriptor write_end_{ends_.numbers[1]};
};

// Sends numbers to workers that have nothing else to do. They sleep again and again.
int sum_of_numbers(int numbers, std::size_t workers) {
  Scheduler scheduler({.workers = workers, .rounds = {.until_sleepy = 0, .until_sleeping = 1}});
  const Pipe pipe;
  int sum = 0;
  for (int number = 1; number <= numbers; ++number) {
    Latch is_over(1);
    own::reactor().when_readable(pipe.readable(), [&] {
      // Not spawn(): the worker that calls this may be asleep as far as the scheduler knows.
      scheduler.post([&] {
        sum += pipe.receive();
        is_over.count_down();
      });
    });
    pipe.send(number);
    is_over.wait();
  }
  return sum;
}

// A chain of tasks that keeps one worker busy until a number arrives. They serve the reactor in between.
struct UntilReceived {
  void operator()() {
    own::reactor().serve();
    if (++*links == 1000) pipe->send(1);
    if (has_received->load())
      is_over->count_down();
    else
      scheduler->spawn(*this);
  }
  Scheduler* scheduler;
  const Pipe* pipe;
  std::atomic<bool>* has_received;
  Latch* is_over;
  int* links;
};

bool is_received_by_a_busy_worker() {
  Scheduler scheduler({.workers = 1});
  const Pipe pipe;
  std::atomic<bool> has_received = false;
  Latch is_over(1);
  int links = 0;
  own::reactor().when_readable(pipe.readable(), [&] { has_received = pipe.receive() == 1; });
  scheduler.spawn(UntilReceived{&scheduler, &pipe, &has_received, &is_over, &links});
  is_over.wait();
  return has_received;
}

int main() {
  std::printf("received by one worker that sleeps: %d\n", sum_of_numbers(500, 1));
  std::printf("received by two: %d\n", sum_of_numbers(500, 2));
  std::printf("received by a busy one: %s\n", is_received_by_a_busy_worker() ? "yes" : "no");
}
