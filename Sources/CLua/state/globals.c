// Global variables for the host, by paths such as `okit.log.info`.
#include "calls/calls.h"

#include <string.h>

typedef struct access {
  okit_text path;
  okit_values value, *result;
  bool keep;
} access;

// Returns whether a value is a class of okit: `okit.lua` gives it the only member `__class`, and a metatable.
static bool is_class(lua_State *L, int index) {
  if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return false;
  lua_pop(L, 1);
  index = lua_absindex(L, index);
  lua_pushliteral(L, "__class");
  bool is_class = lua_rawget(L, index) == LUA_TSTRING;
  lua_pop(L, 1);
  return is_class;
}

// Pushes the table that holds the last name of the path, and that name. Without `make`, the table may be nil.
static void find_holder(lua_State *L, okit_text path, bool make) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  const char *name = path.bytes, *end = path.bytes + path.length;
  const char *dot;
  while ((dot = memchr(name, '.', (size_t)(end - name))) != NULL) {
    lua_pushlstring(L, name, (size_t)(dot - name));
    if (lua_istable(L, -2)) {
      lua_pushvalue(L, -1);
      lua_rawget(L, -3);
    } else {
      lua_pushnil(L);
    }
    if (make && lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
    if (make && (!lua_istable(L, -1) || is_class(L, -1))) luaL_error(L, "'%s' is not a table", lua_tostring(L, -2));
    lua_replace(L, -3);
    lua_pop(L, 1);
    name = dot + 1;
  }
  lua_pushlstring(L, name, (size_t)(end - name));
}

static int set_path(lua_State *L) {
  const access *access = lua_touserdata(L, 1);
  find_holder(L, access->path, true);
  lua_pushvalue(L, -1);
  lua_rawget(L, -3);
  if (is_class(L, -1)) return luaL_error(L, "'%s' is a class", lua_tostring(L, -2));
  lua_pop(L, 1);
  okit_push_all(L, access->value);
  lua_rawset(L, -3);
  return 0;
}

static int get_path(lua_State *L) {
  const access *access = lua_touserdata(L, 1);
  find_holder(L, access->path, false);
  if (lua_istable(L, -2)) {
    lua_rawget(L, -2);
  } else {
    lua_pushnil(L);
  }
  if (access->keep && !lua_isnil(L, -1)) {
    okit_state *state = okit_of(L);
    okit_value kept = {.tag = OKIT_TAG_FUNCTION, .reference = luaL_ref(L, LUA_REGISTRYINDEX)};
    lua_pushnil(L);
    okit_collect_values(L, lua_gettop(L), 1, access->result);
    state->values.out[0] = kept;
  } else {
    okit_collect_values(L, lua_gettop(L), 1, access->result);
  }
  return 0;
}

bool okit_set_path(okit_state *state, okit_text path, okit_values value) {
  access access = {.path = path, .value = value};
  return okit_enter(state, set_path, &access, 0);
}

bool okit_get_path(okit_state *state, okit_text path, bool keep, okit_values *value) {
  access access = {.path = path, .result = value, .keep = keep};
  return okit_enter(state, get_path, &access, 0);
}

// MARK: Prepared paths

typedef struct preparation {
  okit_text path;
  okit_global *global;
} preparation;

static int prepare_global(lua_State *L) {
  const preparation *preparation = lua_touserdata(L, 1);
  okit_global *global = preparation->global;
  const char *name = preparation->path.bytes, *end = name + preparation->path.length;
  for (global->count = 0; name != NULL && global->count < OKIT_GLOBAL_NAMES; global->count++) {
    const char *dot = memchr(name, '.', (size_t)(end - name));
    lua_pushlstring(L, name, (size_t)((dot != NULL ? dot : end) - name));
    global->names[global->count] = luaL_ref(L, LUA_REGISTRYINDEX);
    name = dot != NULL ? dot + 1 : NULL;
  }
  // What the slot holds is replaced before it is used; a slot without a value would be freed.
  lua_pushboolean(L, false);
  global->slot = name == NULL ? luaL_ref(L, LUA_REGISTRYINDEX) : 0;
  return 0;
}

bool okit_prepare_global(okit_state *state, okit_text path, okit_global *global) {
  preparation preparation = {path, global};
  return okit_enter(state, prepare_global, &preparation, 0);
}

bool okit_refresh_global(okit_state *state, const okit_global *global) {
  lua_State *L = state->running;
  if (state->calls.abandoned || state->limits.tripped || !lua_checkstack(L, 4)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  for (int32_t i = 0; i < global->count && lua_istable(L, -1); i++) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, global->names[i]);
    lua_rawget(L, -2);
    lua_replace(L, -2);
    if (i + 1 < global->count || lua_isnil(L, -1)) continue;
    // The slot exists, so that writing to it takes no memory.
    lua_rawseti(L, LUA_REGISTRYINDEX, global->slot);
    return true;
  }
  lua_pop(L, 1);
  return false;
}

// MARK: Calls of texts

static int set_text_call(lua_State *L) {
  const int32_t *function = lua_touserdata(L, 1);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, *function);
  lua_setfield(L, -2, "__call");
  return 0;
}

bool okit_set_text_call(okit_state *state, int32_t function) {
  return okit_enter(state, set_text_call, &function, 0);
}

// MARK: Tables that are filled on demand

static int set_filler(lua_State *L) {
  const int32_t *function = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, *function);
  lua_setfield(L, LUA_REGISTRYINDEX, OKIT_FILLER);
  return 0;
}

bool okit_set_filler(okit_state *state, int32_t function) {
  return okit_enter(state, set_filler, &function, 0);
}
