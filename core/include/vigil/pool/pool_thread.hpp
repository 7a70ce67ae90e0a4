#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/common/system_thread.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace vigil {

/// A thread of a pool: the layer's, or a SystemThread if its stack has a chosen size.
///
/// \snippet pool/pool_thread.cpp example
/// \tparam Layer the atomics layer.
/// \threads One thread at a time, for all members.
template <ThreadedLayer Layer>
class PoolThread {
 public:
  /// Starts a thread that calls `code()`.
  ///
  /// \param stack_bytes the least size of its stack, raised to what the system allows; 0 for the system's default.
  /// \param code what the thread calls.
  /// \orders What came before happens before the call.
  /// \throws std::system_error if the system has no thread to give, or no memory for the stack; std::invalid_argument
  ///   if no stack can be so large; std::bad_alloc.
  template <class Code>
  PoolThread(std::size_t stack_bytes, Code code) {
    if (stack_bytes == 0)
      own_.emplace(std::move(code));
    else
      start(stack_bytes, std::move(code));
  }

  /// Waits for the end of the thread. Once.
  ///
  /// \progress Blocking.
  /// \orders What the thread did happens before the return.
  void join() {
    if (own_.has_value())
      own_->join();
    else
      sized_->thread.join();
  }

 private:
  // A thread on a stack of its own size. It has to stay where it is.
  struct Sized {
    Sized() = default;
    Sized(const Sized&) = delete;
    Sized& operator=(const Sized&) = delete;
    virtual ~Sized() = default;

    SystemThread thread;
  };
  template <class Code>
  struct SizedFor : Sized {
    explicit SizedFor(Code&& to_call) : code(std::move(to_call)) {}
    static void run(void* self) { static_cast<SizedFor*>(self)->code(); }

    Code code;
  };

  template <class Code>
  void start(std::size_t stack_bytes, Code&& code) {
    if (stack_bytes > PTRDIFF_MAX)
      detail::fail<std::invalid_argument>("ThreadPool::ThreadPool", "ThreadPool: no stack can be so large");
    auto sized = std::make_unique<SizedFor<Code>>(std::forward<Code>(code));
    if (!sized->thread.start(stack_bytes, &SizedFor<Code>::run, sized.get()))
      detail::fail<std::system_error>("ThreadPool::ThreadPool",
                                      std::make_error_code(std::errc::resource_unavailable_try_again),
                                      "ThreadPool: a thread with a stack of that size");
    sized_ = std::move(sized);
  }

  // One of them.
  std::optional<typename Layer::thread> own_;
  std::unique_ptr<Sized> sized_;
};

}  // namespace vigil
