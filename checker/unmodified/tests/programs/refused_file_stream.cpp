// expect: error
// prints: "to write a file ("
// prints: "refused_file_stream.cpp:9, in main"
#include <fstream>

int main() {
  std::ifstream source("/proc/self/exe");
  if (!source) return 1;
  std::ofstream target("/dev/null");
}
