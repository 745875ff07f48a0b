// The operations on host objects, which the handler of the kind performs, and the kinds.
#include "objects/objects.h"

#include <stdlib.h>

// MARK: Operations

static const okit_kind *start_call(lua_State *L, int self, okit_operation operation, okit_call *call) {
  const okit_userdata *data = lua_touserdata(L, self);
  const okit_kind *kind = &okit_of(L)->values.kinds[data->kind];
  call->operation = operation;
  call->answer = OKIT_ANSWER_NOTHING;
  call->kind = data->kind;
  call->slot = OKIT_NO_SLOT;
  call->bits = data->bits;
  call->handler = kind->handler;
  call->arguments = NULL;
  call->stack = L;
  call->first = self + 1;
  return kind;
}

// Looks the key up in the kind's fields. Returns true, with the member on top of the stack, when there is one.
static bool find_field(lua_State *L, int32_t *slot) {
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(1))) {
    case LUA_TNIL:
      break;
    case LUA_TNUMBER:
      *slot = (int32_t)lua_tointeger(L, -1);
      break;
    default:
      return true;
  }
  lua_pop(L, 1);
  return false;
}

static int object_index(lua_State *L) {
  okit_call call;
  const okit_kind *kind = start_call(L, 1, OKIT_CALL_INDEX, &call);
  const struct okit_name *name = okit_find_name(&kind->names, lua_topointer(L, 2));
  if (name != NULL) {
    if (name->shared != 0 && *kind->definitions == kind->shared_since) {
      lua_rawgeti(L, LUA_REGISTRYINDEX, name->shared);
      return 1;
    }
    call.slot = name->slot;
  }
  if (call.slot < 0 && lua_type(L, 2) == LUA_TSTRING && find_field(L, &call.slot)) return 1;
  return okit_call_host(L, &call);
}

static int object_assign(lua_State *L) {
  okit_call call;
  const okit_kind *kind = start_call(L, 1, OKIT_CALL_ASSIGN, &call);
  const struct okit_name *name = okit_find_name(&kind->names, lua_topointer(L, 2));
  if (name != NULL) call.slot = name->slot;
  if (call.slot < 0 && lua_type(L, 2) == LUA_TSTRING && find_field(L, &call.slot)) lua_pop(L, 1);
  return okit_call_host(L, &call);
}

static int call_alone(lua_State *L, okit_operation operation) {
  okit_call call;
  start_call(L, 1, operation, &call);
  return okit_call_host(L, &call);
}

static int object_length(lua_State *L) { return call_alone(L, OKIT_CALL_LENGTH); }
static int object_text(lua_State *L) { return call_alone(L, OKIT_CALL_TEXT); }

static int object_invoke(lua_State *L) { return call_alone(L, OKIT_CALL_INVOKE); }

// Either operand may be the object. If both are, the first one's kind performs the operation, unless it lacks it.
static int call_binary(lua_State *L, okit_operation operation) {
  okit_call call;
  okit_object first;
  bool is_object = okit_to_object(L, 1, &first);
  bool answers = is_object && okit_of(L)->values.kinds[first.kind].operations & (okit_operations)1 << operation;
  start_call(L, answers ? 1 : 2, operation, &call);
  call.first = 1;
  return okit_call_host(L, &call);
}

static int object_equals(lua_State *L) { return call_binary(L, OKIT_CALL_EQUALS); }
static int object_less(lua_State *L) { return call_binary(L, OKIT_CALL_LESS); }
static int object_less_or_equal(lua_State *L) { return call_binary(L, OKIT_CALL_LESS_OR_EQUAL); }
static int object_add(lua_State *L) { return call_binary(L, OKIT_CALL_ADD); }
static int object_subtract(lua_State *L) { return call_binary(L, OKIT_CALL_SUBTRACT); }
static int object_concatenate(lua_State *L) { return call_binary(L, OKIT_CALL_CONCATENATE); }

// The iterator counts in its upvalue, so the handler needs no state between two steps.
static int object_next(lua_State *L) {
  okit_call call;
  okit_value position = {.tag = OKIT_TAG_INT, .bits = (uint64_t)lua_tointeger(L, lua_upvalueindex(2))};
  start_call(L, lua_upvalueindex(1), OKIT_CALL_NEXT, &call);
  call.arguments = &position;
  call.count = 1;
  lua_pushinteger(L, (lua_Integer)position.bits + 1);
  lua_replace(L, lua_upvalueindex(2));
  int count = okit_call_host(L, &call);
  if (count > 0) return count;
  lua_pushnil(L);
  return 1;
}

static int object_pairs(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, object_next, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: Collection

static int object_collected(lua_State *L) {
  const okit_userdata *data = lua_touserdata(L, 1);
  okit_state *state = okit_of(L);
  if (state->values.collected_count == state->values.collected_capacity) {
    size_t capacity = state->values.collected_capacity * 2 + 32;
    okit_object *collected = okit_resize(state->values.collected, capacity * sizeof *collected);
    if (collected == NULL) return 0;
    state->values.collected = collected;
    state->values.collected_capacity = capacity;
  }
  state->values.collected[state->values.collected_count++] = (okit_object){.bits = data->bits, .kind = data->kind};
  return 0;
}

bool okit_is_alive(okit_state *state, uint16_t kind, uint64_t bits) {
  lua_State *L = state->running;
  if (state->calls.abandoned || !lua_checkstack(L, 4)) return true;
  bool holds = okit_push_known_object(L, kind, bits);
  if (holds) lua_pop(L, 1);
  return holds;
}

bool okit_has_collected(const okit_state *state) { return state->values.collected_count > 0; }

size_t okit_take_collected(okit_state *state, okit_object *objects, size_t capacity) {
  lua_State *L = state->running;
  size_t count = 0;
  if (state->calls.abandoned || !lua_checkstack(L, 4)) return 0;
  while (state->values.collected_count > 0 && count < capacity) {
    okit_object object = state->values.collected[--state->values.collected_count];
    // The object may exist again, as a new userdata.
    if (okit_push_known_object(L, object.kind, object.bits)) {
      lua_pop(L, 1);
    } else {
      objects[count++] = object;
    }
  }
  return count;
}

// MARK: Kinds

typedef struct definition {
  const char *name;
  okit_operations operations;
  okit_kind kind;
} definition;

static const struct {
  const char *name;
  lua_CFunction function;
  okit_operation operation;
} metamethods[] = {
  {"__len", object_length, OKIT_CALL_LENGTH},
  {"__call", object_invoke, OKIT_CALL_INVOKE},
  {"__pairs", object_pairs, OKIT_CALL_NEXT},
  {"__eq", object_equals, OKIT_CALL_EQUALS},
  {"__lt", object_less, OKIT_CALL_LESS},
  {"__le", object_less_or_equal, OKIT_CALL_LESS_OR_EQUAL},
  {"__add", object_add, OKIT_CALL_ADD},
  {"__sub", object_subtract, OKIT_CALL_SUBTRACT},
  {"__concat", object_concatenate, OKIT_CALL_CONCATENATE},
  {"__tostring", object_text, OKIT_CALL_TEXT},
};

bool okit_calls_host(lua_CFunction function) {
  if (function == object_index || function == object_assign || function == object_next) return true;
  if (okit_is_host_function(function)) return true;
  for (size_t i = 0; i < sizeof metamethods / sizeof *metamethods; i++) {
    if (metamethods[i].function == function) return true;
  }
  return false;
}

static int define_kind(lua_State *L) {
  definition *definition = lua_touserdata(L, 1);
  lua_newtable(L);  // fields, at 2
  lua_newtable(L);  // metatable, at 3
  lua_pushstring(L, definition->name);
  lua_setfield(L, 3, "__name");
  lua_pushboolean(L, false);
  lua_setfield(L, 3, "__metatable");
  lua_pushcfunction(L, object_collected);
  lua_setfield(L, 3, "__gc");
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, object_index, 1);
  lua_setfield(L, 3, "__index");
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, object_assign, 1);
  lua_setfield(L, 3, "__newindex");
  for (size_t i = 0; i < sizeof metamethods / sizeof *metamethods; i++) {
    if ((definition->operations & (1u << metamethods[i].operation)) == 0) continue;
    lua_pushcfunction(L, metamethods[i].function);
    lua_setfield(L, 3, metamethods[i].name);
  }
  lua_newtable(L);  // cache, at 4
  lua_newtable(L);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, 4);
  definition->kind.cache = luaL_ref(L, LUA_REGISTRYINDEX);
  definition->kind.metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  definition->kind.fields = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_define_kind(
  okit_state *state, const char *name, okit_operations operations, void *handler, size_t weight, uint16_t *kind) {
  if (state->values.kind_count >= UINT16_MAX) {
    okit_fail(state, "too many kinds of objects");
    return false;
  }
  definition definition = {.name = name, .operations = operations};
  definition.kind.operations = operations;
  definition.kind.handler = handler;
  definition.kind.weight = weight > sizeof(okit_userdata) ? weight : sizeof(okit_userdata);
  if (!okit_enter(state, define_kind, &definition, 0)) return false;
  okit_kind *kinds = okit_resize(state->values.kinds, (state->values.kind_count + 1) * sizeof *kinds);
  if (kinds == NULL) {
    okit_trip_limit(state, OKIT_TRIP_MEMORY);
    okit_describe_limit(state, state->running);
    return false;
  }
  state->values.kinds = kinds;
  *kind = (uint16_t)state->values.kind_count;
  kinds[state->values.kind_count++] = definition.kind;
  return true;
}

typedef struct field {
  uint16_t kind;
  okit_text name;
  okit_values value;
} field;

static int set_field(lua_State *L) {
  const field *field = lua_touserdata(L, 1);
  okit_kind *kind = &okit_of(L)->values.kinds[field->kind];
  lua_rawgeti(L, LUA_REGISTRYINDEX, kind->fields);
  lua_pushlstring(L, field->name.bytes, field->name.length);
  const void *address = lua_topointer(L, -1);
  lua_pushlstring(L, field->name.bytes, field->name.length);
  // Lua keeps several copies of an equal long text.
  bool is_single = lua_topointer(L, -1) == address;
  lua_pop(L, 1);
  const okit_value *value = field->value.items;
  if (is_single) okit_set_name(&kind->names, address, OKIT_NO_SLOT);
  okit_push_all(L, field->value);
  lua_rawset(L, -3);
  if (is_single && value->tag == OKIT_TAG_INT) okit_set_name(&kind->names, address, (int32_t)value->bits);
  return 0;
}

bool okit_set_member(okit_state *state, uint16_t kind, okit_text name, okit_values value) {
  field field = {.kind = kind, .name = name, .value = value};
  if (kind >= state->values.kind_count || value.count != 1) {
    okit_fail(state, "object of an unknown kind");
    return false;
  }
  return okit_enter(state, set_field, &field, 0);
}

bool okit_set_slot(okit_state *state, uint16_t kind, okit_text name, int32_t slot) {
  okit_value value = {.tag = OKIT_TAG_INT, .bits = (uint64_t)slot};
  return okit_set_member(state, kind, name, (okit_values){.items = &value, .count = 1});
}

static void forget_shared(okit_kind *kind) {
  for (size_t i = 0; kind->names.entries != NULL && i <= kind->names.mask; i++) kind->names.entries[i].shared = 0;
}

void okit_set_definitions(okit_state *state, uint16_t kind, const intptr_t *definitions) {
  if (kind >= state->values.kind_count) return;
  forget_shared(&state->values.kinds[kind]);
  state->values.kinds[kind].definitions = definitions;
}

void okit_share_method(okit_state *state, uint16_t index, int32_t slot, int32_t reference) {
  if (index >= state->values.kind_count || state->values.kinds[index].definitions == NULL) return;
  okit_kind *kind = &state->values.kinds[index];
  if (kind->shared_since != *kind->definitions) {
    forget_shared(kind);
    kind->shared_since = *kind->definitions;
  }
  for (size_t i = 0; kind->names.entries != NULL && i <= kind->names.mask; i++) {
    struct okit_name *name = &kind->names.entries[i];
    if (name->address != NULL && name->slot == slot) name->shared = reference;
  }
}

void okit_free_values(okit_value_data *values) {
  for (size_t i = 0; i < values->kind_count; i++) free(values->kinds[i].names.entries);
  free(values->kinds);
  free(values->collected);
  free(values->out);
}
