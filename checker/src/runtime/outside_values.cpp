#include "outside_values.hpp"

namespace vigil::checker {

void OutsideValues::begin_moments() {
  time_ = Time::moment;
  moment_.resize(Graph::kNumbers);
  graph_->for_each_location([this](unsigned number) { moment_[number] = graph_->location(number).initial; });
}

std::uint64_t& OutsideValues::of(unsigned location) {
  if (time_ == Time::moment) return moment_[location];
  if (time_ == Time::setup) return graph_->location(location).initial;
  for (auto& [written, value] : finals_)
    if (written == location) return value;
  return finals_.emplace_back(location, graph_->value(location, graph_->newest(location))).second;
}

}  // namespace vigil::checker
