#include <vigil/atomics/name.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>

namespace vigil {
namespace {

// As a layer's objects take their names.
struct Named {
  explicit Named(Name given) : name(given) {}
  Named(int with, Name given) : value(with), name(given) {}
  int value = 0;
  Name name;
};

TEST(Name, IsOptional) {
  const Name none;
  EXPECT_EQ(none.text, nullptr);
  EXPECT_EQ(none.index, Name::kNoIndex);
}

TEST(Name, HasAnIndexIfThereAreSeveral) {
  const Name only("slot");
  EXPECT_STREQ(only.text, "slot");
  EXPECT_EQ(only.index, Name::kNoIndex);
  const Name third("slot", 3);
  EXPECT_STREQ(third.text, "slot");
  EXPECT_EQ(third.index, 3U);
  EXPECT_EQ(Name::kNoIndex, std::numeric_limits<std::size_t>::max()) << "no array has as many objects";
}

TEST(Names, NameEachObjectOfAnArrayWithItsIndex) {
  const std::array<Named, 3> objects = Names("slot");
  for (std::size_t i = 0; i != objects.size(); ++i) {
    EXPECT_STREQ(objects.at(i).name.text, "slot");
    EXPECT_EQ(objects.at(i).name.index, i);
  }
}

TEST(Names, ConstructEachObjectFromTheValue) {
  const std::array<Named, 3> objects = Names("slot", 7);
  for (std::size_t i = 0; i != objects.size(); ++i) {
    EXPECT_EQ(objects.at(i).value, 7);
    EXPECT_STREQ(objects.at(i).name.text, "slot");
    EXPECT_EQ(objects.at(i).name.index, i);
  }
}

}  // namespace
}  // namespace vigil
