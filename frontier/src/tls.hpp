#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vigil::frontier {

// Bytes over a connected socket, encrypted, to a server that its certificate says it is. The socket stays its owner's.
//
// Who is trusted says VIGIL_REDIS_CA_FILE, or else the system. To servers that want one, the client shows the
// certificate of VIGIL_REDIS_CERTIFICATE_FILE with the key of VIGIL_REDIS_KEY_FILE.
class Tls {
 public:
  enum class Handshake { done, lost, distrusted };

  // Throws FrontierError if this program was compiled without TLS, or if a file that the environment names is wrong.
  Tls(int socket, const std::string& host);
  ~Tls();
  Tls(const Tls&) = delete;
  Tls& operator=(const Tls&) = delete;

  [[nodiscard]] Handshake begin();
  // Whether all bytes were written.
  [[nodiscard]] bool write(std::string_view bytes);
  // How many bytes came, at least one; 0 if none come any more.
  [[nodiscard]] std::size_t read(std::span<char> room);
  // Why nothing goes on.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  struct Session;

  std::unique_ptr<Session> session_;
  std::string trouble_;
};

}  // namespace vigil::frontier
