#include "tls.hpp"

#include <vigil/checker/frontier.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace vigil::frontier {
namespace {

using checker::FrontierError;

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* connection) const { SSL_free(connection); }
};
using Context = std::unique_ptr<SSL_CTX, Free>;
using Connection = std::unique_ptr<SSL, Free>;

// The oldest error of this thread that OpenSSL has noted.
std::string reason() {
  const char* const text = ERR_reason_error_string(ERR_peek_error());
  return text == nullptr ? "an unknown error" : text;
}

template <class T>
T* made(T* object) {
  if (object == nullptr) throw FrontierError("TLS cannot be used: " + reason());
  return object;
}

// Calls `load(file)` if the environment names a file by that name.
template <class Load>
bool load_from(const char* name, Load load) {
  const char* const file = std::getenv(name);
  if (file == nullptr) return false;
  if (load(file) != 1) throw FrontierError(std::string(name) + " names " + file + ", which cannot be used: " + reason());
  return true;
}

Context new_context() {
  ERR_clear_error();
  Context context(made(SSL_CTX_new(TLS_client_method())));
  SSL_CTX* const raw = context.get();
  SSL_CTX_set_min_proto_version(raw, TLS1_2_VERSION);
  SSL_CTX_set_verify(raw, SSL_VERIFY_PEER, nullptr);
  if (!load_from("VIGIL_REDIS_CA_FILE",
                 [raw](const char* file) { return SSL_CTX_load_verify_locations(raw, file, nullptr); }))
    SSL_CTX_set_default_verify_paths(raw);
  load_from("VIGIL_REDIS_CERTIFICATE_FILE",
            [raw](const char* file) { return SSL_CTX_use_certificate_chain_file(raw, file); });
  load_from("VIGIL_REDIS_KEY_FILE",
            [raw](const char* file) { return SSL_CTX_use_PrivateKey_file(raw, file, SSL_FILETYPE_PEM); });
  return context;
}

// The certificate must be of that host, which is a name or an address.
void expect(SSL* connection, const std::string& host) {
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host.c_str()) == 1) return;
  if (SSL_set1_host(connection, host.c_str()) != 1 || SSL_set_tlsext_host_name(connection, host.c_str()) != 1)
    throw FrontierError("TLS cannot be used with the host " + host + ": " + reason());
}

}  // namespace

// OpenSSL reads from memory and writes to memory: what it does to a socket itself would end the process by SIGPIPE if
// the server is gone.
struct Tls::Session {
  Session(int its_socket, const std::string& host)
      : socket(its_socket), context(new_context()), connection(made(SSL_new(context.get()))) {
    SSL_set0_rbio(connection.get(), from_server = made(BIO_new(BIO_s_mem())));
    SSL_set0_wbio(connection.get(), to_server = made(BIO_new(BIO_s_mem())));
    SSL_set_connect_state(connection.get());
    expect(connection.get(), host);
  }

  // Repeats a step until it needs no more bytes of the server. Returns whether it succeeded.
  template <class Step>
  bool run(Step step, std::string& trouble) {
    for (;;) {
      ERR_clear_error();
      const int result = step(connection.get());
      const int error = SSL_get_error(connection.get(), result);
      // An alert too: it says to the server why.
      const std::string why = error == SSL_ERROR_SSL ? why_not() : "the server has ended the connection";
      if (!send(trouble)) return false;
      if (result > 0) return true;
      if (error != SSL_ERROR_WANT_READ) {
        trouble = why;
        return false;
      }
      if (!receive(trouble)) return false;
    }
  }

  const int socket;
  const Context context;
  const Connection connection;
  BIO* from_server = nullptr;  // the connection's, as the next one
  BIO* to_server = nullptr;

 private:
  [[nodiscard]] std::string why_not() const {
    const long verdict = SSL_get_verify_result(connection.get());
    return verdict == X509_V_OK ? reason() : X509_verify_cert_error_string(verdict);
  }
  static std::string why_lost() {
    return errno == EAGAIN || errno == EWOULDBLOCK ? "the server does not answer" : std::strerror(errno);
  }

  bool send(std::string& trouble) const {
    std::array<char, 16'384> bytes;
    for (int size = 0; (size = BIO_read(to_server, bytes.data(), static_cast<int>(bytes.size()))) > 0;)
      for (std::size_t sent = 0; sent != static_cast<std::size_t>(size);) {
        const ssize_t more = ::send(socket, bytes.data() + sent, static_cast<std::size_t>(size) - sent, MSG_NOSIGNAL);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) {
          trouble = why_lost();
          return false;
        }
        sent += static_cast<std::size_t>(more);
      }
    return true;
  }
  bool receive(std::string& trouble) const {
    std::array<char, 16'384> bytes;
    ssize_t size = 0;
    do size = ::recv(socket, bytes.data(), bytes.size(), 0);
    while (size < 0 && errno == EINTR);
    if (size > 0) return BIO_write(from_server, bytes.data(), static_cast<int>(size)) == static_cast<int>(size);
    trouble = size == 0 ? "the server has ended the connection" : why_lost();
    return false;
  }
};

Tls::Tls(int socket, const std::string& host) : session_(std::make_unique<Session>(socket, host)) {}
Tls::~Tls() = default;

Tls::Handshake Tls::begin() {
  if (session_->run([](SSL* connection) { return SSL_do_handshake(connection); }, trouble_)) return Handshake::done;
  return SSL_get_verify_result(session_->connection.get()) == X509_V_OK ? Handshake::lost : Handshake::distrusted;
}

bool Tls::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t size = std::min<std::size_t>(bytes.size(), std::numeric_limits<int>::max());
    const auto step = [&](SSL* connection) { return SSL_write(connection, bytes.data(), static_cast<int>(size)); };
    if (!session_->run(step, trouble_)) return false;
    bytes.remove_prefix(size);
  }
  return true;
}

std::size_t Tls::read(std::span<char> room) {
  std::size_t size = 0;
  const auto step = [&](SSL* connection) { return SSL_read_ex(connection, room.data(), room.size(), &size); };
  return session_->run(step, trouble_) ? size : 0;
}

}  // namespace vigil::frontier
