#include "exit_status.hpp"

#include "streams.hpp"

#include <vigil/checker/frontier.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

namespace vigil::checker {
namespace {

constexpr const char* kNoMemory = "memory is exhausted";

int ends_with(int status, const std::string& program, std::string what) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  std::fprintf(streams().error, "%s: %s\n", program.c_str(), what.c_str());
  return status;
}

// Nothing if all of it was.
std::string why_output_is_not_written() {
  errno = 0;
  if (std::fflush(streams().out) == 0 && std::ferror(streams().out) == 0) return {};
  // What an earlier write failed with is not known any more.
  return errno == 0 ? "cannot write the standard output"
                    : std::string("cannot write the standard output: ") + std::strerror(errno);
}

int status_of(const std::string& program, const std::function<int()>& run) {
  try {
    return run();
  } catch (const WrongUsage& exception) {
    return wrong_usage(program, exception.what());
  } catch (const NotWritten& exception) {
    return not_written(program, exception.what());
  } catch (const FrontierError& exception) {
    return ends_with(kLimitReached, program, exception.what());
  } catch (const std::bad_alloc&) {
    std::fprintf(streams().error, "%s: %s\n", program.c_str(), kNoMemory);
    return kBroken;
  } catch (const std::logic_error& exception) {
    return wrong_usage(program, exception.what());
  } catch (const std::exception& exception) {
    // fmt throws where it cannot print, which is found out at the end too.
    return std::ferror(streams().out) != 0 ? kBroken : broken(program, exception.what());
  }
}

}  // namespace

std::string meaning_of(int status) {
  switch (status) {
    case kAsExpected:
      return "every verdict is as expected";
    case kDiffers:
      return "a verdict differs";
    case kWrongUsage:
      return "wrong usage, or a model that cannot be checked";
    case kLimitReached:
      return "a limit was reached before a planned search ended";
    case kNotWritten:
      return "output could not be written";
    default:
      return "a search broke down";
  }
}

int worse(int one, int other) {
  static constexpr std::array kByWeight{kAsExpected, kWrongUsage, kLimitReached, kBroken, kDiffers, kNotWritten};
  const auto weight = [](int status) { return std::find(kByWeight.begin(), kByWeight.end(), status); };
  return *std::max(weight(one), weight(other));
}

int wrong_usage(const std::string& program, std::string what) {
  return ends_with(kWrongUsage, program, std::move(what));
}
int not_written(const std::string& program, std::string what) {
  return ends_with(kNotWritten, program, std::move(what));
}
int broken(const std::string& program, std::string what) { return ends_with(kBroken, program, std::move(what)); }

std::string how_it_broke_down(const std::exception& exception) {
  if (dynamic_cast<const std::bad_alloc*>(&exception) != nullptr) return kNoMemory;
  const bool is_models_fault = dynamic_cast<const std::logic_error*>(&exception) != nullptr;
  return is_models_fault ? std::string() : exception.what();
}

int status_of_program(const std::string& program, const std::function<int()>& run) {
  const int status = status_of(program, run);
  const auto why = why_output_is_not_written();
  if (why.empty()) return status;
  // A program inside this one may have said so.
  return status == kNotWritten ? status : not_written(program, why);
}

void occupy_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Gets the lowest number that is free.
    static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

}  // namespace vigil::checker
