set(packages vigil-c)

# The C compiler compiles the object. The C++ compiler links the program, because it knows the C++ library.
function(compile)
  string(REGEX REPLACE "clang\\+\\+" "clang" c_compiler "${CXX}")
  string(REGEX REPLACE "g\\+\\+|c\\+\\+" "gcc" c_compiler "${c_compiler}")
  set(compile_flags ${flags})
  list(FILTER compile_flags EXCLUDE REGEX "^-[lL]")  # unused, as clang says
  run("${c_compiler}" -std=c99 -O2 ${warnings} -c "${sources}/main.c" ${compile_flags} -o "${DIRECTORY}/main.o")
  run("${CXX}" "${DIRECTORY}/main.o" ${flags} -o "${DIRECTORY}/in_c")
endfunction()

function(expect)
  execute_process(COMMAND "${DIRECTORY}/in_c" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(due "1229 primes up to 10000\n")
  if(NOT output STREQUAL due)
    message(FATAL_ERROR "the program in C printed\n${output}instead of\n${due}")
  endif()
endfunction()
