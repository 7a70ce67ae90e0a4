#pragma once

#include <vigil/atomics/std_atomics.hpp>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace own {

inline int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  const int number_;
};

// What a process waits for. Any thread may call the members.
class Reactor {
 public:
  // Calls `ready()` once, when `descriptor` is readable, on a thread that serves. It must not throw or block. On a
  // descriptor there is one call at a time. Throws std::system_error and std::bad_alloc; then nothing is called.
  void when_readable(int descriptor, std::function<void()> ready) {
    auto wait = std::make_unique<Wait>(Wait{descriptor, std::move(ready)});
    epoll_event event{};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.ptr = wait.get();
    checked(::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl");
    static_cast<void>(wait.release());
  }

  // Makes one of the calls that are due, if there is one. Does not block.
  void serve() {
    epoll_event event{};
    if (::epoll_wait(epoll_.number(), &event, 1, 0) != 1) return;
    const std::unique_ptr<Wait> wait(static_cast<Wait*>(event.data.ptr));
    ::epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, wait->descriptor, nullptr);
    wait->ready();
  }

  // Readable if a call is due.
  [[nodiscard]] int descriptor() const { return epoll_.number(); }

 private:
  struct Wait {
    int descriptor;
    std::function<void()> ready;
  };
  const Descriptor epoll_{checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")};
};

// The one of this process.
inline Reactor& reactor() {
  static Reactor one;
  return one;
}

// The machine, except that workers wait for descriptors too: when they sleep, and when they yield in a search.
struct IoLayer : vigil::StdAtomics {
  static void yield() {
    reactor().serve();
    vigil::StdAtomics::yield();
  }

  // Of one thread that waits, as each worker has one in Sleep. A notification stays in the eventfd until it is read. So
  // none is lost between unlock() and poll().
  class condition_variable {
   public:
    condition_variable() = default;
    explicit condition_variable(vigil::Name /*name*/) {}

    void wait(mutex& held) {
      held.unlock();
      pollfd readable[] = {{wakes_.number(), POLLIN, 0}, {reactor().descriptor(), POLLIN, 0}};
      ::poll(readable, 2, -1);  // a signal ends it early, which is a spurious wake
      std::uint64_t wakes = 0;
      if (readable[0].revents != 0) static_cast<void>(::read(wakes_.number(), &wakes, sizeof wakes) == sizeof wakes);
      if (readable[1].revents != 0) reactor().serve();
      held.lock();
    }
    void notify_one() {
      const std::uint64_t one = 1;
      static_cast<void>(::write(wakes_.number(), &one, sizeof one) == sizeof one);
    }
    void notify_all() { notify_one(); }

   private:
    const Descriptor wakes_{checked(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")};
  };
};

}  // namespace own
