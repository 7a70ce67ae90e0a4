// The `main` of programs of models that have none of their own.

#include <vigil/model/run.hpp>

int main(int argc, char** argv) { return vigil::models::run(argc, argv); }
