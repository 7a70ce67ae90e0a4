#pragma once

#include <string>
#include <string_view>

namespace vigil::checker {

// Where the sources lie that reports name. Forges want paths below the root of the repository.
class SourceRoot {
 public:
  explicit SourceRoot(std::string directory);
  // The root of the repository that the working directory is part of, or else the working directory.
  [[nodiscard]] static SourceRoot of_working_directory();

  // Absolute, and without a slash at its end.
  [[nodiscard]] const std::string& directory() const { return directory_; }
  // "src/queue.hpp" of a file below the root; of any other its absolute name. A compiler may have been given a relative
  // name: it is taken for one below the working directory, or else below the root, if there is such a file.
  [[nodiscard]] std::string path_of(std::string_view file) const;

 private:
  std::string directory_;
};

// As part of a URI: bytes that may not stand in a path are written as "%20".
[[nodiscard]] std::string in_uri(std::string_view path);

}  // namespace vigil::checker
