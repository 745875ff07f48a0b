// Host objects as Lua has them. A weak table for each kind ensures that one object is one userdata.
#include "shared/userdata.h"

bool okit_push_known_object(lua_State *L, uint16_t kind, uint64_t bits) {
  const okit_state *state = okit_of(L);
  if (kind >= state->values.kind_count) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->values.kinds[kind].cache);
  if (lua_rawgeti(L, -1, (lua_Integer)bits) == LUA_TUSERDATA) {
    lua_replace(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

void okit_push_object(lua_State *L, uint16_t kind, uint64_t bits) {
  const okit_state *state = okit_of(L);
  luaL_checkstack(L, 4, NULL);
  if (okit_push_known_object(L, kind, bits)) return;
  if (kind >= state->values.kind_count) luaL_error(L, "object of an unknown kind");
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->values.kinds[kind].cache);
  okit_userdata *data = lua_newuserdatauv(L, state->values.kinds[kind].weight, 0);
  *data = (okit_userdata){.bits = bits, .kind = kind, .mark = OKIT_OBJECT_MARK};
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->values.kinds[kind].metatable);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, (lua_Integer)bits);
  lua_replace(L, -2);
}
