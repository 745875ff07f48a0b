// Loading chunks for the host, and writing compiled functions for other states.
#include "calls/calls.h"

#include <stdlib.h>

typedef struct loading {
  okit_text text;
  const char *chunk;
  size_t cost;
  int32_t *reference;
} loading;

static int load(lua_State *L) {
  const loading *loading = lua_touserdata(L, 1);
  okit_push_chunk(L, loading->text, loading->chunk);
  *loading->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_load(okit_state *state, okit_text text, const char *chunk, int32_t *reference) {
  loading loading = {.text = text, .chunk = chunk, .reference = reference};
  return okit_enter(state, load, &loading, 0);
}

// MARK: Compiled chunks

static int load_compiled(lua_State *L) {
  const loading *loading = lua_touserdata(L, 1);
  okit_push_compiled(L, loading->text, loading->chunk, loading->cost);
  *loading->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_load_compiled(
  okit_state *state, okit_text compiled, const char *chunk, size_t cost, int32_t *reference) {
  loading loading = {compiled, chunk, cost, reference};
  return okit_enter(state, load_compiled, &loading, 0);
}

typedef struct dump {
  int32_t function;
  okit_text *compiled;
} dump;

// Returns a status that is not 0 when there is no memory.
static int write_piece(lua_State *L, const void *piece, size_t size, void *bytes) {
  (void)L;
  return !okit_append(bytes, piece, size);
}

// Lua's writer raises no errors.
static int write_function(lua_State *L) {
  const dump *dump = lua_touserdata(L, 1);
  okit_bytes bytes = {0};
  lua_rawgeti(L, LUA_REGISTRYINDEX, dump->function);
  if (lua_dump(L, write_piece, &bytes, false) == 0) {
    *dump->compiled = (okit_text){bytes.start, bytes.length};
  } else {
    free(bytes.start);
  }
  return 0;
}

bool okit_dump(okit_state *state, int32_t function, okit_text *compiled) {
  dump dump = {function, compiled};
  *compiled = (okit_text){NULL, 0};
  return okit_enter(state, write_function, &dump, 0);
}

void okit_free_compiled(okit_text compiled) { free((void *)compiled.bytes); }
