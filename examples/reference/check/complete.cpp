// Does every public header have an example, and include it in its documentation?

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fnmatch.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::reference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Problems = std::vector<std::string>;
// Texts by path: a header's below include/vigil, an example's below examples/reference.
using Files = std::map<std::string, std::string>;

// One line `EXCLUDE_PATTERNS += ...` of the Doxyfile.
struct Omission {
  std::string pattern;
  bool has_reason;
};

struct Reference {
  Files headers;
  Files examples;
  std::vector<Omission> omissions;
};

constexpr std::string_view kMarker = "//! [example]";

std::string example_of(const std::string& header) {
  return std::filesystem::path(header).replace_extension(".cpp").generic_string();
}

bool covers(const Omission& omission, const std::string& header) {
  return ::fnmatch(omission.pattern.c_str(), ("/include/vigil/" + header).c_str(), 0) == 0;
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

bool is_omitted(const Reference& reference, const std::string& header) {
  return std::ranges::any_of(reference.omissions, [&](const Omission& each) { return covers(each, header); });
}

void check_header(const Reference& reference, const std::string& header, Problems& problems) {
  const std::string example = example_of(header);
  const auto found = reference.examples.find(example);
  if (is_omitted(reference, header)) {
    if (found != reference.examples.end()) problems.push_back(header + " is left out, and yet has an example");
    return;
  }
  if (found == reference.examples.end()) {
    problems.push_back(header + " has no example: " + example);
    return;
  }
  if (count(reference.headers.at(header), "\\snippet " + example + " example\n") == 0)
    problems.push_back(header + " does not say \\snippet " + example + " example");
  if (count(found->second, kMarker) != 2) problems.push_back(example + " has not two lines " + std::string(kMarker));
  if (count(found->second, "#include <vigil/" + header + ">\n") == 0)
    problems.push_back(example + " does not include vigil/" + header);
}

Problems problems_of(const Reference& reference) {
  Problems problems;
  for (const auto& [header, text] : reference.headers) check_header(reference, header, problems);
  for (const auto& example : reference.examples) {
    const auto has_example = [&](const auto& header) { return example_of(header.first) == example.first; };
    if (std::ranges::none_of(reference.headers, has_example)) problems.push_back(example.first + " is for no header");
  }
  for (const Omission& omission : reference.omissions) {
    if (!omission.has_reason) problems.push_back(omission.pattern + " is left out without a reason");
    const auto is_covered = [&](const auto& header) { return covers(omission, header.first); };
    if (std::ranges::none_of(reference.headers, is_covered))
      problems.push_back(omission.pattern + " leaves out nothing");
  }
  return problems;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void read(const std::filesystem::path& directory, Files& files) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    const auto extension = entry.path().extension();
    if (extension != ".hpp" && extension != ".h" && extension != ".cpp") continue;
    files[entry.path().lexically_relative(directory).generic_string()] = text_of(entry.path());
  }
}

std::vector<Omission> omissions_in(const std::filesystem::path& doxyfile) {
  constexpr std::string_view kBegin = "EXCLUDE_PATTERNS += ";
  std::vector<Omission> omissions;
  std::ifstream stream(doxyfile);
  std::string before;
  for (std::string line; std::getline(stream, line); before = line) {
    if (line.starts_with(kBegin)) omissions.push_back({line.substr(kBegin.size()), before.starts_with("# ")});
  }
  return omissions;
}

Reference read_tree() {
  const std::filesystem::path root = VIGIL_SOURCE_TREE;
  Reference reference;
  for (const char* const part : {"core", "checker", "testing", "models/framework"})
    read(root / part / "include/vigil", reference.headers);
  read(root / "examples/reference", reference.examples);
  std::erase_if(reference.examples, [](const auto& example) { return example.first.starts_with("check/"); });
  reference.omissions = omissions_in(root / "docs/Doxyfile");
  return reference;
}

Reference complete() {
  return {.headers = {{"part/flag.hpp", "/// \\snippet part/flag.cpp example\n"}, {"part/internal.hpp", ""}},
          .examples = {{"part/flag.cpp", "#include <vigil/part/flag.hpp>\n//! [example]\n//! [example]\n"}},
          .omissions = {{"*/part/internal.hpp", true}}};
}

TEST(ReferenceCheck, FindsNothingInACompleteReference) { EXPECT_THAT(problems_of(complete()), IsEmpty()); }

TEST(ReferenceCheck, FindsAHeaderWithoutAnExample) {
  Reference reference = complete();
  reference.headers["part/other.hpp"] = "";
  EXPECT_THAT(problems_of(reference), ElementsAre("part/other.hpp has no example: part/other.cpp"));
}

TEST(ReferenceCheck, FindsAnExampleThatItsHeaderDoesNotQuote) {
  Reference reference = complete();
  reference.headers["part/flag.hpp"] = "/// \\snippet part/other.cpp example\n";
  EXPECT_THAT(problems_of(reference), ElementsAre(HasSubstr("does not say \\snippet part/flag.cpp example")));
}

TEST(ReferenceCheck, FindsAnExampleWithoutMarkersOrWithoutItsHeader) {
  Reference reference = complete();
  reference.examples["part/flag.cpp"] = "//! [example]\n";
  EXPECT_THAT(problems_of(reference), ElementsAre(HasSubstr("has not two lines"), HasSubstr("does not include")));
}

TEST(ReferenceCheck, FindsAnExampleOfNoHeader) {
  Reference reference = complete();
  reference.examples["part/gone.cpp"] = "";
  EXPECT_THAT(problems_of(reference), ElementsAre("part/gone.cpp is for no header"));
}

TEST(ReferenceCheck, FindsAnOmissionThatIsNotNeeded) {
  Reference reference = complete();
  reference.omissions.push_back({"*/part/flag.hpp", true});
  reference.omissions.push_back({"*/part/gone.hpp", true});
  EXPECT_THAT(problems_of(reference),
              ElementsAre("part/flag.hpp is left out, and yet has an example", "*/part/gone.hpp leaves out nothing"));
}

TEST(ReferenceCheck, FindsAnOmissionWithoutAReason) {
  Reference reference = complete();
  reference.omissions.front().has_reason = false;
  EXPECT_THAT(problems_of(reference), ElementsAre(HasSubstr("left out without a reason")));
}

TEST(Reference, HasAnExampleOfEachPublicHeader) {
  const Reference reference = read_tree();
  EXPECT_GT(reference.headers.size(), 50U);
  EXPECT_FALSE(reference.omissions.empty());
  EXPECT_THAT(problems_of(reference), IsEmpty());
}

}  // namespace
}  // namespace vigil::reference
