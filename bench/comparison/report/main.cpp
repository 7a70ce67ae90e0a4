// Writes the page of one comparison, and its pictures, from the JSON of its rounds.
//
//   vigil_bench_report pool|lean|primitives DIRECTORY ROUND.json...     writes the page DIRECTORY/pool.md, …, and its
//                                                                       pictures

#include <comparison/report/page.hpp>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace vigil::comparison;

std::vector<File> page_of(const std::string& room, const std::vector<std::string>& rounds) {
  if (room == "pool") return pool_page(Results::read(rounds, room));
  if (room == "lean") return lean_page(Results::read(rounds, room));
  if (room == "primitives") return primitives_page(Results::read(rounds, room));
  throw std::runtime_error("there is no comparison '" + room + "'");
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fputs("usage: vigil_bench_report pool|lean|primitives DIRECTORY ROUND.json...\n", stderr);
    return 2;
  }
  try {
    for (const File& file : page_of(arguments[1], {arguments + 3, arguments + count}))
      write(std::string(arguments[2]) + "/" + file.name, file.text);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vigil_bench_report: %s\n", error.what());
    return 1;
  }
  return 0;
}
