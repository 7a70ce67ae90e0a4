#include <vigil/model/run.hpp>

//! [example]
int main(int argc, char** argv) { return vigil::models::run(argc, argv, "Checks the models of the API reference."); }
//! [example]
