// Workers that write into a trace while another thread reads it. Built with ThreadSanitizer, which sets the exit
// status; proofs/pool/trace.cpp runs it.

#include <vigil/pool/trace.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

namespace {

using vigil::Trace;

// The reader begins when the writer has ended. Only what the trace does orders them.
template <class Write, class Read>
void write_and_then_read(Write write, Read read) {
  Trace trace(1);
  std::atomic<bool> is_written{false};
  std::thread writer([&] {
    write(trace);
    is_written.store(true, std::memory_order_relaxed);
  });
  std::thread reader([&] {
    while (!is_written.load(std::memory_order_relaxed)) std::this_thread::yield();
    read(trace);
  });
  writer.join();
  reader.join();
}

void search(Trace& trace) {
  trace.becomes(0, vigil::Activity::searching);
  trace.becomes(0, vigil::Activity::sleeping);
}
void mark(Trace& trace) { const Trace::Mark mark(trace, 0, "mark"); }

}  // namespace

int main() {
  // Kept, so that the compiler leaves out none of the reads.
  std::uint64_t dropped = 0;
  for (const auto write : {&search, &mark}) {
    write_and_then_read(write, [](const Trace& trace) { (void)trace.spans(); });
    write_and_then_read(write, [&](const Trace& trace) { dropped += trace.dropped(); });
    write_and_then_read(write, &search);
  }
  return dropped == 0 ? 0 : 1;
}
