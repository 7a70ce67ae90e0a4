#include "models.hpp"
#include "scheduler.hpp"

// The scheduler that ships.
struct Shipped {
  using Options = own::SchedulerOptions;
  using Scheduler = own::Scheduler<ModelLayer>;
};

int main(int argc, char** argv) {
  return vigil::checker::main<TwoTasks<Shipped>, TwoWorkers<Shipped>, Inside<Shipped>, FirstWaitsForSecond<Shipped>,
                              SpawnAndStop<Shipped>, SpawnAndDestroy<Shipped>, StartFails<Shipped>,
                              TaskThrows<Shipped>>(argc, argv);
}
