# Writes OUTPUT, the source that defines lessons(): the tests of the directories exercises and answers in COURSE.
file(GLOB exercises "${COURSE}/exercises/*.litmus")
list(SORT exercises)
set(list "")
foreach(exercise ${exercises})
  get_filename_component(name "${exercise}" NAME_WE)
  file(READ "${exercise}" text)
  file(READ "${COURSE}/answers/${name}.litmus" answer)
  string(APPEND list "    {\"${name}\", R\"text(${text})text\", R\"text(${answer})text\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"lessons.hpp\"\n\nnamespace vigil::litmus {\nnamespace {\n\n"
     "constexpr Lesson kLessons[]{\n${list}};\n\n}  // namespace\n\n"
     "std::span<const Lesson> lessons() { return kLessons; }\n\n}  // namespace vigil::litmus\n")
