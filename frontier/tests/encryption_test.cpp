// Is a search kept over an encrypted connection, and only with the server that was meant?

#include "fixture.hpp"

#include <vigil/frontier/store.hpp>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <gmock/gmock.h>

namespace vigil::frontier {
namespace {

using testing::HasSubstr;
using testing::Not;

// A variable of the environment, for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* const name_;
};

class EncryptedServer : public WithFile {
 protected:
  // A certificate for a host, which has signed itself.
  [[nodiscard]] ServerTls certificate_of(const std::string& host) const {
    ServerTls tls{(directory_ / (host + ".pem")).string(), (directory_ / (host + ".key")).string()};
    const std::string command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout " +
                                tls.key + " -out " + tls.certificate + " -subj /CN=store -addext subjectAltName=" + host +
                                " 2>" + (directory_ / "openssl").string();
    EXPECT_EQ(std::system(command.c_str()), 0) << contents(directory_ / "openssl");
    return tls;
  }
  [[nodiscard]] std::unique_ptr<RedisServer> server_with(const ServerTls& tls) const {
    return std::make_unique<RedisServer>(directory_.string(), tls);
  }
  static std::unique_ptr<Store> open_at(const std::string& place) {
    return frontier::open(place, std::chrono::milliseconds(100));
  }

  const std::string here_ = "IP:127.0.0.1";
};

TEST_F(EncryptedServer, KeepsASearch) {
  const auto tls = certificate_of(here_);
  const auto server = server_with(tls);
  const Variable trusted("VIGIL_REDIS_CA_FILE", tls.certificate);
  EXPECT_FALSE(is_there(server->place()));
  ASSERT_EQ(run("begin " + server->place() + " stack").status, 0);
  const auto ended = run("work " + server->place() + " stack 500");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(run("counts " + server->place()).out, run("whole stack").out);
}

TEST_F(EncryptedServer, KeepsPartsThatAreLargerThanWhatIsEncryptedAtOnce) {
  const auto tls = certificate_of(here_);
  const auto server = server_with(tls);
  const Variable trusted("VIGIL_REDIS_CA_FILE", tls.certificate);
  const std::string large(1'000'000, 'x');
  const auto store = frontier::create(server->place(), {{"b", "m", "cpp20", "o", "a", "f"}, large, 0});
  store->join(std::chrono::seconds(60));
  EXPECT_EQ(store->claim().bytes, large);
}

TEST_F(EncryptedServer, IsFoundAgainWhenItWasAway) {
  const auto tls = certificate_of(here_);
  const auto server = server_with(tls);
  const Variable trusted("VIGIL_REDIS_CA_FILE", tls.certificate);
  const auto store = frontier::create(server->place(), {{"b", "m", "cpp20", "o", "a", "f"}, "whole", 0});
  store->join(std::chrono::seconds(60));
  server->kill();
  server->start();
  EXPECT_EQ(store->claim().bytes, "whole");
}

// An error leaves no connection behind that the next step would use.
TEST_F(EncryptedServer, IsRefusedEachTimeIfAnotherOneStandsInItsPlace) {
  auto tls = certificate_of(here_);
  const Variable trusted("VIGIL_REDIS_CA_FILE", tls.certificate);
  const auto server = server_with(tls);
  const auto store = frontier::create(server->place(), {{"b", "m", "cpp20", "o", "a", "f"}, "whole", 0});
  store->join(std::chrono::seconds(60));
  server->kill();
  server->show(certificate_of("IP:127.0.0.2"));
  server->start();
  for (int i = 0; i != 2; ++i) expect_refused([&] { (void)store->claim(); }, "is not trusted: ");
  server->kill();
  server->show(tls);
  server->start();
  EXPECT_EQ(store->claim().bytes, "whole");
}

// What a client sends to whatever listens at a place.
std::string sent_to_a_stranger(const std::string& scheme) {
  const int listens = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  EXPECT_EQ(bind(listens, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(listen(listens, 1), 0);
  EXPECT_EQ(getsockname(listens, reinterpret_cast<sockaddr*>(&address), &size), 0);
  std::string sent;
  std::thread stranger([&] {
    const int talks = accept(listens, nullptr, nullptr);
    std::array<char, 65'536> bytes;
    const ssize_t some = recv(talks, bytes.data(), bytes.size(), 0);
    sent.assign(bytes.data(), some < 0 ? 0 : static_cast<std::size_t>(some));
    const std::string_view answer = "+OK\r\n";
    EXPECT_EQ(send(talks, answer.data(), answer.size(), MSG_NOSIGNAL), static_cast<ssize_t>(answer.size()));
    close(talks);
  });
  const std::string place = scheme + "127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/search";
  EXPECT_THROW((void)frontier::open(place, std::chrono::milliseconds(0)), checker::FrontierError);
  stranger.join();
  close(listens);
  return sent;
}

TEST_F(EncryptedServer, AloneHearsThePassword) {
  const Variable password("VIGIL_REDIS_PASSWORD", "open sesame");
  EXPECT_THAT(sent_to_a_stranger("redis://"), HasSubstr("open sesame"));
  EXPECT_THAT(sent_to_a_stranger("rediss://"), Not(HasSubstr("sesame")));
}

TEST_F(EncryptedServer, OfWhichNoAuthorityKnowsTheCertificateIsRefused) {
  const auto server = server_with(certificate_of(here_));
  expect_refused([&] { (void)open_at(server->place()); }, "is not trusted: self");
}

TEST_F(EncryptedServer, WithACertificateOfAnotherHostIsRefused) {
  const auto of_another = certificate_of("IP:127.0.0.2");
  const Variable trusted("VIGIL_REDIS_CA_FILE", of_another.certificate);
  const auto server = server_with(of_another);
  expect_refused([&] { (void)open_at(server->place()); }, "is not trusted: IP address mismatch");
  expect_refused([&] { (void)open_at(server->place("localhost", "search")); }, "is not trusted: ");
}

TEST_F(EncryptedServer, IsKnownByItsNameToo) {
  const auto tls = certificate_of("DNS:localhost");
  const auto server = server_with(tls);
  const Variable trusted("VIGIL_REDIS_CA_FILE", tls.certificate);
  EXPECT_FALSE(is_there(server->place("localhost", "search")));
}

TEST_F(EncryptedServer, MayAskForACertificate) {
  auto tls = certificate_of(here_);
  tls.asks_for_certificates = true;
  const auto server = server_with(tls);
  const Variable trusted("VIGIL_REDIS_CA_FILE", tls.certificate);
  expect_refused([&] { (void)open_at(server->place()); }, "cannot be reached: ");
  const Variable certificate("VIGIL_REDIS_CERTIFICATE_FILE", tls.certificate);
  const Variable key("VIGIL_REDIS_KEY_FILE", tls.key);
  EXPECT_FALSE(is_there(server->place()));
}

TEST_F(EncryptedServer, AndAPlainOneAreNotTakenForEachOther) {
  const auto tls = certificate_of(here_);
  const Variable trusted("VIGIL_REDIS_CA_FILE", tls.certificate);
  const auto encrypted = server_with(tls);
  const auto with = [](const char* scheme, std::string place) { return scheme + place.erase(0, place.find("//")); };
  expect_refused([&] { (void)open_at(with("redis:", encrypted->place())); }, "cannot be reached: ");
  expect_refused([&] { (void)open_at(with("rediss:", place(Kind::server))); }, "cannot be reached: no TLS: ");
}

TEST_F(EncryptedServer, NeedsFilesThatCanBeRead) {
  const auto tls = certificate_of(here_);
  const auto server = server_with(tls);
  for (const char* const name : {"VIGIL_REDIS_CA_FILE", "VIGIL_REDIS_CERTIFICATE_FILE", "VIGIL_REDIS_KEY_FILE"})
    for (const std::string& file : {std::string("/nowhere"), (directory_ / "openssl").string()}) {
      const Variable wrong(name, file);
      expect_refused([&] { (void)open_at(server->place()); },
                     std::string(name) + " names " + file + ", which cannot be used: ");
    }
}

}  // namespace
}  // namespace vigil::frontier
