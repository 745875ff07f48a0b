// What an application does at least for each entity of a script: a record with values of its own, a random id, a place
// in an owner, an index by id in models, the changes for undo, and a userdata that a weak table holds.
#include <stdlib.h>
#include <string.h>

#include "floor.h"

enum { PROPERTIES = 24, CLASSES = 64, NO_OWNER = -1, NO_LIST = -2, REFERENCE = -1 };

typedef struct {
  int32_t *elements;
  int32_t count, capacity;
} list;

typedef enum { NOTHING, BOOLEAN, INTEGER, NUMBER, TEXT, ENTITY, LIST } tag;

typedef struct {
  tag tag;
  size_t length;
  union {
    lua_Integer integer;
    lua_Number number;
    char *text;
    int32_t entity;
    list list;
  };
} value;

typedef struct {
  uint64_t id[2];
  char *own_id;  // the one that a script has given
  int32_t owner, class_number;
  bool is_managed;
  value values[];
} record;

typedef struct class {
  const char *names[PROPERTIES];
  int elements[PROPERTIES];  // the class of the elements of a list; others are not lists
  int count, methods;
  bool has_lists;
} class;

typedef struct {
  int32_t entity, owner, slot, position;
} change;

typedef struct {
  int32_t entity, slot;
} handle;

// Memory that is given back as a whole.
enum { BLOCK = 1 << 16 };

typedef struct block {
  struct block *next;
  size_t used;
  char bytes[BLOCK];
} block;

typedef struct {
  uint32_t hash;
  int32_t entity;  // its number, counted from one
} place_by_id;

static struct {
  block *blocks, *free_blocks;
  record **records;
  int32_t count, capacity;
  place_by_id *ids;
  change *changes;
  size_t change_count, change_capacity;
  uint32_t places;  // of the index, a power of two
  class classes[CLASSES];
  int class_count, objects, metatable, list_metatable, add;
  uint64_t random;
  const char *id;
} store;

static uint64_t next_random(void) {
  store.random ^= store.random << 13;
  store.random ^= store.random >> 7;
  return store.random ^= store.random << 17;
}

static void *grown(lua_State *lua, void *memory, size_t size) {
  void *larger = realloc(memory, size);
  if (larger == NULL) luaL_error(lua, "no memory");
  return larger;
}

static void *allocated(lua_State *lua, size_t size) {
  size = (size + 7) & ~(size_t)7;
  if (size > BLOCK) luaL_error(lua, "too large");
  if (store.blocks == NULL || store.blocks->used + size > BLOCK) {
    block *next = store.free_blocks;
    if (next != NULL) store.free_blocks = next->next;
    if (next == NULL) next = grown(lua, NULL, sizeof *next);
    next->next = store.blocks;
    next->used = 0;
    store.blocks = next;
  }
  store.blocks->used += size;
  return store.blocks->bytes + store.blocks->used - size;
}

static char *copied(lua_State *lua, int index, size_t *length) {
  const char *text = lua_tolstring(lua, index, length);
  return memcpy(allocated(lua, *length + 1), text, *length + 1);
}

static void free_records(void) {
  // Only the elements of lists have memory of their own.
  for (int32_t i = 0; i < store.count; i++) {
    record *freed = store.records[i];
    const class *class = &store.classes[freed->class_number];
    for (int slot = 0; class->has_lists && slot < class->count; slot++) {
      if (freed->values[slot].tag == LIST) free(freed->values[slot].list.elements);
    }
  }
  store.count = 0;
  while (store.blocks != NULL) {
    block *next = store.blocks->next;
    store.blocks->next = store.free_blocks;
    store.free_blocks = store.blocks;
    store.blocks = next;
  }
}

// Ends an application.
static int reset(lua_State *lua) {
  free_records();
  for (int i = 0; i < store.class_count; i++) luaL_unref(lua, LUA_REGISTRYINDEX, store.classes[i].methods);
  store.class_count = 0;
  store.change_count = 0;
  memset(store.ids, 0, store.places * sizeof *store.ids);
  lua_newtable(lua);
  lua_newtable(lua);
  lua_pushstring(lua, "v");
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
  lua_rawseti(lua, LUA_REGISTRYINDEX, store.objects);
  return 0;
}

static void push_entity(lua_State *lua, int32_t entity) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, store.objects);
  if (lua_rawgeti(lua, -1, entity + 1) == LUA_TNIL) {
    lua_pop(lua, 1);
    *(handle *)lua_newuserdatauv(lua, sizeof(handle), 0) = (handle){entity, 0};
    lua_rawgeti(lua, LUA_REGISTRYINDEX, store.metatable);
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, entity + 1);
  }
  lua_remove(lua, -2);
}

static int slot_of(const class *class, const char *name) {
  for (int slot = 0; slot < class->count; slot++) {
    if (class->names[slot] == name) return slot;
  }
  return -1;
}

static uint32_t hash_of(const uint64_t id[2], const char *own_id) {
  uint64_t hash = own_id == NULL ? id[0] : 14695981039346656037u;
  for (const char *byte = own_id; byte != NULL && *byte != 0; byte++) hash = (hash ^ (uint8_t)*byte) * 1099511628211u;
  return (uint32_t)(hash ^ hash >> 32);
}

// Returns the place of an id in the index, or the empty one where it would be.
static place_by_id *find(uint32_t hash, const uint64_t id[2], const char *own_id) {
  uint32_t last = store.places - 1;
  for (uint32_t number = hash & last;; number = (number + 1) & last) {
    place_by_id *place = &store.ids[number];
    if (place->entity == 0) return place;
    if (place->hash != hash) continue;
    const record *other = store.records[place->entity - 1];
    if (own_id == NULL ? other->own_id == NULL && other->id[0] == id[0] && other->id[1] == id[1]
                       : other->own_id != NULL && strcmp(other->own_id, own_id) == 0) {
      return place;
    }
  }
}

static void place(lua_State *lua, int32_t entity, int32_t owner, int32_t slot, int32_t position) {
  if (store.records[entity]->owner != NO_OWNER) luaL_error(lua, "an entity has one place");
  store.records[entity]->owner = owner;
  if (store.change_count == store.change_capacity) {
    store.change_capacity = store.change_capacity * 2 + 64;
    store.changes = grown(lua, store.changes, store.change_capacity * sizeof *store.changes);
  }
  store.changes[store.change_count++] = (change){entity, owner, slot, position};
}

// An entity and all below it enter a model.
static void manage(lua_State *lua, int32_t entity) {
  record *managed = store.records[entity];
  uint32_t hash = hash_of(managed->id, managed->own_id);
  place_by_id *found = find(hash, managed->id, managed->own_id);
  if (found->entity != 0) luaL_error(lua, "an id is used twice");
  *found = (place_by_id){hash, entity + 1};
  managed->is_managed = true;
  for (int slot = 0; slot < store.classes[managed->class_number].count; slot++) {
    const value *value = &managed->values[slot];
    if (value->tag == ENTITY) manage(lua, value->entity);
    for (int32_t i = 0; value->tag == LIST && i < value->list.count; i++) manage(lua, value->list.elements[i]);
  }
}

static int32_t create(lua_State *lua, int class_number, int table);

// Adds an entity, or makes one of a table.
static int32_t add(lua_State *lua, int32_t owner, int slot, int index) {
  record *record = store.records[owner];
  list *list = &record->values[slot].list;
  int32_t entity;
  if (lua_istable(lua, index)) {
    entity = create(lua, store.classes[record->class_number].elements[slot], index);
  } else {
    entity = ((handle *)luaL_checkudata(lua, index, "floor.entity"))->entity;
  }
  if (list->count == list->capacity) {
    list->capacity = list->capacity * 2 + 4;
    list->elements = grown(lua, list->elements, (size_t)list->capacity * sizeof *list->elements);
  }
  place(lua, entity, owner, slot, list->count);
  list->elements[list->count++] = entity;
  if (record->is_managed) manage(lua, entity);
  return entity;
}

// Gives a reference the id of an entity with one of its own. Returns false for another property or value.
static bool refers(lua_State *lua, int32_t owner, int slot, int index) {
  record *record = store.records[owner];
  const char *id = store.records[((handle *)luaL_checkudata(lua, index, "floor.entity"))->entity]->own_id;
  if (store.classes[record->class_number].elements[slot] != REFERENCE || id == NULL) return false;
  value *value = &record->values[slot];
  value->length = strlen(id);
  value->text = memcpy(allocated(lua, value->length + 1), id, value->length + 1);
  value->tag = TEXT;
  return true;
}

static void set(lua_State *lua, int32_t owner, int slot, int index) {
  value *value = &store.records[owner]->values[slot];
  if (value->tag == LIST) {
    lua_Integer count = (lua_Integer)lua_rawlen(lua, index);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(lua, index, i);
      add(lua, owner, slot, lua_gettop(lua));
      lua_pop(lua, 1);
    }
    return;
  }
  value->tag = NOTHING;
  switch (lua_type(lua, index)) {
    case LUA_TBOOLEAN:
      value->integer = lua_toboolean(lua, index);
      value->tag = BOOLEAN;
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(lua, index)) {
        value->integer = lua_tointeger(lua, index);
        value->tag = INTEGER;
      } else {
        value->number = lua_tonumber(lua, index);
        value->tag = NUMBER;
      }
      break;
    case LUA_TSTRING:
      value->text = copied(lua, index, &value->length);
      value->tag = TEXT;
      break;
    case LUA_TUSERDATA:
      if (refers(lua, owner, slot, index)) break;
      value->entity = ((handle *)luaL_checkudata(lua, index, "floor.entity"))->entity;
      value->tag = ENTITY;
      place(lua, value->entity, owner, slot, 0);
      if (store.records[owner]->is_managed) manage(lua, value->entity);
      break;
    default: break;
  }
}

static int32_t create(lua_State *lua, int class_number, int table) {
  const class *class = &store.classes[class_number];
  if ((uint32_t)store.count >= store.places / 2) luaL_error(lua, "the index is full");
  if (store.count == store.capacity) {
    store.capacity = store.capacity * 2 + 64;
    store.records = grown(lua, store.records, (size_t)store.capacity * sizeof *store.records);
  }
  record *made = allocated(lua, sizeof *made + (size_t)class->count * sizeof *made->values);
  memset(made, 0, sizeof *made + (size_t)class->count * sizeof *made->values);
  made->owner = NO_OWNER;
  made->class_number = class_number;
  made->id[0] = next_random();
  made->id[1] = next_random();
  for (int slot = 0; slot < class->count; slot++) {
    if (class->elements[slot] >= 0) made->values[slot].tag = LIST;
  }
  int32_t entity = store.count++;
  store.records[entity] = made;
  lua_pushnil(lua);
  while (lua_next(lua, table)) {
    const char *name = lua_tostring(lua, -2);
    size_t length;
    int slot = slot_of(class, name);
    if (slot >= 0) {
      set(lua, entity, slot, lua_gettop(lua));
    } else if (name == store.id) {
      made->own_id = copied(lua, -1, &length);
    } else {
      luaL_error(lua, "no property '%s'", name);
    }
    lua_pop(lua, 1);
  }
  return entity;
}

// `class(methods, names, elements)`: the class of the elements of each list, by name; -1 for a reference.
static int define(lua_State *lua) {
  if (store.class_count == CLASSES) return luaL_error(lua, "too many classes");
  class *class = &store.classes[store.class_count];
  *class = (struct class){0};
  class->count = (int)lua_rawlen(lua, 2);
  for (int slot = 0; slot < class->count && slot < PROPERTIES; slot++) {
    lua_rawgeti(lua, 2, slot + 1);
    class->names[slot] = lua_tostring(lua, -1);
    class->elements[slot] = lua_rawget(lua, 3) == LUA_TNIL ? NO_LIST : (int)lua_tointeger(lua, -1);
    class->has_lists |= class->elements[slot] >= 0;
    lua_pop(lua, 1);
  }
  lua_settop(lua, 1);
  class->methods = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_pushinteger(lua, store.class_count++);
  return 1;
}

static int create_entity(lua_State *lua) {
  push_entity(lua, create(lua, (int)luaL_checkinteger(lua, 1), 2));
  return 1;
}

static int register_root(lua_State *lua) {
  manage(lua, ((handle *)luaL_checkudata(lua, 1, "floor.entity"))->entity);
  lua_settop(lua, 1);
  return 1;
}

static int find_entity(lua_State *lua) {
  const char *id = luaL_checkstring(lua, 1);
  const place_by_id *found = find(hash_of(NULL, id), NULL, id);
  if (found->entity == 0) return 0;
  push_entity(lua, found->entity - 1);
  return 1;
}

static int entity_index(lua_State *lua) {
  int32_t entity = ((handle *)lua_touserdata(lua, 1))->entity;
  const record *record = store.records[entity];
  const class *class = &store.classes[record->class_number];
  int slot = slot_of(class, lua_tostring(lua, 2));
  if (slot < 0) {
    if (lua_tostring(lua, 2) == store.id) {
      lua_pushstring(lua, record->own_id != NULL ? record->own_id : "");
      return 1;
    }
    lua_rawgeti(lua, LUA_REGISTRYINDEX, class->methods);
    lua_pushvalue(lua, 2);
    lua_gettable(lua, -2);
    return 1;
  }
  const value *value = &record->values[slot];
  switch (value->tag) {
    case NOTHING: lua_pushnil(lua); break;
    case BOOLEAN: lua_pushboolean(lua, (int)value->integer); break;
    case INTEGER: lua_pushinteger(lua, value->integer); break;
    case NUMBER: lua_pushnumber(lua, value->number); break;
    case TEXT: lua_pushlstring(lua, value->text, value->length); break;
    case ENTITY: push_entity(lua, value->entity); break;
    case LIST:
      *(handle *)lua_newuserdatauv(lua, sizeof(handle), 0) = (handle){entity, slot};
      lua_rawgeti(lua, LUA_REGISTRYINDEX, store.list_metatable);
      lua_setmetatable(lua, -2);
  }
  return 1;
}

static int entity_assign(lua_State *lua) {
  int32_t entity = ((handle *)lua_touserdata(lua, 1))->entity;
  int slot = slot_of(&store.classes[store.records[entity]->class_number], lua_tostring(lua, 2));
  if (slot < 0) return luaL_error(lua, "no property '%s'", lua_tostring(lua, 2));
  set(lua, entity, slot, 3);
  return 0;
}

static const list *list_of(lua_State *lua) {
  const handle *self = lua_touserdata(lua, 1);
  return &store.records[self->entity]->values[self->slot].list;
}

static int list_index(lua_State *lua) {
  if (!lua_isinteger(lua, 2)) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, store.add);
    return 1;
  }
  lua_Integer number = lua_tointeger(lua, 2);
  const list *list = list_of(lua);
  if (number < 1 || number > list->count) return 0;
  push_entity(lua, list->elements[number - 1]);
  return 1;
}

static int list_length(lua_State *lua) {
  lua_pushinteger(lua, list_of(lua)->count);
  return 1;
}

static int list_add(lua_State *lua) {
  const handle *self = lua_touserdata(lua, 1);
  push_entity(lua, add(lua, self->entity, self->slot, 2));
  return 1;
}

static int collected(lua_State *lua) {
  (void)lua;
  return 0;
}

bool floor_define_entities(lua_State *lua, uint32_t limit) {
  static const luaL_Reg functions[] = {{"class", define}, {"create", create_entity}, {"register", register_root},
    {"find", find_entity}, {"reset", reset}, {NULL, NULL}};
  static const luaL_Reg entity[] = {{"__index", entity_index}, {"__newindex", entity_assign}, {"__gc", collected},
    {NULL, NULL}};
  static const luaL_Reg list[] = {{"__index", list_index}, {"__len", list_length}, {NULL, NULL}};
  for (store.places = 4; store.places / 2 < limit;) store.places *= 2;
  store.ids = calloc(store.places, sizeof *store.ids);
  if (store.ids == NULL) return false;
  store.random = 88172645463325252;
  lua_pushstring(lua, "id");
  store.id = lua_tostring(lua, -1);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  luaL_newmetatable(lua, "floor.entity");
  luaL_setfuncs(lua, entity, 0);
  store.metatable = luaL_ref(lua, LUA_REGISTRYINDEX);
  luaL_newmetatable(lua, "floor.list");
  luaL_setfuncs(lua, list, 0);
  store.list_metatable = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_pushcfunction(lua, list_add);
  store.add = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_newtable(lua);
  store.objects = luaL_ref(lua, LUA_REGISTRYINDEX);
  luaL_newlib(lua, functions);
  lua_setglobal(lua, "entities");
  return reset(lua) == 0;
}

void floor_close_entities(void) {
  free_records();
  for (block *next; store.free_blocks != NULL; store.free_blocks = next) {
    next = store.free_blocks->next;
    free(store.free_blocks);
  }
  free(store.records);
  free(store.ids);
  free(store.changes);
  memset(&store, 0, sizeof store);
}

int64_t floor_entity_count(void) { return store.count; }

double floor_launch(lua_State *lua, const char *program, const char *root, const char *script) {
  lua_newtable(lua);
  lua_pushstring(lua, root);
  lua_rawseti(lua, -2, 1);
  lua_pushstring(lua, script);
  lua_rawseti(lua, -2, 2);
  lua_setglobal(lua, "arg");
  bool ran = luaL_loadfile(lua, program) == LUA_OK && lua_pcall(lua, 0, 1, 0) == LUA_OK;
  double nanoseconds = ran ? lua_tonumber(lua, -1) : -1;
  lua_settop(lua, 0);
  return nanoseconds;
}
