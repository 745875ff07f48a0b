// Compiling texts. Lua's compiler runs no hooks, and some texts take it very long, so it gets them in small pieces.
#include "stdlib/libraries.h"

enum { OKIT_PIECE = 256 };

typedef struct source {
  const char *text;
  size_t left;
  bool asks;  // the function at 1 of the stack for more
} source;

// What the function gave last is kept at a fixed place of the stack, so that it lives on.
static void ask(lua_State *L, source *source) {
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
  lua_replace(L, OKIT_READER_SLOT);
  source->text = lua_tolstring(L, OKIT_READER_SLOT, &source->left);
}

static const char *next_piece(lua_State *L, void *context, size_t *length) {
  source *source = context;
  okit_check(L);
  if (source->left == 0 && source->asks) ask(L, source);
  if (source->left == 0) {
    *length = 0;
    return NULL;
  }
  const char *piece = source->text;
  *length = source->left < OKIT_PIECE ? source->left : OKIT_PIECE;
  source->text += *length;
  source->left -= *length;
  // A byte takes about as long as an instruction.
  okit_charge(L, okit_of(L), *length);
  return piece;
}

int okit_load_text(lua_State *L, const char *text, size_t length, const char *chunk, const char *mode) {
  source source = {.text = text, .left = length};
  return lua_load(L, next_piece, &source, chunk, mode);
}

int okit_load_pieces(lua_State *L, const char *chunk, const char *mode) {
  source source = {.asks = true};
  return lua_load(L, next_piece, &source, chunk, mode);
}
