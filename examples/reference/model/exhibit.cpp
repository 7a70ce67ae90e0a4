#include <vigil/model/exhibit.hpp>

namespace {

//! [example]
// Issue 3 of the project, which models show.
const vigil::models::Exhibition shown{
    {"3", "The flag was set by a relaxed store.", {{.published = "message/relaxed-publish", .fixed = "message"}}}};
//! [example]

}  // namespace
