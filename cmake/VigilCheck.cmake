# vigil_check(<target> [ARGUMENTS <argument>...])
#
# Makes an executable explore its own executions, and a test of it: <target>.explored. Its sources stay as they are. The
# arguments are the explorer's, such as --memory-model=tso or --time-limit=60; those after -- are the program's.
#
# What the target links is explored as far as it is compiled so too: headers always are, and a library of the same project
# if it links Vigil::unmodified as well.
function(vigil_check target)
  cmake_parse_arguments(PARSE_ARGV 1 check "" "" "ARGUMENTS")
  if(NOT TARGET Vigil::unmodified)
    message(FATAL_ERROR "vigil_check: Vigil::unmodified is not available for this system")
  endif()
  target_link_libraries(${target} PRIVATE Vigil::unmodified)
  # Its assertions are what is explored, in a release build too.
  target_compile_options(${target} PRIVATE -UNDEBUG)
  add_test(NAME ${target}.explored COMMAND ${target} ${check_ARGUMENTS})
endfunction()
