// The library `utf8`.
#include "stdlib/libraries.h"

#include <string.h>

enum { LARGEST_UNICODE = 0x10FFFF, LARGEST_CODE = 0x7FFFFFFF };

static bool is_continuation(const char *byte) { return (*byte & 0xC0) == 0x80; }

// Reads a character of `text`, which ends with a zero. Returns the position of the next one, or NULL for an invalid
// one.
static const char *decode(const char *text, bool strict, uint32_t *code) {
  // The smallest code that needs this many continuation bytes.
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  uint32_t first = (unsigned char)text[0], result;
  if (first < 0x80) {
    *code = first;
    return text + 1;
  }
  int count = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF8 ? 3 : first < 0xFC ? 4 : 5;
  if (count == 0 || first > 0xFD) return NULL;
  result = first & (0x3Fu >> count);
  for (int i = 1; i <= count; i++) {
    if (!is_continuation(&text[i])) return NULL;
    result = result << 6 | (text[i] & 0x3F);
  }
  if (result < least[count]) return NULL;
  if (strict && (result > LARGEST_UNICODE || (result >= 0xD800 && result <= 0xDFFF))) return NULL;
  *code = result;
  return text + count + 1;
}

static void add_character(luaL_Buffer *buffer, uint32_t code) {
  char bytes[8];
  size_t count = 0;
  if (code < 0x80) {
    luaL_addchar(buffer, (char)code);
    return;
  }
  // From the last byte on, until the rest fits into the first byte beside its mark.
  uint32_t room = 0x3F;
  do {
    bytes[sizeof bytes - ++count] = (char)(0x80 | (code & 0x3F));
    code >>= 6;
    room >>= 1;
  } while (code > room);
  bytes[sizeof bytes - ++count] = (char)(~room << 1 | code);
  luaL_addlstring(buffer, bytes + sizeof bytes - count, count);
}

static int from_codes(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 1; i <= count; i++) {
    lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, i);
    luaL_argcheck(L, code <= LARGEST_CODE, i, "value out of range");
    add_character(&buffer, (uint32_t)code);
  }
  okit_charge(L, (size_t)count);
  luaL_pushresult(&buffer);
  return 1;
}

// MARK: Positions

// Converts a position that counts from the end if it is negative. Returns 0 if it lies before the text.
static lua_Integer from_end(lua_Integer position, size_t length) {
  if (position >= 0) return position;
  return position < -(lua_Integer)length ? 0 : (lua_Integer)length + position + 1;
}

static int length(lua_State *L) {
  size_t bytes;
  const char *text = luaL_checklstring(L, 1, &bytes);
  lua_Integer first = from_end(luaL_optinteger(L, 2, 1), bytes);
  lua_Integer last = from_end(luaL_optinteger(L, 3, -1), bytes);
  bool strict = !lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1 && first <= (lua_Integer)bytes + 1, 2, "initial position out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)bytes, 3, "final position out of bounds");
  const char *at = text + first - 1, *stop = text + last;
  if (at < stop) okit_charge_bytes(L, (size_t)(stop - at));
  lua_Integer count = 0;
  for (; at < stop; count++) {
    uint32_t code;
    const char *next = decode(at, strict, &code);
    if (next == NULL) {
      lua_pushnil(L);
      lua_pushinteger(L, at - text + 1);
      return 2;
    }
    at = next;
  }
  lua_pushinteger(L, count);
  return 1;
}

static int code_points(lua_State *L) {
  size_t bytes;
  const char *text = luaL_checklstring(L, 1, &bytes);
  lua_Integer first = from_end(luaL_optinteger(L, 2, 1), bytes);
  lua_Integer last = from_end(luaL_optinteger(L, 3, first), bytes);
  bool strict = !lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1, 2, "out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)bytes, 3, "out of bounds");
  if (first > last) return 0;
  if (last - first >= INT32_MAX) return luaL_error(L, "string slice too long");
  luaL_checkstack(L, (int)(last - first) + 1, "string slice too long");
  const char *at = text + first - 1, *stop = text + last;
  int count = 0;
  while (at < stop) {
    uint32_t code;
    at = decode(at, strict, &code);
    if (at == NULL) return luaL_error(L, "invalid UTF-8 code");
    lua_pushinteger(L, code);
    count++;
    okit_charge(L, 1);
  }
  return count;
}

static int offset(lua_State *L) {
  size_t bytes;
  const char *text = luaL_checklstring(L, 1, &bytes);
  lua_Integer wanted = luaL_checkinteger(L, 2), end = (lua_Integer)bytes;
  lua_Integer at = from_end(luaL_optinteger(L, 3, wanted >= 0 ? 1 : end + 1), bytes) - 1;
  luaL_argcheck(L, at >= 0 && at <= end, 3, "position out of bounds");
  okit_charge_bytes(L, (size_t)(wanted >= 0 ? end - at : at));
  if (wanted == 0) {
    while (at > 0 && is_continuation(text + at)) at--;
    lua_pushinteger(L, at + 1);
    return 1;
  }
  if (is_continuation(text + at)) return luaL_error(L, "initial position is a continuation byte");
  if (wanted < 0) {
    // The start of a string is always the start of a character.
    while (wanted < 0 && at > 0) {
      at--;
      wanted += at == 0 || !is_continuation(text + at);
    }
  } else {
    wanted--;
    while (wanted > 0 && at < end) {
      at++;
      wanted -= !is_continuation(text + at);
    }
  }
  if (wanted != 0) {
    lua_pushnil(L);
  } else {
    lua_pushinteger(L, at + 1);
  }
  return 1;
}

// MARK: codes

static int next_code(lua_State *L, bool strict) {
  size_t bytes;
  const char *text = luaL_checklstring(L, 1, &bytes);
  lua_Unsigned at = (lua_Unsigned)lua_tointeger(L, 2);
  // Continues after the last character.
  if (at < bytes) {
    size_t before = at;
    while (is_continuation(text + at)) at++;
    okit_charge_bytes(L, at - before);
  }
  if (at >= bytes) return 0;
  uint32_t code;
  const char *next = decode(text + at, strict, &code);
  if (next == NULL || is_continuation(next)) return luaL_error(L, "invalid UTF-8 code");
  lua_pushinteger(L, (lua_Integer)at + 1);
  lua_pushinteger(L, code);
  return 2;
}

static int next_strict(lua_State *L) { return next_code(L, true); }
static int next_lax(lua_State *L) { return next_code(L, false); }

static int codes(lua_State *L) {
  const char *text = luaL_checkstring(L, 1);
  luaL_argcheck(L, !is_continuation(text), 1, "invalid UTF-8 code");
  lua_pushcfunction(L, lua_toboolean(L, 2) ? next_lax : next_strict);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

void okit_add_utf8_functions(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"char", from_codes}, {"codepoint", code_points}, {"codes", codes},
    {"len", length},      {"offset", offset},         {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
