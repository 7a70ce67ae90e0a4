#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace vigil::checker {

// How a program that checks models ends.
inline constexpr int kAsExpected = 0;
inline constexpr int kDiffers = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kLimitReached = 3;
inline constexpr int kNotWritten = 4;
inline constexpr int kBroken = 5;

inline constexpr const char* kExitStatuses =
    "Exit status: 0 every verdict as expected; 1 a verdict differs; 2 wrong usage;\n"
    "3 a limit was reached before a planned search ended; 4 output could not be written;\n"
    "5 a search broke down: a process of it was killed, or memory was exhausted.";

// "a verdict differs".
[[nodiscard]] std::string meaning_of(int status);

// Of two models: a verdict that differs weighs most, then a search that broke down, and a limit more than nothing.
[[nodiscard]] int worse(int one, int other);

// Thrown where it is noticed; the texts are for the user.
class WrongUsage : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
class NotWritten : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Each says what is wrong, in one line, and returns its status.
[[nodiscard]] int wrong_usage(const std::string& program, std::string what);
[[nodiscard]] int not_written(const std::string& program, std::string what);
[[nodiscard]] int broken(const std::string& program, std::string what);

// What an exception of a search says of it, if it says that the search broke down, and not that the model is at fault.
[[nodiscard]] std::string how_it_broke_down(const std::exception& exception);

// The whole program: the status of `run`, or of what it throws. If the standard output could not be written, that
// weighs more than any verdict, because nobody has read it.
[[nodiscard]] int status_of_program(const std::string& program, const std::function<int()>& run);

// Before anything is opened: a standard stream that is closed gets a file that can be neither read nor written, so that
// no other file takes its number.
void occupy_standard_streams();

}  // namespace vigil::checker
