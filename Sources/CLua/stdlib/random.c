// math.randomseed without arguments: Lua would take the time and an address, and return them.
#include "stdlib/libraries.h"

// SplitMix64, as the host's generators with a seed.
static lua_Integer next_word(okit_state *state) {
  uint64_t word = state->random += 0x9E3779B97F4A7C15;
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
  word = (word ^ word >> 27) * 0x94D049BB133111EB;
  return (lua_Integer)(word ^ word >> 31);
}

// The first upvalue is that of Lua's function, the generator of `math.random`; the second one is the function.
static int seed_random(lua_State *L) {
  lua_CFunction original = lua_tocfunction(L, lua_upvalueindex(2));
  if (lua_isnone(L, 1)) {
    lua_pushinteger(L, next_word(okit_of(L)));
    lua_pushinteger(L, next_word(okit_of(L)));
  }
  return original(L);
}

void okit_add_seed(lua_State *L) {
  lua_getfield(L, -1, "randomseed");
  lua_CFunction original = lua_tocfunction(L, -1);
  lua_getupvalue(L, -1, 1);
  lua_pushcfunction(L, original);
  lua_pushcclosure(L, seed_random, 2);
  lua_setfield(L, -3, "randomseed");
  lua_pop(L, 1);
}

static int set_seed(lua_State *L) {
  lua_getglobal(L, LUA_MATHLIBNAME);
  lua_getfield(L, -1, "randomseed");
  lua_call(L, 0, 0);
  return 0;
}

bool okit_seed_random(okit_state *state, uint64_t seed) {
  state->random = seed;
  return okit_enter(state, set_seed, NULL, 0);
}
