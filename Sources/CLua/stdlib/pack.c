// string.pack, string.packsize and string.unpack.
#include "stdlib/pack_layout.h"

#include <string.h>

// MARK: Integers

static void write_integer(char *room, uint64_t bits, bool negative, size_t size, bool little) {
  for (size_t i = 0; i < size; i++) {
    // Bytes after the eighth repeat the sign.
    unsigned char byte = i < sizeof bits ? (unsigned char)(bits >> (8 * i)) : negative ? 0xff : 0;
    room[little ? i : size - 1 - i] = (char)byte;
  }
}

static lua_Integer read_integer(lua_State *L, const char *bytes, size_t size, bool little, bool is_signed) {
  uint64_t bits = 0;
  size_t used = size < sizeof bits ? size : sizeof bits;
  for (size_t i = used; i-- > 0;) bits = bits << 8 | (unsigned char)bytes[little ? i : size - 1 - i];
  if (size < sizeof bits) {
    if (is_signed) {
      uint64_t sign = (uint64_t)1 << (size * 8 - 1);
      bits = (bits ^ sign) - sign;
    }
    return (lua_Integer)bits;
  }
  unsigned char rest = is_signed && (lua_Integer)bits < 0 ? 0xff : 0;
  for (size_t i = sizeof bits; i < size; i++) {
    if ((unsigned char)bytes[little ? i : size - 1 - i] != rest) {
      luaL_error(L, "%d-byte integer does not fit into Lua Integer", (int)size);
    }
  }
  return (lua_Integer)bits;
}

// Copies a float in either direction; swaps its bytes unless they are the machine's.
static void copy_native(char *to, const char *from, size_t size, bool little) {
  if (little == okit_begin_layout(NULL, NULL).little) {
    memcpy(to, from, size);
  } else {
    for (size_t i = 0; i < size; i++) to[i] = from[size - 1 - i];
  }
}

// MARK: pack

static void add_integer(luaL_Buffer *buffer, uint64_t bits, bool negative, size_t size, bool little) {
  write_integer(luaL_prepbuffsize(buffer, size), bits, negative, size, little);
  luaL_addsize(buffer, size);
}

static void add_zeros(luaL_Buffer *buffer, size_t count) {
  okit_charge_bytes(buffer->L, count);
  memset(luaL_prepbuffsize(buffer, count), 0, count);
  luaL_addsize(buffer, count);
}

// Adds a value. Returns the number of bytes beyond the field's size.
static size_t add_field(luaL_Buffer *buffer, okit_layout *layout, okit_field field, size_t size, int argument) {
  lua_State *L = layout->L;
  size_t length;
  const char *text;
  switch (field) {
    case OKIT_FIELD_SIGNED: {
      lua_Integer value = luaL_checkinteger(L, argument);
      if (size < sizeof value) {
        lua_Integer limit = (lua_Integer)1 << (size * 8 - 1);
        luaL_argcheck(L, value >= -limit && value < limit, argument, "integer overflow");
      }
      add_integer(buffer, (uint64_t)value, value < 0, size, layout->little);
      return 0;
    }
    case OKIT_FIELD_UNSIGNED: {
      uint64_t value = (uint64_t)luaL_checkinteger(L, argument);
      if (size < sizeof value) luaL_argcheck(L, value >> (size * 8) == 0, argument, "unsigned overflow");
      add_integer(buffer, value, false, size, layout->little);
      return 0;
    }
    case OKIT_FIELD_FLOAT: {
      float value = (float)luaL_checknumber(L, argument);
      copy_native(luaL_prepbuffsize(buffer, size), (const char *)&value, size, layout->little);
      luaL_addsize(buffer, size);
      return 0;
    }
    case OKIT_FIELD_DOUBLE: {
      double value = luaL_checknumber(L, argument);
      copy_native(luaL_prepbuffsize(buffer, size), (const char *)&value, size, layout->little);
      luaL_addsize(buffer, size);
      return 0;
    }
    case OKIT_FIELD_FIXED:
      text = luaL_checklstring(L, argument, &length);
      luaL_argcheck(L, length <= size, argument, "string longer than given size");
      luaL_addlstring(buffer, text, length);
      add_zeros(buffer, size - length);
      return 0;
    case OKIT_FIELD_COUNTED:
      text = luaL_checklstring(L, argument, &length);
      luaL_argcheck(
        L, size >= sizeof length || length >> (size * 8) == 0, argument, "string length does not fit in given size");
      add_integer(buffer, length, false, size, layout->little);
      luaL_addlstring(buffer, text, length);
      return length;
    case OKIT_FIELD_TERMINATED:
      text = luaL_checklstring(L, argument, &length);
      luaL_argcheck(L, strlen(text) == length, argument, "string contains zeros");
      luaL_addlstring(buffer, text, length + 1);
      return length + 1;
    case OKIT_FIELD_BYTE:
      add_zeros(buffer, 1);
      return 0;
    case OKIT_FIELD_ALIGNMENT:
    case OKIT_FIELD_NONE:
      return 0;
  }
  return 0;
}

static bool has_value(okit_field field) { return field < OKIT_FIELD_BYTE; }

static int pack(lua_State *L) {
  okit_layout layout = okit_begin_layout(L, luaL_checkstring(L, 1));
  int argument = 1;
  size_t total = 0, size, padding;
  luaL_Buffer buffer;
  // A missing argument must be nil, not what the buffer keeps on the stack.
  lua_pushnil(L);
  luaL_buffinit(L, &buffer);
  while (*layout.format != '\0') {
    okit_field field = okit_next_field(&layout, total, &size, &padding);
    if (padding > 0) add_zeros(&buffer, padding);
    total += padding + size;
    if (has_value(field)) argument++;
    size_t more = add_field(&buffer, &layout, field, size, argument);
    okit_charge_bytes(L, size + more);
    total += more;
  }
  luaL_pushresult(&buffer);
  return 1;
}

// MARK: packsize

static int pack_size(lua_State *L) {
  okit_layout layout = okit_begin_layout(L, luaL_checkstring(L, 1));
  const size_t most = INT32_MAX;
  size_t total = 0, size, padding;
  while (*layout.format != '\0') {
    okit_field field = okit_next_field(&layout, total, &size, &padding);
    luaL_argcheck(L, field != OKIT_FIELD_COUNTED && field != OKIT_FIELD_TERMINATED, 1, "variable-length format");
    size += padding;
    luaL_argcheck(L, total <= most - size, 1, "format result too large");
    total += size;
    okit_charge(L, 1);
  }
  lua_pushinteger(L, (lua_Integer)total);
  return 1;
}

// MARK: unpack

// Pushes the value of a field. Returns the number of bytes beyond the field's size.
static size_t push_field(okit_layout *layout, okit_field field, const char *bytes, size_t left, size_t size) {
  lua_State *L = layout->L;
  switch (field) {
    case OKIT_FIELD_SIGNED:
    case OKIT_FIELD_UNSIGNED:
      lua_pushinteger(L, read_integer(L, bytes, size, layout->little, field == OKIT_FIELD_SIGNED));
      return 0;
    case OKIT_FIELD_FLOAT: {
      float value;
      copy_native((char *)&value, bytes, size, layout->little);
      lua_pushnumber(L, value);
      return 0;
    }
    case OKIT_FIELD_DOUBLE: {
      double value;
      copy_native((char *)&value, bytes, size, layout->little);
      lua_pushnumber(L, value);
      return 0;
    }
    case OKIT_FIELD_FIXED:
      lua_pushlstring(L, bytes, size);
      return 0;
    case OKIT_FIELD_COUNTED: {
      size_t length = (size_t)read_integer(L, bytes, size, layout->little, false);
      luaL_argcheck(L, length <= left - size, 2, "data string too short");
      lua_pushlstring(L, bytes + size, length);
      return length;
    }
    case OKIT_FIELD_TERMINATED: {
      const char *end = memchr(bytes, '\0', left);
      luaL_argcheck(L, end != NULL, 2, "unfinished string for format 'z'");
      lua_pushlstring(L, bytes, (size_t)(end - bytes));
      return (size_t)(end - bytes) + 1;
    }
    case OKIT_FIELD_BYTE:
    case OKIT_FIELD_ALIGNMENT:
    case OKIT_FIELD_NONE:
      return 0;
  }
  return 0;
}

static int unpack(lua_State *L) {
  okit_layout layout = okit_begin_layout(L, luaL_checkstring(L, 1));
  size_t length, size, padding;
  const char *data = luaL_checklstring(L, 2, &length);
  size_t position = okit_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  luaL_argcheck(L, position <= length, 3, "initial position out of string");
  int count = 0;
  while (*layout.format != '\0') {
    okit_field field = okit_next_field(&layout, position, &size, &padding);
    luaL_argcheck(
      L, padding <= length - position && size <= length - position - padding, 2, "data string too short");
    position += padding;
    if (has_value(field)) {
      luaL_checkstack(L, 2, "too many results");
      count++;
    }
    size_t more = push_field(&layout, field, data + position, length - position, size);
    position += size + more;
    okit_charge_bytes(L, size + more);
  }
  lua_pushinteger(L, (lua_Integer)position + 1);
  return count + 1;
}

void okit_add_pack_functions(lua_State *L) {
  static const luaL_Reg functions[] = {{"pack", pack}, {"packsize", pack_size}, {"unpack", unpack}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
