#pragma once

#include <vigil/common/processor_list.hpp>

#include <sched.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <utility>
#include <vector>

namespace vigil::proofs {

// A system whose sets of processors have so many bits. It answers the calling thread instead of the real one, for as
// long as it lives: made_up_system.cpp replaces the functions of the C library that ask for processors.
struct MadeUpSystem {
  unsigned bits = 0;
  Processors allowed;                       // to the thread
  int error = 0;                            // it says this to every question
  int online = 1;                           // how many processors it says that it has
  std::vector<std::size_t> asked, written;  // the bytes of each call
  std::vector<Processors> been;             // what the thread was allowed, one after the other

  explicit MadeUpSystem(unsigned bits_of_sets, Processors allowed_processors = {}, int error_of_calls = 0)
      : bits(bits_of_sets), allowed(std::move(allowed_processors)), error(error_of_calls) {
    current = this;
  }
  ~MadeUpSystem() { current = nullptr; }
  MadeUpSystem(const MadeUpSystem&) = delete;
  MadeUpSystem& operator=(const MadeUpSystem&) = delete;

  // Process 0 is the calling thread.
  int get(pid_t process, std::size_t bytes, cpu_set_t* set) {
    asked.push_back(bytes);
    if (error != 0 || process != 0) return refuse(error != 0 ? error : ESRCH);
    if (bytes % sizeof(cpu_set_t) != 0 || bytes * 8 < bits) return refuse(EINVAL);
    CPU_ZERO_S(bytes, set);
    for (const unsigned each : allowed) CPU_SET_S(each, bytes, set);
    return 0;
  }
  int set(pid_t process, std::size_t bytes, const cpu_set_t* set) {
    written.push_back(bytes);
    if (error != 0 || process != 0) return refuse(error != 0 ? error : ESRCH);
    allowed.clear();
    for (unsigned each = 0; each != bytes * 8; ++each)
      if (CPU_ISSET_S(each, bytes, set)) allowed.push_back(each);
    been.push_back(allowed);
    return 0;
  }

  // Defined beside the functions, so that no program has one without the others.
  static thread_local MadeUpSystem* current;

 private:
  static int refuse(int why) {
    errno = why;
    return -1;
  }
};

}  // namespace vigil::proofs
