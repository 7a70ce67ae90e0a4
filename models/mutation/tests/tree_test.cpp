// Are the copies those that a specification asks for?

#include "tree.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace vigil::mutation {
namespace {

namespace fs = std::filesystem;

// A project with one primitive, one model and one mutant.
class Copied : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "vigil-mutation-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    write("core/include/vigil/atomics/order.hpp", "namespace vigil { struct Order; }\n");
    write("core/include/vigil/part/x.hpp", "namespace vigil {\ninline void f() {\n  g();\n}\n}\n");
    write("testing/include/vigil/testing/uses_x.hpp", "#include <vigil/part/x.hpp>\nnamespace vigil::testing {}\n");
    write("testing/include/vigil/testing/uses_it_too.hpp",
          "#include <vigil/testing/uses_x.hpp>\nnamespace vigil::testing {}\n");
    write("testing/include/vigil/testing/seeds.hpp", "namespace vigil::testing {}\n");
    write("models/framework/include/vigil/model/model.hpp", "namespace vigil::models {}\n");
    write("models/part/world.hpp", "namespace vigil::models {}\n");
    write("models/part/x.cpp", "namespace vigil::models {\nauto a = model<Layer>(\"part/x/model\").holds();\n}\n");
    write("models/part/y.cpp", "namespace vigil::models {}\n");
    write("models/part/mutants/x.mutants", specification("does_nothing", "vigil/part/x.hpp", "part/x/model"));
  }
  void TearDown() override { fs::remove_all(directory_); }

  static std::string specification(const std::string& name, const std::string& header, const std::string& killer) {
    return "header: " + header + "\nmodels: part/x.cpp\n\nmutant: " + name +
           "\ndoes: It does \"nothing\".\nkilled by: " + killer + "\nstatements:\n- g();\n";
  }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((directory_ / path).parent_path());
    std::ofstream(directory_ / path) << text;
  }
  [[nodiscard]] Copies copies() const { return copies_of(directory_, "../.."); }
  [[nodiscard]] std::string refusal() const {
    try {
      (void)copies();
    } catch (const Mistake& mistake) {
      return mistake.what();
    }
    return {};
  }

  fs::path directory_;
};

TEST_F(Copied, HeadersHaveTheMutantsAndTheLinesOfTheOriginal) {
  EXPECT_EQ(copies().at("include/vigil/part/x.hpp"),
            "namespace vigil::mutants {\nextern bool does_nothing;\n}\n"
            "#line 1 \"../../core/include/vigil/part/x.hpp\"\n"
            "namespace vigil::inline mutated {\ninline void f() {\n"
            "  { if (::vigil::mutants::does_nothing) {  } else { g(); } }\n}\n}\n");
}

TEST_F(Copied, HeadersAreMutatedWithWhatTheyAreIncludedBy) {
  const auto has_inline_namespace = [copies = copies()](const std::string& copy) {
    return copies.at("include/vigil/" + copy).find("inline mutated") != std::string::npos;
  };
  EXPECT_TRUE(has_inline_namespace("testing/uses_x.hpp"));
  EXPECT_TRUE(has_inline_namespace("testing/uses_it_too.hpp"));
  EXPECT_FALSE(has_inline_namespace("testing/seeds.hpp"));
  EXPECT_FALSE(has_inline_namespace("model/model.hpp"));
  EXPECT_FALSE(has_inline_namespace("atomics/order.hpp"));
}

TEST_F(Copied, ModelsAreThoseThatTheSpecificationNames) {
  EXPECT_TRUE(copies().contains("models/part/x.cpp"));
  EXPECT_TRUE(copies().contains("models/part/world.hpp"));
  EXPECT_FALSE(copies().contains("models/part/y.cpp"));
}

TEST_F(Copied, SwitchesAreOffAndSayWhatTheMutantDoes) {
  const auto table = copies().at("mutants.cpp");
  EXPECT_NE(table.find("bool does_nothing = false;"), std::string::npos) << table;
  EXPECT_NE(
      table.find("\"does_nothing\", \"vigil/part/x.hpp\", 3, \"It does \\\"nothing\\\".\", \"part/x/model\", \"\""),
      std::string::npos)
      << table;
}

TEST_F(Copied, WrongSpecificationsAreRefused) {
  const auto refused = [&](const std::string& text, const std::string& why) {
    write("models/part/mutants/y.mutants", text);
    EXPECT_NE(refusal().find(why), std::string::npos) << "\"" << refusal() << "\" does not say \"" << why << "\"";
  };
  refused(specification("m", "vigil/part/gone.hpp", "part/x/model"), "y.mutants:4: mutant m: core has no header");
  refused(specification("m", "vigil/atomics/order.hpp", "part/x/model"), "outside vigil/atomics/");
  refused(specification("m", "vigil/part/x.hpp", "part/x/no-model"), "\"part/x/no-model\" that kills it");
  refused(specification("does_nothing", "vigil/part/x.hpp", "part/x/model"), "x.mutants:4 has one of the same name");
  refused("models: part/z.cpp\n", "models/part/z.cpp");
}

TEST_F(Copied, FilesAreWrittenOnlyIfTheyChangedAndRemovedIfTheyAreNoLongerWanted) {
  const auto out = directory_ / "out";
  write_copies({{"a/b", "1"}, {"c", "2"}}, out);
  const auto long_ago = fs::last_write_time(out / "c") - std::chrono::hours(1);
  fs::last_write_time(out / "c", long_ago);
  fs::last_write_time(out / "a/b", long_ago);
  write_copies({{"a/b", "changed"}, {"c", "2"}}, out);
  EXPECT_EQ(fs::last_write_time(out / "c"), long_ago);
  EXPECT_NE(fs::last_write_time(out / "a/b"), long_ago);
  write_copies({{"c", "2"}}, out);
  EXPECT_FALSE(fs::exists(out / "a/b"));
}

}  // namespace
}  // namespace vigil::mutation
