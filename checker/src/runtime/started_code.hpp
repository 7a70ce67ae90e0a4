#pragma once

#include <vigil/checker/hooks.hpp>
#include <vigil/checker/whose_turn.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace vigil::checker {

// The code of a thread that the model starts. It stays at one address, because the thread's stack refers to it and is
// compared from run to run. What it captures lies in the model's memory if `new` is tracked: if an execution is
// abandoned there is soon something else where that was, and it must not be destroyed.
class StartedCode {
 public:
  StartedCode() : nothing_() {}
  ~StartedCode() { abandon(); }
  StartedCode(const StartedCode&) = delete;
  StartedCode& operator=(const StartedCode&) = delete;

  void begin_as(std::function<void()> code) {
    abandon();
    std::construct_at(&code_, std::move(code));
    is_there_ = true;
  }
  void run() {
    const detail::ModelsTurn turn;
    code_();
    end();
  }

 private:
  void abandon() {
    if (detail::new_is_tracked)
      is_there_ = false;
    else
      end();
  }
  void end() {
    if (std::exchange(is_there_, false)) std::destroy_at(&code_);
  }

  union {
    char nothing_;
    std::function<void()> code_;
  };
  bool is_there_ = false;
};

}  // namespace vigil::checker
