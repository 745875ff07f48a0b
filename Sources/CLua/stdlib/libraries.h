// Lua's standard library in a form that a limit can stop. The functions are written from the reference manual and
// charge for their work while they do it. Everything here is plain C called by Lua, so it may raise.
#ifndef OKIT_LIBRARIES_H
#define OKIT_LIBRARIES_H

#include "calls/calls.h"

// Each replaces functions of the globals as they come from Lua, and leaves the stack as it was.
void okit_install_base(lua_State *L);
void okit_install_libraries(lua_State *L);
void okit_install_require(lua_State *L);

// A position as scripts count it, from the end if it is negative: 1 … length + 1, or beyond.
size_t okit_start_position(lua_Integer position, size_t length);

// Each takes a library's table from the top of the stack, adds its functions and leaves it there.
void okit_add_string_functions(lua_State *L);
void okit_add_find_functions(lua_State *L);
void okit_add_table_functions(lua_State *L);
void okit_add_sort(lua_State *L);
void okit_add_seed(lua_State *L);

int okit_string_format(lua_State *L);
int okit_string_gsub(lua_State *L);
int okit_date(lua_State *L);

// base.c
int okit_set_metatable(lua_State *L);

// require.c: the registry key of the table `package`, and `package.searchpath`
#define OKIT_PACKAGE "okit.package"
int okit_search_path(lua_State *L);

// io_stub.c: pushes the stub of `io`
void okit_push_io_stub(lua_State *L);

#endif
