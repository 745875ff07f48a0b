// string.find, string.match and string.gmatch.
#include "stdlib/pattern.h"

#include <string.h>

// MARK: Plain texts

// Finds `text` in the `length` bytes at `from`. Each comparison is charged by its length: two repetitive texts take
// time in proportion to the product of their lengths.
static const char *find_text(lua_State *L, const char *from, size_t length, const char *text, size_t text_length) {
  if (text_length == 0) return from;
  const char *end = from + length;
  while ((size_t)(end - from) >= text_length) {
    const char *found = memchr(from, *text, (size_t)(end - from) - text_length + 1);
    okit_charge_bytes(L, (size_t)((found != NULL ? found : end) - from));
    if (found == NULL) return NULL;
    if (text_length == 1) return found;
    // A few bytes distinguish most texts, often two; they also tell how much to charge.
    size_t few = text_length < 16 ? text_length : 16;
    if (found[1] == text[1] && memcmp(found, text, few) == 0) {
      okit_charge_bytes(L, text_length - few);
      if (text_length == few || memcmp(found + few, text + few, text_length - few) == 0) return found;
    }
    from = found + 1;
  }
  return NULL;
}

// Whether a pattern has no special characters. `)` alone is a text for `find` and a mistake for `match`.
static bool is_plain(const char *text, size_t length, bool find) {
  for (size_t i = 0; i < length; i++) {
    switch (text[i]) {
      case '^': case '$': case '*': case '+': case '?': case '.': case '(': case '[': case '%': case '-':
        return false;
      case ')':
        if (!find) return false;
        break;
      default:
        break;
    }
  }
  return true;
}

// MARK: find and match

static int search(lua_State *L, bool find) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *text = luaL_checklstring(L, 2, &pattern_length);
  int count = lua_gettop(L);
  size_t first = count < 3 ? 0 : okit_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  if (first > length) {
    lua_pushnil(L);
    return 1;
  }
  if ((find && count >= 4 && lua_toboolean(L, 4)) || is_plain(text, pattern_length, find)) {
    const char *found = find_text(L, subject + first, length - first, text, pattern_length);
    if (found == NULL) {
      lua_pushnil(L);
      return 1;
    }
    if (!find) {
      lua_pushlstring(L, found, pattern_length);
      return 1;
    }
    lua_pushinteger(L, found - subject + 1);
    lua_pushinteger(L, found - subject + (ptrdiff_t)pattern_length);
    return 2;
  }
  okit_pattern pattern;
  okit_compile(L, &pattern, text, pattern_length, true);
  pattern.subject = subject;
  pattern.end = subject + length;
  const char *start = subject + first;
  const char *end = okit_match_from(&pattern, &start);
  if (end == NULL) {
    lua_pushnil(L);
    return 1;
  }
  if (!find) return okit_push_captures(&pattern, start, end);
  lua_pushinteger(L, start - subject + 1);
  lua_pushinteger(L, end - subject);
  return 2 + okit_push_captures(&pattern, NULL, NULL);
}

static int find(lua_State *L) { return search(L, true); }

static int match(lua_State *L) { return search(L, false); }

// MARK: gmatch

typedef struct iteration {
  okit_pattern pattern;
  const char *next;  // where the search continues; NULL at the end
  const char *last;  // the end of the last match; an empty match must not follow there
} iteration;

static int next_match(lua_State *L) {
  iteration *iteration = lua_touserdata(L, lua_upvalueindex(1));
  // The coroutine that calls may be another one than at the start.
  iteration->pattern.L = L;
  while (iteration->next != NULL && iteration->next <= iteration->pattern.end) {
    const char *start = iteration->next;
    const char *end = okit_match_from(&iteration->pattern, &start);
    if (end == NULL) break;
    if (end == iteration->last) {
      iteration->next = start + 1;
      continue;
    }
    iteration->next = iteration->last = end;
    return okit_push_captures(&iteration->pattern, start, end);
  }
  iteration->next = NULL;
  return 0;
}

static int gmatch(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *text = luaL_checklstring(L, 2, &pattern_length);
  size_t first = okit_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  lua_settop(L, 2);
  iteration *iteration = lua_newuserdatauv(L, sizeof *iteration, 0);
  lua_insert(L, 1);
  okit_compile(L, &iteration->pattern, text, pattern_length, false);
  iteration->pattern.subject = subject;
  iteration->pattern.end = subject + length;
  iteration->next = first > length ? NULL : subject + first;
  iteration->last = NULL;
  // The texts and the items must live as long as the iteration.
  lua_settop(L, 4);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

void okit_add_find_functions(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", okit_string_gsub}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
