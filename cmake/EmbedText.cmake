# Writes OUTPUT, a C++ source that defines the text of the file INPUT as the constant NAME, which HEADER declares in
# `namespace vigil::checker`. Run by `vigil_embed`.
file(READ "${INPUT}" text)
foreach(mark "</" ")text\"")
  string(FIND "${text}" "${mark}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${INPUT} contains ${mark}, which would end the element of the page, or the literal, around it")
  endif()
endforeach()
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"\n\nnamespace vigil::checker {\n\n"
     "const std::string_view ${NAME} = R\"text(${text})text\";\n\n}  // namespace vigil::checker\n")
