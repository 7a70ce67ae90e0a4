// A Redis server of a test's own.

#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vigil::frontier {

// The files of a server whose connections are encrypted. It trusts its own certificate.
struct ServerTls {
  std::string certificate;
  std::string key;
  bool asks_for_certificates = false;
};

class RedisServer {
 public:
  // It keeps its log in the directory.
  explicit RedisServer(std::string directory, std::string password = {})
      : directory_(std::move(directory)), password_(std::move(password)), port_(free_port()) {
    start();
  }
  RedisServer(std::string directory, ServerTls tls)
      : directory_(std::move(directory)), tls_(std::move(tls)), port_(free_port()) {
    start();
  }
  ~RedisServer() { kill(); }
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  [[nodiscard]] std::string place(const std::string& name = "search") const {
    return place("127.0.0.1", name);
  }
  [[nodiscard]] std::string place(const std::string& host, const std::string& name) const {
    return (tls_ ? "rediss://" : "redis://") + host + ':' + std::to_string(port_) + '/' + name;
  }
  // Until it takes connections. `log`: whether it begins from its log, or else from its snapshot.
  void start(bool log = true) {
    process_ = fork();
    if (process_ == 0) {
      std::vector<std::string> words{"redis-server", tls_ ? "--tls-port" : "--port", std::to_string(port_), "--bind",
                                     "127.0.0.1", "--dir", directory_, "--appendonly", log ? "yes" : "no", "--save", "",
                                     "--logfile", "redis.log"};
      if (!password_.empty()) words.insert(words.end(), {"--requirepass", password_});
      if (tls_)
        words.insert(words.end(), {"--port", "0", "--tls-cert-file", tls_->certificate, "--tls-key-file", tls_->key,
                                   "--tls-ca-cert-file", tls_->certificate, "--tls-auth-clients",
                                   tls_->asks_for_certificates ? "yes" : "no"});
      std::vector<char*> pointers;
      for (auto& word : words) pointers.push_back(word.data());
      pointers.push_back(nullptr);
      execvp("redis-server", pointers.data());
      _exit(127);
    }
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!answers() && std::chrono::steady_clock::now() < patience)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  void start_from_snapshot() { start(false); }
  // From its next start on.
  void show(ServerTls tls) { tls_ = std::move(tls); }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }
  // As its own command line client does; what it prints.
  void command(const std::string& words) const {
    const auto line = "redis-cli -p " + std::to_string(port_) + ' ' + words + " >/dev/null";
    if (std::system(line.c_str()) != 0) std::abort();
  }

 private:
  static sockaddr_in address(int port) {
    sockaddr_in found{};
    found.sin_family = AF_INET;
    found.sin_port = htons(static_cast<std::uint16_t>(port));
    found.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return found;
  }
  static int free_port() {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in found = address(0);
    bind(descriptor, reinterpret_cast<sockaddr*>(&found), sizeof found);
    socklen_t size = sizeof found;
    getsockname(descriptor, reinterpret_cast<sockaddr*>(&found), &size);
    close(descriptor);
    return ntohs(found.sin_port);
  }
  [[nodiscard]] bool answers() const {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in wanted = address(port_);
    const bool is_there = connect(descriptor, reinterpret_cast<const sockaddr*>(&wanted), sizeof wanted) == 0;
    close(descriptor);
    return is_there;
  }

  std::string directory_, password_;
  std::optional<ServerTls> tls_;
  int port_;
  pid_t process_ = -1;
};

}  // namespace vigil::frontier
