#include "symbolizer.hpp"

#include "loaded_objects.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>

extern char** environ;

namespace vigil::unmodified {
namespace {

// A process that is asked for addresses and answers with lines.
class AddressToLine {
 public:
  explicit AddressToLine(const std::string& path) {
    std::array<int, 2> questions{}, answers{};
    if (pipe2(questions.data(), O_CLOEXEC) != 0 || pipe2(answers.data(), O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, questions[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, answers[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const std::array<const char*, 6> arguments{"addr2line", "-aCfi", "-e", path.c_str(), nullptr, nullptr};
    pid_t process = 0;
    const bool runs =
        posix_spawnp(&process, arguments[0], &actions, nullptr, const_cast<char**>(arguments.data()), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(questions[0]);
    close(answers[1]);
    if (!runs) {
      close(questions[1]);
      close(answers[0]);
      return;
    }
    questions_ = questions[1];
    answers_ = fdopen(answers[0], "r");
  }

  [[nodiscard]] std::vector<SourceFrame> ask(std::uintptr_t address) {
    std::vector<SourceFrame> found;
    // A second question marks the end of the answer to the first one.
    std::array<char, 64> question{};
    const int length =
        std::snprintf(question.data(), question.size(), "0x%lx\n0x0\n", static_cast<unsigned long>(address));
    if (answers_ == nullptr || write(questions_, question.data(), static_cast<std::size_t>(length)) != length)
      return found;
    (void)line();  // the address
    for (;;) {
      std::string function = line();
      if (function.empty() || function.starts_with("0x")) break;
      found.push_back(frame_of(std::move(function), line()));
    }
    (void)line();
    (void)line();
    return found;
  }

 private:
  std::string line() {
    char* text = nullptr;
    std::size_t size = 0;
    const auto length = getline(&text, &size, answers_);
    std::string found(text != nullptr && length > 0 ? text : "", length > 0 ? static_cast<std::size_t>(length - 1) : 0);
    std::free(text);
    return found;
  }

  static SourceFrame frame_of(std::string function, const std::string& place) {
    SourceFrame frame{std::move(function), "", 0};
    const auto colon = place.rfind(':');
    frame.file = place.substr(0, colon);
    if (frame.file == "??") frame.file.clear();
    if (colon != std::string::npos) std::from_chars(place.data() + colon + 1, place.data() + place.size(), frame.line);
    return frame;
  }

  int questions_ = -1;
  FILE* answers_ = nullptr;
};

const LoadedObject* object_at(std::uintptr_t address) {
  for (const auto& object : loaded_objects())
    if (object.is_programs && address >= object.begin && address < object.end) return &object;
  return nullptr;
}

std::vector<SourceFrame> find(std::uintptr_t address) {
  static std::map<const LoadedObject*, std::pair<pid_t, std::unique_ptr<AddressToLine>>> processes;
  const LoadedObject* const object = object_at(address);
  if (object == nullptr) return {};
  // A forked process has its own: two that share one would mix their questions.
  auto& [owner, process] = processes[object];
  if (process == nullptr || owner != getpid()) {
    process = std::make_unique<AddressToLine>(object->path);
    owner = getpid();
  }
  auto frames = process->ask(address - object->base - 1);
  while (!frames.empty() && frames.back().file.empty()) frames.pop_back();
  return frames;
}

}  // namespace

const std::vector<SourceFrame>& frames_at(const void* return_address) {
  static std::map<const void*, std::vector<SourceFrame>> known;
  const auto at = known.find(return_address);
  if (at != known.end()) return at->second;
  return known.emplace(return_address, find(reinterpret_cast<std::uintptr_t>(return_address))).first->second;
}

}  // namespace vigil::unmodified
