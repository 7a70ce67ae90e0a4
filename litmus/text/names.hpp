#pragma once

#include "test.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vigil::litmus {

// Objects that are written together: an array, or one object.
struct WrittenObject {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t extent = 1;
  bool is_array = false;
};

// How the writer names what a test has. Throws std::invalid_argument for names that herd's C cannot have.
class Names {
 public:
  explicit Names(const Test& test);

  [[nodiscard]] const std::vector<WrittenObject>& objects() const { return objects_; }
  // The declaration that an object belongs to.
  [[nodiscard]] const WrittenObject& object_of(std::uint32_t number) const;
  // "x" or "y[1]".
  [[nodiscard]] std::string element(std::uint32_t number) const;

  // Empty for a register that nothing reads.
  [[nodiscard]] const std::string& register_of(std::size_t thread, std::uint32_t number) const {
    return registers_[thread][number];
  }
  // One that is no register of the thread and no object, and not the same twice.
  [[nodiscard]] std::string fresh_register(std::size_t thread);

 private:
  void read_objects(const Program& program);
  void name_registers(const Program& program, std::size_t thread);
  [[nodiscard]] bool is_object(const std::string& name) const;
  void use(const Condition& condition);

  std::vector<WrittenObject> objects_;
  std::vector<std::vector<std::string>> registers_;
  std::vector<std::vector<bool>> is_used_;
};

}  // namespace vigil::litmus
