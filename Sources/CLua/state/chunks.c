// Loading chunks for the host.
#include "state/state.h"
#include "stdlib/libraries.h"

typedef struct loading {
  okit_text text;
  const char *chunk;
  int32_t *reference;
} loading;

static int load(lua_State *L) {
  const loading *loading = lua_touserdata(L, 1);
  okit_text text = okit_chunk_source(loading->text);
  int status = okit_load_text(L, text.bytes, text.length, loading->chunk, "t");
  okit_check_status(L, status);
  if (status != LUA_OK) okit_raise_syntax(L, loading->chunk);
  *loading->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_load(okit_state *state, okit_text text, const char *chunk, int32_t *reference) {
  loading loading = {text, chunk, reference};
  return okit_enter(state, load, &loading, 0);
}
