#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace vigil::soak {

// The threads that a round has started and that have not ended: the pools' and the soak's own.
class ThreadList {
 public:
  // Lists the calling thread while the object lives.
  class Member {
   public:
    explicit Member(bool is_listed);
    ~Member();
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;

   private:
    const bool is_listed_;
  };

  // How many there are.
  [[nodiscard]] static std::size_t size();
  // Sends the signal to one of them, which the number chooses.
  static void signal_one(std::uint64_t number, int signal);
  // Lets each of them print its stack to stderr, one after the other.
  static void print_stacks();
};

// No thread that is started while such an object lives is listed.
class Unlisted {
 public:
  Unlisted() { here = true; }
  ~Unlisted() { here = false; }
  Unlisted(const Unlisted&) = delete;
  Unlisted& operator=(const Unlisted&) = delete;

  static inline constinit thread_local bool here = false;
};

}  // namespace vigil::soak
