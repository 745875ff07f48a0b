// The functions of `string` that take neither a pattern nor a format.
#include "stdlib/libraries.h"

#include <string.h>

// MARK: Positions

size_t okit_start_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + 1 - (size_t)-position;
}

// The same for the last position of a range: 0 … length.
static size_t end_position(lua_Integer position, size_t length) {
  if (position >= 0) return (lua_Integer)length < position ? length : (size_t)position;
  return position < -(lua_Integer)length ? 0 : length + 1 - (size_t)-position;
}

// MARK: Parts

static int text_length(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  lua_pushinteger(L, (lua_Integer)length);
  return 1;
}

static int text_sub(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  size_t first = okit_start_position(luaL_checkinteger(L, 2), length);
  size_t last = end_position(luaL_optinteger(L, 3, -1), length);
  if (first > last) {
    lua_pushliteral(L, "");
  } else {
    okit_charge_bytes(L, last - first);
    lua_pushlstring(L, text + first - 1, last - first + 1);
  }
  return 1;
}

static int text_byte(lua_State *L) {
  size_t length;
  const unsigned char *text = (const unsigned char *)luaL_checklstring(L, 1, &length);
  lua_Integer position = luaL_optinteger(L, 2, 1);
  size_t first = okit_start_position(position, length);
  size_t last = end_position(luaL_optinteger(L, 3, position), length);
  if (first > last) return 0;
  if (last - first >= INT32_MAX) return luaL_error(L, "string slice too long");
  int count = (int)(last - first) + 1;
  luaL_checkstack(L, count, "string slice too long");
  okit_charge(L, (size_t)count);
  for (int i = 0; i < count; i++) lua_pushinteger(L, text[first - 1 + (size_t)i]);
  return count;
}

static int text_char(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, (size_t)count);
  for (int i = 1; i <= count; i++) {
    lua_Integer code = luaL_checkinteger(L, i);
    luaL_argcheck(L, code >= 0 && code <= UINT8_MAX, i, "value out of range");
    bytes[i - 1] = (char)code;
  }
  okit_charge(L, (size_t)count);
  luaL_pushresultsize(&buffer, (size_t)count);
  return 1;
}

// MARK: The same text, differently

typedef void (*change)(char *to, const char *from, size_t length);

static int changed(lua_State *L, change change) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer buffer;
  change(luaL_buffinitsize(L, &buffer, length), text, length);
  okit_charge_bytes(L, length);
  luaL_pushresultsize(&buffer, length);
  return 1;
}

static void reverse(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = from[length - 1 - i];
}

static void lower(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = (char)(from[i] + (from[i] >= 'A' && from[i] <= 'Z' ? 'a' - 'A' : 0));
}

static void upper(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = (char)(from[i] - (from[i] >= 'a' && from[i] <= 'z' ? 'a' - 'A' : 0));
}

static int text_reverse(lua_State *L) { return changed(L, reverse); }
static int text_lower(lua_State *L) { return changed(L, lower); }
static int text_upper(lua_State *L) { return changed(L, upper); }

// MARK: rep

// Fills `total` bytes with repetitions of the first `unit` of them. Each copied piece has whole units and lies at the
// start, so it is in the cache.
static void repeat(lua_State *L, char *bytes, size_t unit, size_t total) {
  size_t filled = unit, piece = unit;
  while (filled < total) {
    if (piece > total - filled) piece = total - filled;
    memcpy(bytes + filled, bytes, piece);
    okit_charge_bytes(L, piece);
    filled += piece;
    if (piece < OKIT_BYTES_PER_CHECK / 32) piece = filled;
  }
}

static int text_rep(lua_State *L) {
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  if (count <= 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t unit = length + separator_length;
  const size_t most = INT32_MAX;
  if (unit < length || unit > most / (size_t)count) return luaL_error(L, "resulting string too large");
  if (unit == 0) {
    // Repeating nothing takes time too, when it is done this often.
    const lua_Integer many = 1 << 16;
    for (; count > many; count -= many) okit_charge(L, (size_t)many);
    lua_pushliteral(L, "");
    return 1;
  }
  size_t total = unit * (size_t)count - separator_length;
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, total);
  memcpy(bytes, text, length);
  if (count > 1) {
    memcpy(bytes + length, separator, separator_length);
    repeat(L, bytes, unit, total);
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

void okit_add_string_functions(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"len", text_length},   {"sub", text_sub},     {"byte", text_byte},   {"char", text_char},
    {"lower", text_lower},  {"upper", text_upper}, {"rep", text_rep},     {"reverse", text_reverse},
    {"format", okit_string_format}, {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
