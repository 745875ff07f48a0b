// The functions of `string` without patterns that are not Lua's own: `lower` and `upper` change ASCII letters in every
// locale, and `rep` ends at a limit.
#include "stdlib/libraries.h"

#include <string.h>

// MARK: Positions

size_t okit_start_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + 1 - (size_t)-position;
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

static void lower(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = (char)(from[i] + (from[i] >= 'A' && from[i] <= 'Z' ? 'a' - 'A' : 0));
}

static void upper(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = (char)(from[i] - (from[i] >= 'a' && from[i] <= 'z' ? 'a' - 'A' : 0));
}

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
    {"lower", text_lower}, {"upper", text_upper}, {"rep", text_rep}, {"format", okit_string_format}, {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
