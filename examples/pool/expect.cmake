set(packages vigil)

function(compile)
  run(${compiler} "${sources}/main.cpp" ${flags} -o "${DIRECTORY}/pool")
endfunction()

function(expect)
  execute_process(COMMAND "${DIRECTORY}/pool" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(due "sorted: yes, odd: 500000, fib(30): 832040\n")
  if(NOT output STREQUAL due)
    message(FATAL_ERROR "the program printed\n${output}instead of\n${due}")
  endif()
endfunction()
