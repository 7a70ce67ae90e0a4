#include "channel.hpp"

#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

namespace vigil::checker {

Channel::Channel(Channel&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Channel::~Channel() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool Channel::send(Message message, const std::string& bytes) const {
  const std::uint64_t size = bytes.size();
  return put(&message, sizeof(message)) && put(&size, sizeof(size)) && put(bytes.data(), bytes.size());
}

bool Channel::receive(Message& message, std::string& bytes) const {
  std::uint64_t size = 0;
  if (!get(&message, sizeof(message)) || !get(&size, sizeof(size))) return false;
  bytes.resize(size);
  return get(bytes.data(), size);
}

bool Channel::put(const void* bytes, std::size_t size) const {
  const auto* from = static_cast<const char*>(bytes);
  while (size != 0) {
    const ssize_t sent = ::send(descriptor_, from, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    from += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool Channel::get(void* bytes, std::size_t size) const {
  auto* to = static_cast<char*>(bytes);
  while (size != 0) {
    const ssize_t got = recv(descriptor_, to, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace vigil::checker
