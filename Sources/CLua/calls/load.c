// Compiling texts. Lua's compiler runs no hooks, and some texts take it very long, so it gets the text in small pieces.
#include "calls/calls.h"

#include <string.h>

enum { OKIT_PIECE = 256 };

typedef struct source {
  const char *text;
  size_t left;
  bool asks;  // the function at stack index 1 for more
} source;

// A fixed stack slot keeps the last piece of the reader function alive.
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
  // The compiler takes about as long for a byte as the machine for an instruction.
  okit_charge(L, *length);
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

int okit_load_results(lua_State *L, int status, int environment) {
  if (status != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (environment != 0) {
    lua_pushvalue(L, environment);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

// The key of the table with the chunks of the saved state.
static const char saved_chunks;

// The function is that of this script from now on, so that no second call can find what the script has done with it.
static void take_saved(lua_State *L, lua_Integer number) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &saved_chunks) != LUA_TTABLE) luaL_error(L, "no chunk was saved");
  if (lua_rawgeti(L, -1, number) != LUA_TFUNCTION) luaL_error(L, "the chunk was not saved");
  lua_pushnil(L);
  lua_rawseti(L, -3, number);
  lua_remove(L, -2);
}

typedef struct saved_chunk {
  okit_text compiled;
  const char *chunk;
  lua_Integer number;
} saved_chunk;

static int save_chunk(lua_State *L) {
  const saved_chunk *saved = lua_touserdata(L, 1);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &saved_chunks) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &saved_chunks);
  }
  if (okit_load_fixed(L, saved->compiled, saved->chunk) != LUA_OK) lua_error(L);
  lua_rawseti(L, -2, saved->number);
  return 0;
}

bool okit_save_chunk(okit_state *state, okit_text compiled, const char *chunk, int64_t number) {
  saved_chunk saved = {compiled, chunk, number};
  return okit_enter(state, save_chunk, &saved, 0);
}

void okit_push_compiled(lua_State *L, okit_text compiled, const char *chunk, size_t cost) {
  for (size_t left = cost; left > 0;) {
    size_t piece = left < OKIT_PIECE ? left : OKIT_PIECE;
    okit_charge(L, piece);
    left -= piece;
  }
  if (compiled.bytes == NULL) return take_saved(L, (lua_Integer)compiled.length);
  okit_state *state = okit_of(L);
  int status = state->will_be_saved && state->saved == NULL
    ? okit_load_fixed(L, compiled, chunk) : luaL_loadbufferx(L, compiled.bytes, compiled.length, chunk, "b");
  if (status != LUA_OK) lua_error(L);
}

const char *okit_chunk_title(const char *chunk) { return *chunk == '@' || *chunk == '=' ? chunk + 1 : chunk; }

// The end of the first line stays, so that line numbers stay right.
okit_text okit_chunk_source(okit_text text) {
  if (text.length >= 3 && memcmp(text.bytes, "\xEF\xBB\xBF", 3) == 0) {
    text.bytes += 3;
    text.length -= 3;
  }
  if (text.length == 0 || text.bytes[0] != '#') return text;
  const char *end = memchr(text.bytes, '\n', text.length);
  size_t skipped = end != NULL ? (size_t)(end - text.bytes) : text.length;
  return (okit_text){text.bytes + skipped, text.length - skipped};
}

void okit_push_chunk(lua_State *L, okit_text text, const char *chunk) {
  text = okit_chunk_source(text);
  int status = okit_load_text(L, text.bytes, text.length, chunk, "t");
  okit_check_status(L, status);
  // The compiler shortens the name of the chunk, but the host knows all of it.
  if (status != LUA_OK) okit_raise_syntax(L, okit_chunk_title(chunk));
}
