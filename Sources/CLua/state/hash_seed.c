// A known seed of Lua's hash, with which `next` and `pairs` visit texts in the same order in every process.
//
// Lua 5.4 makes the seed from the time and from addresses, and no function of its interface sets it. `lua_newstate`
// allocates one block, in which it puts the seed, and after that the first texts, whose places depend on it. So the
// second allocation is the moment to change it. It lies after the pointers of the allocator, and changed only
// where everything before it has the values of that moment. Afterwards, the order of a table shows whether Lua uses it.
#include "limits/limits.h"
#include "state/libraries.h"

#include <stddef.h>
#include <string.h>

enum { SEED = 0x6F6B6974, SLOTS = 256 };

// The beginning of `global_State` in Lua's lstate.h, the same in Lua 5.4.0 to 5.4.8.
typedef struct global_start {
  lua_Alloc allocate;
  void *context;
  ptrdiff_t total_bytes, debt;
  size_t estimate, last_atomic;
  struct {
    void *texts;
    int used, size;
  } strings;
  struct {
    lua_Integer value;
    unsigned char type;
  } registry, nil_value;
  unsigned seed;
} global_start;

// What Lua has allocated so far: the block with the seed, while `block` is not NULL.
typedef struct opening {
  okit_state *state;
  char *block;
  size_t size;
} opening;

static void *allocate_first(void *context, void *block, size_t old_size, size_t new_size);

// Whether it is what `lua_newstate` has written; a table of texts would be longer than none.
static bool is_start(const global_start *start, const opening *opening) {
  return start->allocate == allocate_first && start->context == opening &&
    start->total_bytes == (ptrdiff_t)opening->size && start->debt == 0 && start->last_atomic == 0 &&
    start->strings.texts == NULL && start->strings.used == 0 && start->strings.size == 0 &&
    start->registry.type == LUA_TNIL && start->nil_value.type == LUA_TNUMBER && start->nil_value.value == 0;
}

static void set_seed(const opening *opening) {
  const unsigned seed = SEED;
  for (size_t at = 0; at + sizeof(global_start) <= opening->size; at += sizeof(void *)) {
    global_start start;
    memcpy(&start, opening->block + at, sizeof start);
    if (!is_start(&start, opening)) continue;
    memcpy(opening->block + at + offsetof(global_start, seed), &seed, sizeof seed);
    return;
  }
}

static void *allocate_first(void *context, void *block, size_t old_size, size_t new_size) {
  opening *opening = context;
  if (opening->block != NULL) {
    set_seed(opening);
    opening->block = NULL;
  }
  void *result = okit_allocate(opening->state, block, old_size, new_size);
  if (opening->size == 0) *opening = (struct opening){opening->state, result, new_size};
  return result;
}

lua_State *okit_new_seeded_state(okit_state *state) {
  opening opening = {.state = state};
  lua_State *L = lua_newstate(allocate_first, &opening);
  if (L != NULL) lua_setallocf(L, okit_allocate, state);
  return L;
}

// MARK: The check

// `luaS_hash` of a short text.
static unsigned slot_of(const char *text, size_t length) {
  unsigned hash = SEED ^ (unsigned)length;
  while (length > 0) hash ^= (hash << 5) + (hash >> 2) + (unsigned char)text[--length];
  return hash % SLOTS;
}

int okit_check_order(lua_State *L) {
  bool taken[SLOTS] = {false};
  okit_state *state = okit_of(L);
  lua_createtable(L, 0, SLOTS);
  for (char letter = '!'; letter <= '~'; letter++) {
    unsigned slot = slot_of(&letter, 1);
    if (taken[slot]) continue;
    taken[slot] = true;
    lua_pushlstring(L, &letter, 1);
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
  }
  bool in_order = true;
  unsigned first = 0;
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
    size_t length;
    const char *text = lua_tolstring(L, -2, &length);
    in_order = in_order && slot_of(text, length) >= first;
    first = slot_of(text, length) + 1;
  }
  state->has_known_order = in_order;
  return 0;
}

bool okit_has_known_order(const okit_state *state) { return state->has_known_order; }
