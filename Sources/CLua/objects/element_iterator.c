// `ipairs` of live collections. It reads elements ahead, and uses them for as long as the host's epoch stays the same:
// no collection has changed and no reads are recorded. Else each element is read by its index, as for every other
// value.
#include "objects/objects.h"

enum { OKIT_READ_AHEAD = 32 };

typedef struct elements {
  uint64_t collection;
  uint16_t collection_kind, element_kind;
  uint64_t epoch;
  lua_Integer first, count;  // the range of positions that were read
  lua_Integer next_attempt;  // the position at which reading ahead is tried again after it was refused
  uint64_t bits[OKIT_READ_AHEAD];
} elements;

static const okit_kind *kind_of(lua_State *L, uint16_t kind) { return &okit_of(L)->values.kinds[kind]; }

static okit_call call_of(lua_State *L, const elements *read, okit_operation operation) {
  return (okit_call){
    .operation = operation,
    .kind = read->collection_kind,
    .slot = OKIT_NO_SLOT,
    .bits = read->collection,
    .handler = kind_of(L, read->collection_kind)->handler,
    .stack = L,
  };
}

static bool holds(lua_State *L, const elements *read, lua_Integer position) {
  const uint64_t *epoch = kind_of(L, read->collection_kind)->epoch;
  return position >= read->first && position - read->first < read->count && epoch != NULL && *epoch == read->epoch;
}

// Reads elements ahead from a position. Returns false when the host refuses, as it does for elements that are not
// entities.
static bool read_ahead(lua_State *L, elements *read, lua_Integer position) {
  const uint64_t *epoch = kind_of(L, read->collection_kind)->epoch;
  read->count = 0;
  if (epoch == NULL || position < read->next_attempt) return false;
  okit_value arguments[] = {
    {.tag = OKIT_TAG_INT, .bits = (uint64_t)position},
    {.tag = OKIT_TAG_INT, .bits = (uint64_t)(uintptr_t)read->bits},
    {.tag = OKIT_TAG_INT, .bits = OKIT_READ_AHEAD},
  };
  okit_call call = call_of(L, read, OKIT_CALL_READ_AHEAD);
  call.arguments = arguments;
  call.count = sizeof arguments / sizeof *arguments;
  read->first = position;
  read->count = (lua_Integer)okit_ask_host(L, &call);
  read->element_kind = call.result.kind;
  read->epoch = *epoch;
  read->next_attempt = read->count == 0 ? position + OKIT_READ_AHEAD : 0;
  return read->count > 0;
}

// Pushes an element that was read ahead. Returns false when the host does not keep it.
static bool push_element(lua_State *L, const elements *read, lua_Integer position) {
  uint64_t bits = read->bits[position - read->first];
  if (okit_push_known_object(L, read->element_kind, bits)) return true;
  okit_value element = {.tag = OKIT_TAG_OBJECT, .kind = read->element_kind, .bits = bits};
  okit_call call = call_of(L, read, OKIT_CALL_KEEP);
  call.arguments = &element;
  call.count = 1;
  if (okit_ask_host(L, &call) == 0) return false;
  okit_push_unknown_object(L, read->element_kind, bits);
  return true;
}

// The iterator of `ipairs`: gets the collection and the last position, and has no other state that a script could
// notice.
static int next_element(lua_State *L) {
  lua_Integer position = (lua_Integer)((lua_Unsigned)luaL_checkinteger(L, 2) + 1);
  elements *read = lua_touserdata(L, lua_upvalueindex(1));
  okit_object object;
  lua_settop(L, 2);
  lua_pushinteger(L, position);
  if (position > 0 && okit_to_object(L, 1, &object) && object.kind == read->collection_kind &&
      object.bits == read->collection && (holds(L, read, position) || read_ahead(L, read, position))) {
    if (push_element(L, read, position)) return 2;
  }
  return lua_geti(L, 1, position) == LUA_TNIL ? 1 : 2;
}

static int iterate(lua_State *L) {
  luaL_checkany(L, 1);
  okit_object object;
  if (okit_to_object(L, 1, &object) && kind_of(L, object.kind)->epoch != NULL) {
    elements *read = lua_newuserdatauv(L, sizeof *read, 0);
    *read = (elements){.collection = object.bits, .collection_kind = object.kind};
    lua_pushcclosure(L, next_element, 1);
  } else {
    lua_pushvalue(L, lua_upvalueindex(1));
  }
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

void okit_install_ipairs(lua_State *L) {
  lua_getglobal(L, "ipairs");
  lua_newtable(L);
  lua_call(L, 1, 1);
  lua_pushcclosure(L, iterate, 1);
  lua_setglobal(L, "ipairs");
}

void okit_set_epoch(okit_state *state, uint16_t kind, const uint64_t *epoch) {
  if (kind < state->values.kind_count) state->values.kinds[kind].epoch = epoch;
}
