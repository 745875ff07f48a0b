// Lua's standard library in a form that a limit can stop. The functions are written from the reference manual and
// charge for their work while they do it. Everything here is plain C called by Lua, so it may raise.
#ifndef OKIT_LIBRARIES_H
#define OKIT_LIBRARIES_H

#include "state/extra_space.h"

// Each replaces functions of the globals as they come from Lua, and leaves the stack as it was.
void okit_install_base(lua_State *L);
void okit_install_libraries(lua_State *L);
void okit_install_require(lua_State *L);

// Compiles a text in pieces, so that a limit also stops the compiler. Returns a status as `lua_load` does.
int okit_load_text(lua_State *L, const char *text, size_t length, const char *chunk, const char *mode);

// Loads and pushes a compiled chunk of the host. `cost` is the length of the text, for which the compiler would have
// charged.
void okit_push_compiled(lua_State *L, const char *bytes, size_t length, const char *chunk, size_t cost);

// The source of a chunk: the text without a byte order mark and without the content of a first line for the shell.
okit_text okit_chunk_source(okit_text text);
// The name of a chunk without the mark of a file or a title.
const char *okit_chunk_title(const char *chunk);

#endif
