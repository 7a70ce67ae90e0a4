module vigil/bench

go 1.18
