#pragma once

#include <vigil/model/engine.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace vigil::program {

// An execution in every form in which its engine can show it.
struct Rendering {
  std::string text;
  std::string brief;  // the steps alone, without files and lines, for pages
  nlohmann::json steps;
  std::string dot, html, svg;  // empty where the engine knows no graph
  std::string litmus;          // a litmus test that asks for the execution; empty: `no_litmus` says why there is none
  std::string no_litmus;
};
[[nodiscard]] Rendering render(const models::Recording& recording, const models::Engine& engine,
                               const models::Model& model, const std::string& token);

// What is found when a model is asked for its shortest counterexample: {"verdict": ...} and, if there is one, "token",
// "text", "brief", "steps", "dot", "html" and "svg"; and "litmus" or "no_litmus". For a child, which passes it on as it
// is.
[[nodiscard]] nlohmann::json explanation_of(const models::Engine& engine, const models::Model& model);

}  // namespace vigil::program
