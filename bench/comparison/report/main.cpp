// Writes the page of one comparison, and its pictures, from the JSON of one run.
//
//   vigil_bench_report pool|lean RUN.json DIRECTORY     writes DIRECTORY/pool.md or lean.md, and its pictures

#include <comparison/report/page.hpp>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

namespace {

using namespace vigil::comparison;

std::vector<File> page_of(const std::string& room, const std::string& run) {
  if (room == "pool") return pool_page(Results::read(run, room));
  if (room == "lean") return lean_page(Results::read(run, room));
  throw std::runtime_error("there is no comparison '" + room + "'");
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fputs("usage: vigil_bench_report pool|lean RUN.json DIRECTORY\n", stderr);
    return 2;
  }
  try {
    for (const File& file : page_of(arguments[1], arguments[2]))
      write(std::string(arguments[3]) + "/" + file.name, file.text);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vigil_bench_report: %s\n", error.what());
    return 1;
  }
  return 0;
}
