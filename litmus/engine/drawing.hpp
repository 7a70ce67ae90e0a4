#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::litmus {

// What a picture shows of an execution. Events have numbers from 1; 0 stands for the initial values.
struct Drawing {
  struct Object {
    std::string name;
    std::string kind;  // "atomic", "variable", "mutex", "queue"
    std::string initial;
  };
  struct Event {
    unsigned thread = 0;
    unsigned line = 0;
    std::string text;
    std::optional<unsigned> object;
    std::string read, written, order;  // empty if there is none
    bool stale = false;                // a read: another thread has overwritten the value in an earlier row
    bool blocked = false;              // the thread waits here for ever
  };
  struct Arrow {
    std::string_view relation;
    unsigned from = 0;
    unsigned to = 0;
  };
  std::vector<std::string> threads;
  std::vector<Object> objects;
  std::vector<Event> events;
  std::vector<Arrow> arrows;
  // What relaxed loads may read, in modification order: of each thread, of each object. No list for what is not atomic.
  using View = std::vector<std::vector<std::optional<std::vector<std::string>>>>;
  // After 0, 1, ... events. Empty if the execution is too large for the axioms.
  std::vector<View> views;
};

}  // namespace vigil::litmus
