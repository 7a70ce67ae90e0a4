#include "source_root.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace vigil::checker {
namespace {

namespace fs = std::filesystem;

fs::path working_directory() {
  std::error_code error;
  auto directory = fs::current_path(error);
  return error ? fs::path("/") : directory;
}

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

}  // namespace

SourceRoot::SourceRoot(std::string directory) : directory_(fs::path(std::move(directory)).lexically_normal().string()) {
  while (directory_.size() > 1 && directory_.back() == '/') directory_.pop_back();
}

SourceRoot SourceRoot::of_working_directory() {
  const auto here = working_directory();
  for (auto directory = here; directory != directory.parent_path(); directory = directory.parent_path())
    if (is_there(directory / ".git")) return SourceRoot(directory.string());
  return SourceRoot(here.string());
}

std::string SourceRoot::path_of(std::string_view file) const {
  fs::path path(file);
  if (path.is_relative()) {
    const auto below_here = working_directory() / path;
    // A compiler cache may name sources from the directory of the build.
    while (file.starts_with("../")) file.remove_prefix(3);
    const auto below_root = fs::path(directory_) / file;
    path = is_there(below_here) || !is_there(below_root) ? below_here : below_root;
  }
  const auto absolute = path.lexically_normal().string();
  const auto begin = directory_ == "/" ? directory_ : directory_ + '/';
  return absolute.starts_with(begin) ? absolute.substr(begin.size()) : absolute;
}

std::string in_uri(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kUnreserved = "-._~/";
  std::string uri;
  for (const char c : path) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          kUnreserved.find(c) != std::string_view::npos;
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain)
      uri += c;
    else
      ((uri += '%') += kDigits[byte >> 4U]) += kDigits[byte & 0xfU];
  }
  return uri;
}

}  // namespace vigil::checker
