// What was published of the pool whose threads are started on demand, beside what ships: see exhibits.cpp.

#include <vigil/model/exhibit.hpp>

namespace vigil::models {
namespace {

const Exhibition gallery{
    {"S-41",
     "a thread that could not be started",
     {{"lean/throttle/start-fails-once/left-for-later", "lean/throttle/start-fails-once"},
      {"lean/throttle/never-starts/left-for-later", "lean/throttle/never-starts"},
      {"lean/throttle/second-start/signal-left", "lean/throttle/second-start"},
      {"lean/throttle/second-start/token-is-enough", "lean/throttle/second-start"}}},
    {"S-43",
     "a token that has been taken already",
     {{"lean/throttle/pushed-twice/as-published", "lean/throttle/pushed-twice"},
      {"lean/throttle/pushed-twice/seq-cst-look", "lean/throttle/pushed-twice"},
      {"lean/throttle/pushed-twice/without-takers-fence", "lean/throttle/pushed-twice"}}},
    {"S-44",
     "the last one to leave tells nobody, or too late",
     {{"lean/throttle/drained/joined-by-looking", "lean/throttle/drained"},
      {"lean/throttle/never-used/waits-for-the-last", "lean/throttle/never-used"},
      {"lean/throttle/closed-by-another/not-counted", "lean/throttle/closed-by-another"},
      {"lean/thread_pool/against-shutdown/shut-down-at-once", "lean/thread_pool/against-shutdown"}}},
    {"S-47",
     "a queue for who is no worker",
     {{"lean/worker/both-look-outside/not-looked-there", "lean/worker/both-look-outside"},
      {"lean/thread_pool/against-shutdown/outside-not-looked-at", "lean/thread_pool/against-shutdown"}}},
    {"S-49",
     "threads counted into the next field",
     {{"lean/sync_word/too-many/counted-into-the-next-field", "lean/sync_word/too-many"}}},
    {"S-50", "one token for two tasks", {{"lean/throttle/two-at-once/token-dropped", "lean/throttle/two-at-once"}}},
    {"S-51",
     "a shutdown that overtakes a task",
     {{"lean/throttle/drained/shutdown-before-token", "lean/throttle/drained"},
      {"lean/thread_pool/against-shutdown/late-tasks-accepted", "lean/thread_pool/against-shutdown"}}},
    {"S-52", "lock-free, but for whoever looks", {}},
    {"S-53",
     "an event shut down while a token is on its way",
     {{"lean/event/shutdown/wakes-only-if-waiting", "lean/event/shutdown"},
      {"lean/event/shutdown/undone-by-notify", "lean/event/shutdown"},
      {"lean/event/passed-on/not-rearmed", "lean/event/passed-on"}}},
    {"S-55", "threads that nobody joins", {{"lean/throttle/joined/detached", "lean/throttle/joined"}}},
    {"S-58", "an order that is not kept", {}},
};

}  // namespace
}  // namespace vigil::models
