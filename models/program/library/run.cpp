#include <vigil/model/run.hpp>

#include "commands.hpp"

#include <vigil/model/this_program.hpp>

#include <filesystem>
#include <system_error>
#include <utility>

namespace vigil::models {

int run(int argc, char** argv, std::string summary) {
  checker::occupy_standard_streams();
  const std::string command = argc > 0 ? argv[0] : "models";
  const std::string name = std::filesystem::path(command).filename().string();
  return checker::status_of_program(name, [&] {
    std::error_code refused;  // then paths stay as they are
    const auto here = std::filesystem::current_path(refused);
    set_this_program({name, command, std::move(summary), here.string()});
    return program::run(argc, argv);
  });
}

}  // namespace vigil::models
