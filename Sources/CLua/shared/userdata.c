// Host objects as Lua has them. A weak table for each kind ensures that one object is one userdata.
#include "shared/userdata.h"

// The key of an object in the cache of its kind: the low half of its bits, which is a small index for most kinds, so
// that the array of the table has it. An object whose key another one has is at its second key.
static lua_Integer first_key(uint64_t bits) { return (lua_Integer)(bits & UINT32_MAX) + 1; }
static lua_Integer second_key(uint64_t bits) { return (lua_Integer)~bits; }

// Pushes the object at a key of the cache, which is on top of the stack.
static bool push_cached(lua_State *L, lua_Integer key, uint64_t bits) {
  if (lua_rawgeti(L, -1, key) == LUA_TUSERDATA && ((const okit_userdata *)lua_touserdata(L, -1))->bits == bits) {
    return true;
  }
  lua_pop(L, 1);
  return false;
}

// Replaces the cache on top of the stack by the object, if that exists.
static bool take_cached(lua_State *L, uint64_t bits) {
  if (!push_cached(L, first_key(bits), bits) && !push_cached(L, second_key(bits), bits)) return false;
  lua_replace(L, -2);
  return true;
}

bool okit_push_known_object(lua_State *L, uint16_t kind, uint64_t bits) {
  const okit_state *state = okit_of(L);
  if (kind >= state->values.kind_count) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->values.kinds[kind].cache);
  if (take_cached(L, bits)) return true;
  lua_pop(L, 1);
  return false;
}

enum {
  // The sizes of the array of a cache. A smaller and a larger one grow as other tables do.
  OKIT_LEAST_ROOM = 16,
  OKIT_LARGEST_ROOM = 4096,
  // The number of places of the array for each object that was made.
  OKIT_ROOM_SHARE = 8,
};

// Replaces the cache of a kind on top of the stack by one whose array has room for a key. The keys of entities have
// gaps: where a table gets one such key after the other, Lua counts all of its keys again and again.
static void grow_cache(lua_State *L, okit_kind *kind, int key) {
  int room = kind->room == 0 ? 4 * OKIT_LEAST_ROOM : 4 * kind->room;
  while (room < key) room *= 2;
  if (room > OKIT_LARGEST_ROOM) room = OKIT_LARGEST_ROOM;
  lua_createtable(L, room, 0);
  lua_getmetatable(L, -2);
  lua_setmetatable(L, -2);
  lua_pushnil(L);
  while (lua_next(L, -3) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, kind->cache);
  lua_replace(L, -2);
  kind->room = room;
}

// Replaces the cache of a kind on top of the stack by a new userdata for an object that it does not have.
static void make_object(lua_State *L, const okit_state *state, uint16_t kind, uint64_t bits) {
  okit_kind *made = &state->values.kinds[kind];
  lua_Integer key = first_key(bits);
  made->count++;
  if (
    key > made->room && key > OKIT_LEAST_ROOM && key <= OKIT_LARGEST_ROOM &&
    (size_t)key <= OKIT_ROOM_SHARE * made->count) {
    grow_cache(L, made, (int)key);
  }
  okit_userdata *data = lua_newuserdatauv(L, made->weight, 0);
  *data = (okit_userdata){.bits = bits, .kind = kind, .mark = OKIT_OBJECT_MARK};
  lua_rawgeti(L, LUA_REGISTRYINDEX, made->metatable);
  lua_setmetatable(L, -2);
  bool is_taken = lua_rawgeti(L, -2, key) != LUA_TNIL;
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, is_taken ? second_key(bits) : key);
  lua_replace(L, -2);
}

static const okit_state *push_cache(lua_State *L, uint16_t kind) {
  const okit_state *state = okit_of(L);
  luaL_checkstack(L, 6, NULL);
  if (kind >= state->values.kind_count) luaL_error(L, "object of an unknown kind");
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->values.kinds[kind].cache);
  return state;
}

void okit_push_object(lua_State *L, uint16_t kind, uint64_t bits) {
  const okit_state *state = push_cache(L, kind);
  if (!take_cached(L, bits)) make_object(L, state, kind, bits);
}

void okit_push_unknown_object(lua_State *L, uint16_t kind, uint64_t bits) {
  make_object(L, push_cache(L, kind), kind, bits);
}
