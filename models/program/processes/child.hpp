#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>

#include <sys/types.h>

namespace vigil::program {

// Work done in a process of its own, because code under test may crash, hang or corrupt memory. Its result comes back
// through a pipe. It leads a process group, so that what it began ends with it, and Ctrl-C at the terminal does not
// reach it.
class Child {
 public:
  using Work = std::function<nlohmann::json()>;

  // Begins `work` in a new process.
  explicit Child(const Work& work);
  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // For poll(2).
  [[nodiscard]] int descriptor() const { return descriptor_; }
  // Takes what has arrived; true once the child has ended.
  bool read();
  // With every process that it began.
  void kill();

  // What `work` returned; nothing if the child ended otherwise.
  [[nodiscard]] const std::optional<nlohmann::json>& result() const { return result_; }
  // In words, how a child without a result ended.
  [[nodiscard]] const std::string& how_it_ended() const { return how_it_ended_; }
  // Whether it ended because the model cannot be checked, which its work says by std::logic_error. Otherwise it broke
  // down.
  [[nodiscard]] bool was_refused() const { return was_refused_; }

 private:
  void reap();

  pid_t process_ = -1;
  int descriptor_ = -1;
  std::string received_;
  std::optional<nlohmann::json> result_;
  std::string how_it_ended_;
  bool was_refused_ = false;
};

}  // namespace vigil::program
