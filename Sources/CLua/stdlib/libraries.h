// Lua's string, table and utf8 functions in a form that a limit can stop: written from the reference manual, and
// charging for what they do while they do it. Everything here is plain C called by Lua, so it may raise.
#ifndef OKIT_BOUNDED_H
#define OKIT_BOUNDED_H

#include "state/internal.h"

enum {
  // So many bytes are moved or looked at for what one step costs.
  OKIT_BYTES_PER_STEP = 16,
  // Bytes that are copied between two looks at the limits.
  OKIT_COPIED_AT_ONCE = 1 << 20,
  // Elements that are gone over between two looks.
  OKIT_ELEMENTS_AT_ONCE = 64,
};

// Raises when a limit has tripped, and gives the next slice of work.
void okit_settle(lua_State *L);

// Charges work; a step is about one instruction of Lua. What takes longer than a few thousand steps charges in pieces.
static inline void okit_charge(lua_State *L, okit_state *state, size_t steps) {
  state->slice -= (int64_t)steps;
  if (state->slice < 0) okit_settle(L);
}

// Charges for the next piece of work on `left` elements, at a step each: how many it is.
static inline lua_Integer okit_piece(lua_State *L, okit_state *state, lua_Integer left) {
  lua_Integer piece = left < OKIT_ELEMENTS_AT_ONCE ? left : OKIT_ELEMENTS_AT_ONCE;
  okit_charge(L, state, (size_t)piece);
  return piece;
}

static inline void okit_charge_bytes(lua_State *L, okit_state *state, size_t bytes) {
  okit_charge(L, state, 1 + bytes / OKIT_BYTES_PER_STEP);
}

// A position as scripts count them, from the end if it is negative: 1 … length + 1, or beyond.
size_t okit_start_position(lua_Integer position, size_t length);
// The same for the last position of a range: 0 … length.
size_t okit_end_position(lua_Integer position, size_t length);

// Each takes a library's table from the top of the stack, and leaves it there with the functions set.
void okit_set_text_functions(lua_State *L);
void okit_set_search_functions(lua_State *L);
void okit_set_pack_functions(lua_State *L);
void okit_set_table_functions(lua_State *L);
void okit_set_utf8_functions(lua_State *L);

int okit_text_format(lua_State *L);
int okit_text_substitute(lua_State *L);
int okit_table_sort(lua_State *L);
int okit_date(lua_State *L);

// Compiles a text piece by piece, so that a limit also stops the compiler. A status as from `lua_load`.
int okit_load_text(lua_State *L, const char *text, size_t length, const char *chunk, const char *mode);
// The same for what a function gives, which is at 1 of the stack; the top is the place for what it gives.
enum { OKIT_READER_SLOT = 5 };
int okit_load_pieces(lua_State *L, const char *chunk, const char *mode);

#endif
