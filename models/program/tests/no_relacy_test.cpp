// What the program says where it is asked for the engine that it was built without.

#include "program.hpp"

namespace vigil::program_test {
namespace {

using WithoutRelacy = Program;

TEST_F(WithoutRelacy, RelacyIsWrongUsageThatSaysHowToGetIt) {
  for (const auto* command : {"check --engine relacy", "check right/ --engine both", "check --engine=relacy --bound 2",
                              "explain right/fails --engine relacy"}) {
    expect_wrong_usage(command, "built without Relacy");
    expect_wrong_usage(command, "-DVIGIL_RELACY=ON");
  }
}

TEST_F(WithoutRelacy, TokenOfRelacyIsWrongUsageThatSaysHowToGetIt) {
  expect_wrong_usage("replay right/fails@relacy:requirement:bound1:1:0:cf16", "-DVIGIL_RELACY=ON");
}

}  // namespace
}  // namespace vigil::program_test
