// Does the picture of a trace show what the trace says, and is it one that every reader of SVG accepts?

#include <vigil/checker/trace.hpp>

#include "trace_executions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TraceHeader header() {
  return {"example/relay",      "does the <message> arrive?", "3 threads", "C++20", "checker",
          "vigil replay TOKEN", "/home/someone/project"};
}
std::string picture_of(const RecordedExecution& execution) { return svg(linearise(execution), header()); }

std::size_t count(std::string_view words, std::string_view wanted) {
  std::size_t found = 0;
  for (auto at = words.find(wanted); at != std::string_view::npos; at = words.find(wanted, at + 1)) ++found;
  return found;
}

// The text of the element, with entities.
std::string text_between(const std::string& words, const std::string& begin, const std::string& end) {
  const auto at = words.find(begin) + begin.size();
  return words.substr(at, words.find(end, at) - at);
}

// What is wrong with a document as XML; empty if it is well-formed. Knows as much of XML as a picture has.
std::string what_is_malformed(std::string_view xml) {
  std::vector<std::string_view> open;
  while (!xml.empty()) {
    const auto text = xml.substr(0, xml.find('<'));
    for (auto at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
      const auto name = text.substr(at, text.find(';', at) - at + 1);
      if (name != "&amp;" && name != "&lt;" && name != "&gt;" && name != "&quot;") return "an ampersand in the text";
    }
    for (const char letter : text)
      if (letter == '\x7f' || (letter >= 0 && letter < ' ' && letter != '\n' && letter != '\t'))
        return "a control character";
    xml.remove_prefix(text.size());
    if (xml.empty()) break;
    auto tag = xml.substr(1, xml.find('>') - 1);
    xml.remove_prefix(tag.size() + 2);
    if (count(tag, "\"") % 2 != 0 || tag.find('<') != std::string_view::npos)
      return "an attribute: " + std::string(tag);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "the end of " + std::string(tag);
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  return open.empty() ? "" : "no end of " + std::string(open.back());
}

TEST(TraceSvg, IsWellFormed) {
  for (const auto& execution : {store_buffering(), stale_message(), deadlock(), relay(), RecordedExecution()})
    EXPECT_THAT(what_is_malformed(picture_of(execution)), IsEmpty());
}

TEST(TraceSvg, SurvivesAnyBytesInWhatAModelSays) {
  auto execution = store_buffering();
  execution.what = "\"quoted\" & <b> \\ </svg>\x01 caf\xc3\xa9 \xff\xc3 \xed\xa0\x80";
  execution.threads[0][0].object = execution.what;
  execution.thread_names = {"<first>", "a&b"};
  const auto picture = picture_of(execution);
  EXPECT_THAT(what_is_malformed(picture), IsEmpty());
  EXPECT_THAT(picture,
              HasSubstr("&quot;quoted&quot; &amp; &lt;b&gt; \\ &lt;/svg&gt;\xef\xbf\xbd caf\xc3\xa9 \xef\xbf\xbd"));
  EXPECT_THAT(picture, HasSubstr("thread 0 (&lt;first&gt;)"));
}

TEST(TraceSvg, HasEachStepWithItsNumberAndAllThatIsSaidOfIt) {
  const auto trace = linearise(relay());
  const auto picture = svg(trace, header());
  EXPECT_EQ(count(picture, "<g class=\"cell"), trace.steps.size());
  for (const auto& timed : trace.steps) {
    const auto number = std::to_string(timed.number);
    EXPECT_THAT(picture, HasSubstr("class=\"quiet\" text-anchor=\"end\">" + number + "</text>"));
    EXPECT_THAT(picture, HasSubstr(", step " + number + ": "));
  }
  EXPECT_THAT(picture, HasSubstr("thread 1, step 4: fetch_add a1: 1 -&gt; 2, acq_rel (from 2)"));
  EXPECT_THAT(picture, HasSubstr(">setup: store a1 = 0, relaxed<"));
  EXPECT_THAT(picture, HasSubstr("at the end: load"));
}

TEST(TraceSvg, HasAColumnForEachThreadUnderItsName) {
  auto execution = relay();
  execution.thread_names = {"writer", "", "reader"};
  const auto picture = picture_of(execution);
  EXPECT_THAT(picture, HasSubstr("class=\"head\">thread 0 (writer)</text>"));
  EXPECT_THAT(picture, HasSubstr("class=\"head\">thread 1</text>"));
  EXPECT_THAT(picture, HasSubstr("class=\"head\">thread 2 (reader)</text>"));
}

TEST(TraceSvg, DrawsAnArrowFromEachWriteToTheStepsOfOtherThreadsThatReadIt) {
  EXPECT_EQ(count(picture_of(relay()), "class=\"arrow rf\" d=\"M"), 2U + 1U) << "with the one of the legend";
  EXPECT_EQ(count(picture_of(store_buffering()), "class=\"arrow rf\""), 0U);
}

TEST(TraceSvg, DrawsModificationOrderBetweenThreadsUnlessTheWriteReadsTheOther) {
  RecordedExecution execution;
  execution.threads = {
      {store("a1", "1", 1)}, {store("a1", "2", 2)}, {reading(fetch_add("a1", "2", "3", 3), {1, 0}, 2)}};
  EXPECT_EQ(count(picture_of(execution), "class=\"arrow mo\""), 1U + 1U);
  EXPECT_EQ(count(picture_of(execution), "class=\"arrow rf\""), 1U + 1U);
}

TEST(TraceSvg, MarksAStaleReadAndTheWriteThatItMissed) {
  const auto picture = picture_of(stale_message());
  EXPECT_EQ(count(picture, "class=\"cell stale violating\""), 1U);
  EXPECT_EQ(count(picture, "class=\"arrow missed\""), 1U + 1U);
  EXPECT_THAT(picture, HasSubstr("class=\"bad\">STALE: step 1 already wrote 41</text>"));
}

TEST(TraceSvg, EndsWithTheViolation) {
  const auto picture = picture_of(stale_message());
  EXPECT_THAT(picture, HasSubstr("VIOLATION thread 1 at step 5: requirement: the message has arrived"));
  EXPECT_THAT(picture_of(relay()), Not(HasSubstr("VIOLATION")));
}

TEST(TraceSvg, MarksAStepThatWaitsForever) { EXPECT_EQ(count(picture_of(deadlock()), "<g class=\"cell blocked"), 2U); }

TEST(TraceSvg, HasATitleAndADescriptionForReadersWhoCannotSeeIt) {
  const auto picture = picture_of(stale_message());
  EXPECT_THAT(picture, HasSubstr("role=\"img\" aria-labelledby=\"title description\""));
  EXPECT_EQ(text_between(picture, "<title id=\"title\">", "</title>"), "Counterexample: example/relay");
  EXPECT_THAT(text_between(picture, "<desc id=\"description\">", "</desc>"),
              HasSubstr("does the &lt;message&gt; arrive?. 5 steps of 2 threads, shown in the order with the fewest"));
}

TEST(TraceSvg, CutsWhatIsTooLongAndKeepsAllOfItInTheTitleOfTheStep) {
  auto execution = store_buffering();
  const std::string name(500, 'x');
  execution.threads[0][0].object = name;
  const auto picture = picture_of(execution);
  EXPECT_EQ(count(picture, name), 1U);
  EXPECT_THAT(picture, HasSubstr("x\xe2\x80\xa6"));
}

TEST(TraceSvg, SaysNoLineOfTheSourceWhichMoves) {
  const auto picture = picture_of(store_buffering());
  EXPECT_THAT(picture, Not(HasSubstr("example.hpp")));
  EXPECT_THAT(picture, HasSubstr(">[example.check]</text>"));
}

TEST(TraceSvg, NeedsNothingFromElsewhere) {
  for (const auto* reference : {"<script", "href", "url(", "@import", "<image"})
    EXPECT_THAT(picture_of(relay()), Not(HasSubstr(reference)));
}

}  // namespace
}  // namespace vigil::checker
