# Compiles data files into the program, so that a plugin needs no install path.
#
#   npuprof_embed(<target> <header> <symbol> FILES <file>...)
#
# writes <header>, which defines `static constexpr EmbeddedFile <symbol>[]`
# (npuprof/Device/EmbeddedFile.h): name and text of each file, in order.
function(npuprof_embed target header symbol)
  cmake_parse_arguments(ARG "" "" "FILES" ${ARGN})
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${header})
  list(TRANSFORM ARG_FILES PREPEND "${PROJECT_SOURCE_DIR}/")
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DSYMBOL=${symbol} "-DFILES=${ARG_FILES}" -P ${script}
    DEPENDS ${ARG_FILES} ${script}
    COMMENT "Embedding ${header}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${out})
endfunction()
