// The allocator of a state, which counts its bytes and refuses what goes over the limit.
#include "limits/limits.h"

// A memory error unwinds the stack without a handler, so its place is recorded here.
static void *refuse(okit_state *state) {
  if (state->running != NULL) okit_describe_limit(state, state->running);
  state->limits.refused = true;
  return NULL;
}

void *okit_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  okit_state *state = context;
  okit_limit_data *limits = &state->limits;
  if (block == NULL) {
    if (old_size == 0 && new_size == limits->level_record_size && --limits->levels_until_check <= 0) {
      okit_check_depth(state);
    }
    old_size = 0;
    // Most blocks are small and new.
    bool fits = limits->memory_limit == 0 || limits->memory_used + new_size <= limits->memory_limit;
    if (new_size - 1 < OKIT_SMALL_BLOCK && fits && !limits->tripped) {
      if (okit_allocation_fails()) return refuse(state);
      void *result = okit_take_small((okit_blocks *)state->arena, new_size);
      if (result == NULL) result = okit_arena_resize(state->arena, NULL, 0, new_size);
      if (result == NULL) return refuse(state);
      limits->memory_used += new_size;
      return result;
    }
  }
  if (new_size == 0) {
    okit_arena_free(state->arena, block, old_size);
    limits->memory_used -= old_size;
    return NULL;
  }
  if (new_size > old_size) {
    bool fits = limits->memory_limit == 0 || limits->memory_used - old_size + new_size <= limits->memory_limit;
    // Outside of a protected call, a memory error would leave a state that cannot go on.
    bool is_stopped = limits->tripped && !(limits->tripped == OKIT_TRIP_WORK && state->calls.pushing_text);
    if (is_stopped || !fits || okit_allocation_fails()) return refuse(state);
  }
  void *result = okit_arena_resize(state->arena, block, old_size, new_size);
  if (result == NULL) return new_size <= old_size ? block : refuse(state);
  limits->memory_used += new_size - old_size;
  return result;
}

// MARK: Functions that are saved

// Of what Lua allocates to load a function, all but objects are its code, its constants and its lines, which nothing
// changes.
static void *allocate_fixed(void *context, void *block, size_t old_size, size_t new_size) {
  okit_state *state = context;
  okit_limit_data *limits = &state->limits;
  bool is_array = block == NULL && old_size == 0 && new_size > 0 && new_size != limits->level_record_size;
  bool fits = limits->memory_limit == 0 || limits->memory_used + new_size <= limits->memory_limit;
  void *fixed = is_array && fits && !limits->tripped ? okit_arena_fix(state->arena, new_size) : NULL;
  if (fixed == NULL) return okit_allocate(context, block, old_size, new_size);
  limits->memory_used += new_size;
  return fixed;
}

int okit_load_fixed(lua_State *L, okit_text compiled, const char *chunk) {
  okit_state *state = okit_of(L);
  lua_setallocf(L, allocate_fixed, state);
  int status = luaL_loadbufferx(L, compiled.bytes, compiled.length, chunk, "b");
  lua_setallocf(L, okit_allocate, state);
  return status;
}

// MARK: The size of a call record

// Descends some levels, so that call records are allocated.
static int descend(lua_State *L) {
  lua_Integer levels = lua_tointeger(L, 1);
  if (levels == 0) return 0;
  lua_pushcfunction(L, descend);
  lua_pushinteger(L, levels - 1);
  lua_call(L, 1, 0);
  return 0;
}

// Notes the size of the smallest block that is not an object.
static void *note_size(void *context, void *block, size_t old_size, size_t new_size) {
  okit_state *state = context;
  size_t *smallest = &state->limits.level_record_size;
  if (block == NULL && old_size == 0 && new_size > 0 && new_size < *smallest) *smallest = new_size;
  return okit_allocate(context, block, old_size, new_size);
}

void okit_measure_level_record(lua_State *L) {
  okit_state *state = okit_of(L);
  size_t size = state->limits.level_record_size = SIZE_MAX;
  lua_setallocf(L, note_size, state);
  lua_pushcfunction(L, descend);
  lua_pushinteger(L, 40);
  int status = lua_pcall(L, 1, 0, 0);
  lua_setallocf(L, okit_allocate, state);
  if (state->limits.level_record_size == size) state->limits.level_record_size = 0;
  if (status != LUA_OK) lua_error(L);
}
