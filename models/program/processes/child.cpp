#include "child.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vigil::program {
namespace {

void write_all(int descriptor, std::string_view text) {
  std::size_t written = 0;
  while (written != text.size()) {
    const auto count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    written += static_cast<std::size_t>(count);
  }
}

[[noreturn]] void run(const Child::Work& work, int descriptor) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGHUP, SIG_DFL);
  try {
    nlohmann::json answer;
    try {
      answer["result"] = work();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::logic_error& exception) {
      answer["refusal"] = exception.what();
    } catch (const std::exception& exception) {
      answer["breakdown"] = exception.what();
    }
    write_all(descriptor, answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } catch (const std::bad_alloc&) {
    // There is no memory to put it together.
    write_all(descriptor, R"({"breakdown": "memory is exhausted"})");
  }
  ::_exit(0);
}

}  // namespace

Child::Child(const Work& work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  std::fflush(nullptr);
  process_ = ::fork();
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process_ == 0) {
    ::close(ends[0]);
    run(work, ends[1]);
  }
  // On both sides, so that it has happened, whichever comes first.
  ::setpgid(process_, process_);
  ::close(ends[1]);
  descriptor_ = ends[0];
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      received_(std::move(other.received_)),
      result_(std::move(other.result_)),
      how_it_ended_(std::move(other.how_it_ended_)),
      was_refused_(other.was_refused_) {}

Child::~Child() {
  kill();
  if (process_ > 0) ::waitpid(process_, nullptr, 0);
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Child::read() {
  std::array<char, 65536> buffer{};
  const auto count = ::read(descriptor_, buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  if (count > 0) {
    received_.append(buffer.data(), static_cast<std::size_t>(count));
    return false;
  }
  reap();
  return true;
}

void Child::kill() {
  if (process_ > 0) ::kill(-process_, SIGKILL);
}

void Child::reap() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (WIFSIGNALED(status)) {
    how_it_ended_ = std::string("a process of the search was ended by a signal: ") + strsignal(WTERMSIG(status));
    return;
  }
  auto answer = nlohmann::json::parse(received_, nullptr, false);
  if (answer.is_object() && answer.contains("result"))
    result_ = std::move(answer["result"]);
  else if (answer.is_object() && answer.contains("refusal"))
    how_it_ended_ = answer["refusal"].get<std::string>();
  else if (answer.is_object() && answer.contains("breakdown"))
    how_it_ended_ = answer["breakdown"].get<std::string>();
  else
    how_it_ended_ =
        "a process of the search ended with status " + std::to_string(WEXITSTATUS(status)) + " and without a result";
  was_refused_ = answer.is_object() && answer.contains("refusal");
}

}  // namespace vigil::program
