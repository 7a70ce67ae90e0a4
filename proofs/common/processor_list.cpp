// Is each list of processors read as it is meant, and is every other text refused?

#include <vigil/common/processor_list.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vigil {
namespace {

TEST(ProcessorList, IsReadAsLinuxWritesIt) {
  EXPECT_EQ(parse_processor_list("0-3,8,10-11\n"), (Processors{0, 1, 2, 3, 8, 10, 11}));
  EXPECT_EQ(parse_processor_list("7"), (Processors{7}));
  EXPECT_EQ(parse_processor_list("65535 \r\n"), (Processors{65535}));
  EXPECT_EQ(parse_processor_list("5-5"), (Processors{5}));
}

TEST(ProcessorList, EndsWhereItsTextEnds) {
  EXPECT_EQ(parse_processor_list(std::string_view("1-234", 3)), (Processors{1, 2}));
}

TEST(ProcessorList, MayBeEmpty) {
  for (const char* const text : {"", "\n", " \t\r\n"}) EXPECT_EQ(parse_processor_list(text), Processors()) << text;
}

TEST(ProcessorList, IsAscendingWithoutRepetitionsHoweverItIsWritten) {
  EXPECT_EQ(parse_processor_list("4,2-3,0,3-4,2"), (Processors{0, 2, 3, 4}));
}

TEST(ProcessorList, IsRefusedIfItIsNone) {
  for (const char* const text :
       {",",   "1,", ",1",  "1,,2", "-",     "1-",      "-1",         "3-2",          "1-2-3",
        "a",   "1a", "0x1", "+1",   " 1",    "1 2",     "1, 2",       "1;2",          "0-7:2/4",
        "all", "N",  "1.5", "\xff", "65536", "0-65536", "4294967296", "0-4294967295", "99999999999999999999999"})
    EXPECT_EQ(parse_processor_list(text), std::nullopt) << text;
  EXPECT_EQ(parse_processor_list(std::string_view("1\0", 2)), std::nullopt) << "a null character is no space";
}

// Each of the ranges names all processors. A reader that wrote down every number of each would not return.
TEST(ProcessorList, TakesNoLongerIfItsRangesOverlap) {
  std::string text;
  for (int i = 0; i != 100'000; ++i) text += "0-65535,";
  const auto numbers = parse_processor_list(text + "0");
  ASSERT_TRUE(numbers.has_value());
  EXPECT_EQ(numbers->size(), kProcessorNumbers);
}

TEST(ProcessorList, NamesWhatItsRangesNameWhateverTheyAre) {
  EXPECT_TRUE(rc::check([](const std::vector<std::pair<std::uint8_t, std::uint8_t>>& ranges) {
    std::string text;
    std::set<unsigned> due;
    for (const auto& [first, length] : ranges) {
      const unsigned last = first + length % 8U;
      text += (text.empty() ? "" : ",") + std::to_string(first);
      if (last != first) text += "-" + std::to_string(last);
      for (unsigned number = first; number <= last; ++number) due.insert(number);
    }
    RC_ASSERT(parse_processor_list(text) == Processors(due.begin(), due.end()));
  }));
}

// The text of a list, with some characters that others replace.
TEST(ProcessorList, IsSortedAndBoundedIfItIsAcceptedWhateverTheTextIs) {
  std::size_t accepted = 0;
  std::size_t refused = 0;
  EXPECT_TRUE(rc::check([&](const std::vector<std::uint8_t>& choices) {
    static const std::string kCharacters = "00112345678999,,,--\n \x01";
    std::string text;
    for (const std::uint8_t choice : choices) text += kCharacters[choice % kCharacters.size()];
    const auto numbers = parse_processor_list(text);
    if (!numbers.has_value()) {
      ++refused;
      return;
    }
    ++accepted;
    RC_ASSERT(std::is_sorted(numbers->begin(), numbers->end()));
    RC_ASSERT(std::adjacent_find(numbers->begin(), numbers->end()) == numbers->end());
    if (!numbers->empty()) RC_ASSERT(numbers->back() < kProcessorNumbers);
    // What it has accepted has a digit for each number that stands alone, or is empty.
    RC_ASSERT(numbers->empty() == (text.find_first_of("0123456789") == text.npos));
  }));
  EXPECT_GT(accepted, 0U);
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace vigil
