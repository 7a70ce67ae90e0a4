#include <vigil/model/model.hpp>

namespace vigil::models {

Draft Registered::named(std::string_view name) const {
  Model variant = model_;
  variant.name = name;
  variant.defects.clear();
  variant.relacy_exemption.reset();
  return Draft(std::move(variant));
}

Draft Draft::named(std::string_view name) && {
  model_.name = name;
  return std::move(*this);
}

Draft Draft::defect(std::string_view number) && {
  model_.defects.emplace_back(number);
  return std::move(*this);
}

Draft Draft::search(SearchPlan plan) && {
  model_.plan = std::move(plan);
  return std::move(*this);
}

Draft Draft::relacy_cannot_decide(std::string_view reason, Outcome relacy_says) && {
  model_.relacy_exemption = Exemption{std::string(reason), relacy_says};
  return std::move(*this);
}

Registered Draft::holds() && { return std::move(*this).add({}); }

Registered Draft::add(std::vector<Violation> expected) && {
  model_.expected = std::move(expected);
  Registry::instance().add(model_);
  return Registered(std::move(model_));
}

}  // namespace vigil::models
