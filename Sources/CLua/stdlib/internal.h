// The declarations that the files of `stdlib` share.
#ifndef OKIT_LIBRARIES_INTERNAL_H
#define OKIT_LIBRARIES_INTERNAL_H

#include "limits/limits.h"
#include "stdlib/libraries.h"

// A position as scripts count it, from the end if it is negative: 1 … length + 1, or beyond.
size_t okit_start_position(lua_Integer position, size_t length);
// The same for the last position of a range: 0 … length.
size_t okit_end_position(lua_Integer position, size_t length);

// Each takes a library's table from the top of the stack, adds its functions and leaves it there.
void okit_add_string_functions(lua_State *L);
void okit_add_find_functions(lua_State *L);
void okit_add_pack_functions(lua_State *L);
void okit_add_table_functions(lua_State *L);
void okit_add_utf8_functions(lua_State *L);

int okit_string_format(lua_State *L);
int okit_string_gsub(lua_State *L);
int okit_table_sort(lua_State *L);
int okit_date(lua_State *L);

// base.c
int okit_set_metatable(lua_State *L);

// load.c: compiles the pieces that the function at stack index 1 returns. The top of the stack keeps the last piece
// alive.
enum { OKIT_READER_SLOT = 5 };
int okit_load_pieces(lua_State *L, const char *chunk, const char *mode);

// require.c: the registry key of the table `package`, and `package.searchpath`
#define OKIT_PACKAGE "okit.package"
int okit_search_path(lua_State *L);

// io_stub.c: pushes the stub of `io`
void okit_push_io_stub(lua_State *L);

#endif
