#pragma once

#include <cstddef>
#include <string>

namespace vigil::checker {

// What worker processes and their leader say to each other.
enum class Message : char {
  idle,
  work,
  result,
  refusal,    // the model cannot be checked, as the text says
  breakdown,  // the process cannot go on, as the text says; it is empty if memory is exhausted
};

// One end of a connection between the leader and a worker process.
class Channel {
 public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&&) = delete;
  ~Channel();
  [[nodiscard]] int descriptor() const { return descriptor_; }

  // False if the other process has ended.
  bool send(Message message, const std::string& bytes = {}) const;
  bool receive(Message& message, std::string& bytes) const;

 private:
  [[nodiscard]] bool put(const void* bytes, std::size_t size) const;
  [[nodiscard]] bool get(void* bytes, std::size_t size) const;

  int descriptor_;
};

}  // namespace vigil::checker
