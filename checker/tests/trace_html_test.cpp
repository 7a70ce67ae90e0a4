// Does the page of a trace do in a browser what it promises? Each test looks at what the browser itself shows.

#include <vigil/checker/trace.hpp>

#include "trace_executions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace vigil::checker {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string find_browser() {
  for (const auto* name : {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"})
    if (std::system(("command -v " + std::string(name) + " >/dev/null").c_str()) == 0) return name;
  return {};
}

class Directory {
 public:
  Directory() {
    auto name = (std::filesystem::temp_directory_path() / "vigil_trace_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string output_of(const std::string& command) {
  const auto close = [](std::FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
    output.append(buffer.data(), count);
  return output;
}

// What the browser has made of the page when its scripts have run.
std::string document_of(const std::string& browser, const std::string& page, const std::string& fragment) {
  const Directory directory;
  const auto file = directory.path() / "trace.html";
  std::ofstream(file) << page;
  return output_of("timeout 120 " + browser + " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage" +
                   " --user-data-dir='" + (directory.path() / "profile").string() + "' --window-size=1280,800" +
                   " --virtual-time-budget=20000 --dump-dom 'file://" + file.string() + fragment + "' 2>/dev/null");
}

// Behind the page's own script: does what a user does, and after each act notes what the page shows.
constexpr std::string_view kUser = R"html(<script>
(async () => {
  const byId = (id) => document.getElementById(id);
  const seen = {};
  const note = (name) => {
    const values = {};
    for (const row of byId('values').querySelectorAll('tr'))
      values[row.dataset.object] = [...row.querySelectorAll('li')].map((item) => item.firstChild.textContent +
        (item.className === 'newest' ? '*' : '') + [...item.querySelectorAll('.seen')].map((who) => ' ' + who.textContent));
    seen[name] = {
      now: [...document.querySelectorAll('#trace tr.now')].map((row) => row.id),
      current: [...document.querySelectorAll('#trace [aria-current=step]')].map((row) => row.id),
      later: document.querySelectorAll('#trace tr.later').length,
      panel: byId('now').innerText, where: byId('where').textContent, slider: byId('slider').value,
      arrows: [...byId('arrows').children].map((arrow) => arrow.getAttribute('class')),
      address: location.hash, play: byId('play').textContent,
      disabled: [...document.querySelectorAll('nav button:disabled')].map((button) => button.id), values,
    };
  };
  const key = (name, target = document.body) => target.dispatchEvent(
    new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
  const settled = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  note('loaded');
  key('ArrowRight'); note('right');
  key('ArrowDown'); key('ArrowRight'); key('ArrowRight'); note('right four times');
  key('ArrowLeft'); note('left');
  key('ArrowUp'); note('up');
  key('End'); note('end');
  key('ArrowRight'); note('right at the end');
  key('Home'); note('home');
  key('ArrowLeft'); note('left at the beginning');
  byId('next').click(); note('next');
  byId('last').click(); byId('previous').click(); note('back');
  byId('first').click(); note('first');
  byId('slider').value = '3'; byId('slider').dispatchEvent(new Event('input')); note('slider');
  key('ArrowRight', byId('slider')); note('key on the slider');
  document.querySelector('#row-2 td').click(); note('row');
  document.querySelector('#row-4 a').click(); await settled(50); note('link');
  location.hash = '#step=2'; await settled(50); note('address');
  key('Home'); key(' '); await settled(1300); note('space');
  key(' '); await settled(3000); note('space again');
  key(' '); await settled(15000); note('played to the end');
  const result = document.createElement('pre');
  result.id = 'result';
  result.textContent = encodeURIComponent(JSON.stringify(seen));
  document.body.append(result);
})();
</script>)html";

std::string percent_decoded(std::string_view words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != '%') {
      out += words[i];
      continue;
    }
    out += static_cast<char>(std::stoi(std::string(words.substr(i + 1, 2)), nullptr, 16));
    i += 2;
  }
  return out;
}

std::string page_of(const RecordedExecution& execution) {
  return html(linearise(execution), {"example/message", "is the <message> there?", "2 threads", "C++20", "checker",
                                     "vigil replay TOKEN", "/home/someone/project"});
}

class TracePage : public ::testing::Test {
 protected:
  void SetUp() override {
    browser_ = find_browser();
    if (browser_.empty()) GTEST_SKIP() << "needs a browser: the package chromium-headless-shell";
  }

  // What a user sees of a stale message after each act.
  const json& seen(const std::string& act) {
    static const json kAll = watch();
    return kAll.at(act);
  }

  [[nodiscard]] std::string document(const RecordedExecution& execution, const std::string& fragment) const {
    return document_of(browser_, page_of(execution), fragment);
  }

 private:
  [[nodiscard]] json watch() const {
    auto page = page_of(stale_message());
    page.insert(page.rfind("</body>"), kUser);
    const auto document = document_of(browser_, page, "");
    constexpr std::string_view kOpens = "<pre id=\"result\">";
    const auto begin = document.find(kOpens);
    if (begin == std::string::npos) throw std::runtime_error("the user did not come to an end in\n" + document);
    const auto end = document.find('<', begin + 1);
    return json::parse(
        percent_decoded(std::string_view(document).substr(begin + kOpens.size(), end - begin - kOpens.size())));
  }

  std::string browser_;
};

TEST_F(TracePage, BeginsBeforeTheFirstStep) {
  EXPECT_EQ(seen("loaded")["now"], json::array());
  EXPECT_EQ(seen("loaded")["where"], "0 of 6");
  EXPECT_EQ(seen("loaded")["panel"], "Before the first step.");
  EXPECT_EQ(seen("loaded")["values"]["a1"], json({"0*"}));
  EXPECT_EQ(seen("loaded")["disabled"], json({"first", "previous"}));
}

TEST_F(TracePage, GoesOnAndBackWithTheArrowKeys) {
  EXPECT_EQ(seen("right")["now"], json({"row-1"}));
  EXPECT_EQ(seen("right four times")["now"], json({"row-4"}));
  EXPECT_EQ(seen("left")["now"], json({"row-3"}));
  EXPECT_EQ(seen("up")["now"], json({"row-2"}));
  EXPECT_EQ(seen("up")["current"], json({"row-2"}));
  EXPECT_EQ(seen("up")["later"], 4);
}

TEST_F(TracePage, GoesToBothEndsAndNotBeyond) {
  EXPECT_EQ(seen("end")["now"], json({"row-6"}));
  EXPECT_EQ(seen("right at the end"), seen("end"));
  EXPECT_EQ(seen("end")["disabled"], json({"next", "last"}));
  EXPECT_EQ(seen("home")["where"], "0 of 6");
  EXPECT_EQ(seen("left at the beginning"), seen("home"));
}

TEST_F(TracePage, GoesWhereButtonsSliderRowsAndLinksSay) {
  EXPECT_EQ(seen("next")["now"], json({"row-1"}));
  EXPECT_EQ(seen("back")["now"], json({"row-5"}));
  EXPECT_EQ(seen("first")["where"], "0 of 6");
  EXPECT_EQ(seen("slider")["now"], json({"row-3"}));
  EXPECT_EQ(seen("row")["now"], json({"row-2"}));
  EXPECT_EQ(seen("link")["now"], json({"row-4"}));
  EXPECT_EQ(seen("link")["slider"], "4");
  EXPECT_EQ(seen("address")["now"], json({"row-2"}));
}

TEST_F(TracePage, LeavesTheSliderItsOwnKeys) { EXPECT_EQ(seen("key on the slider"), seen("slider")); }

TEST_F(TracePage, PlaysAndPausesWithTheSpaceBar) {
  EXPECT_EQ(seen("space")["now"], json({"row-1"}));
  EXPECT_EQ(seen("space")["play"], "Pause");
  EXPECT_EQ(seen("space again")["now"], json({"row-1"})) << "it paused";
  EXPECT_EQ(seen("space again")["play"], "Play");
  EXPECT_EQ(seen("played to the end")["now"], json({"row-6"}));
  EXPECT_EQ(seen("played to the end")["play"], "Play");
}

TEST_F(TracePage, KeepsTheStepInItsAddress) {
  EXPECT_EQ(seen("right four times")["address"], "#step=4");
  EXPECT_EQ(seen("home")["address"], "#step=0");
}

TEST_F(TracePage, ShowsTheValuesOfEachObjectAndWhoHasSeenThem) {
  EXPECT_EQ(seen("right")["values"]["a1"], json({"0", "41* seen by 0"}));
  EXPECT_EQ(seen("right")["values"]["a2"], json({"?*"}));
  EXPECT_EQ(seen("right four times")["values"]["a1"], json({"0", "41", "42* seen by 0"}));
  EXPECT_EQ(seen("right four times")["values"]["a2"], json({"?", "1* seen by 0, 1"}));
  EXPECT_EQ(seen("back")["values"]["a1"], json({"0 seen by 1", "41", "42* seen by 0"}));
}

TEST_F(TracePage, SaysAndDrawsWhereAValueComesFrom) {
  const auto panel = seen("right four times")["panel"].get<std::string>();
  EXPECT_THAT(panel, HasSubstr("thread 1\nload a2 = 1, relaxed\nreads from step 3: store a2 = 1, relaxed"));
  EXPECT_THAT(panel, Not(HasSubstr("STALE")));
  EXPECT_EQ(seen("right four times")["arrows"], json({"rf", "rf-head"}));
  EXPECT_EQ(seen("right")["arrows"], json::array());
}

TEST_F(TracePage, MarksAStaleReadAndWhatHadOverwrittenIt) {
  EXPECT_THAT(seen("back")["panel"].get<std::string>(), HasSubstr("STALE: step 1 already wrote 41"));
  EXPECT_EQ(seen("back")["arrows"], json({"fr", "fr-head"}));
}

TEST_F(TracePage, EndsWithTheViolation) {
  EXPECT_THAT(seen("end")["panel"].get<std::string>(), HasSubstr("VIOLATION: requirement: the message has arrived"));
}

TEST_F(TracePage, OpensAtTheStepThatItsAddressNames) {
  EXPECT_THAT(document(stale_message(), "#step=5"), HasSubstr("<body class=\"steppable\" data-step=\"5\">"));
  EXPECT_THAT(document(stale_message(), "#step=99"), HasSubstr("data-step=\"6\">"));
}

TEST_F(TracePage, StepsThroughATraceWithAFinishAndWithoutAViolation) {
  EXPECT_THAT(document(relay(), "#step=12"), HasSubstr("<output id=\"where\" for=\"slider\">12 of 12</output>"));
}

TEST_F(TracePage, ShowsWhatAModelSaysAndRunsNoneOfIt) {
  auto execution = deadlock();
  execution.what = "</script><img src=x onerror=\"document.body.dataset.broken=1\">";
  const auto shown = document(execution, "#step=5");
  EXPECT_THAT(shown, HasSubstr("data-step=\"5\""));
  EXPECT_THAT(shown, Not(HasSubstr("data-broken")));
  EXPECT_THAT(shown, Not(HasSubstr("<img")));
}

TEST(TraceHtml, NeedsNothingFromElsewhere) {
  auto page = page_of(relay());
  constexpr std::string_view kNameOfANotation = "http://www.w3.org/2000/svg";
  for (auto at = page.find(kNameOfANotation); at != std::string::npos; at = page.find(kNameOfANotation))
    page.erase(at, kNameOfANotation.size());
  for (const auto* reference : {"http:", "https:", "src=", "@import", "url(", "<link", "fetch("})
    EXPECT_THAT(page, Not(HasSubstr(reference)));
}

TEST(TraceHtml, CanBeReadWithoutScripts) {
  auto page = page_of(stale_message());
  page.resize(page.find("<script"));
  EXPECT_THAT(page, HasSubstr("<h1>Counterexample: example/message</h1><p>is the &lt;message&gt; there?</p>"));
  EXPECT_THAT(page, HasSubstr("load a1 = 0, relaxed <span class=\"from\">initial</span>"
                              "<span class=\"bad\">STALE: step 1 already wrote 41</span>"));
  EXPECT_THAT(page, HasSubstr("VIOLATION thread 1 at step 5: requirement: the message has arrived"));
}

}  // namespace
}  // namespace vigil::checker
