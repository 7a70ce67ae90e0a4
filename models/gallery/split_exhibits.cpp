// The catalogue's part for split deques: see exhibits.cpp.

#include <vigil/model/exhibit.hpp>

namespace vigil::models {
namespace {

const Exhibition gallery{
    {"S-59",
     "a thread that slept for a token takes it without acquire",
     {{"tables/stolen_job/owner-sleeps/as-in-1.14", "tables/stolen_job/owner-sleeps"},
      {"tables/stolen_job/owner-sleeps/as-in-1.13", "tables/stolen_job/owner-sleeps"},
      {"tables/stolen_job/worker-sleeps/as-published", "tables/stolen_job/worker-sleeps"}}},
    {"S-60",
     "the owner corrects the split by a relaxed store, which ends the release sequence",
     {{"tables/moved_split/overtaken/corrected-relaxed", "tables/moved_split/overtaken"}}},
};

}  // namespace
}  // namespace vigil::models
