// string.gsub.
#include "stdlib/pattern.h"

#include <string.h>

enum { SUBJECT = 1, PATTERN, REPLACEMENT, LIMIT };

// Adds a replacement text with its `%0` to `%9` replaced.
static void add_text(okit_pattern *pattern, luaL_Buffer *buffer, const char *start, const char *end) {
  lua_State *L = pattern->L;
  size_t length;
  const char *text = lua_tolstring(L, REPLACEMENT, &length), *text_end = text + length;
  okit_charge_bytes(L, length);
  const char *sign;
  while ((sign = memchr(text, '%', (size_t)(text_end - text))) != NULL) {
    luaL_addlstring(buffer, text, (size_t)(sign - text));
    text = sign + 2;
    char digit = text <= text_end ? sign[1] : 0;
    if (digit == '%') {
      luaL_addchar(buffer, '%');
    } else if (digit == '0') {
      luaL_addlstring(buffer, start, (size_t)(end - start));
    } else if (digit >= '1' && digit <= '9') {
      int index = digit - '1';
      if (index >= pattern->capture_count && index > 0) {
        luaL_error(L, "invalid capture index %%%d", index + 1);
      }
      okit_push_capture(pattern, index, start, end);
      luaL_addvalue(buffer);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
  }
  luaL_addlstring(buffer, text, (size_t)(text_end - text));
}

// Adds the replacement of a match. Returns false if the match stays.
static bool add_replacement(okit_pattern *pattern, luaL_Buffer *buffer, const char *start, const char *end, int type) {
  lua_State *L = pattern->L;
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, REPLACEMENT);
    int count = okit_push_captures(pattern, start, end);
    lua_call(L, count, 1);
  } else if (type == LUA_TTABLE) {
    okit_push_capture(pattern, 0, start, end);
    lua_gettable(L, REPLACEMENT);
  } else {
    add_text(pattern, buffer, start, end);
    return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(buffer, start, (size_t)(end - start));
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(buffer);
  return true;
}

int okit_string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, SUBJECT, &length), *subject_end = subject + length;
  const char *text = luaL_checklstring(L, PATTERN, &pattern_length);
  int type = lua_type(L, REPLACEMENT);
  luaL_argexpected(
    L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, REPLACEMENT,
    "string/function/table");
  lua_Integer limit = luaL_optinteger(L, LIMIT, (lua_Integer)length + 1);
  okit_check_stack(L);
  okit_pattern pattern;
  okit_compile(L, &pattern, text, pattern_length, true);
  pattern.subject = subject;
  pattern.end = subject_end;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  const char *copied = subject;  // the buffer has everything before
  const char *next = subject, *last = NULL;
  lua_Integer count = 0;
  bool changed = false;
  while (count < limit && next <= subject_end) {
    const char *start = next;
    const char *end = okit_match_from(&pattern, &start);
    if (end == NULL) break;
    if (end == last) {
      // An empty match directly after another match does not count.
      next = start + 1;
    } else {
      count++;
      luaL_addlstring(&buffer, copied, (size_t)(start - copied));
      if (add_replacement(&pattern, &buffer, start, end, type)) changed = true;
      next = last = copied = end;
    }
    if (pattern.anchored) break;
  }
  if (changed) {
    luaL_addlstring(&buffer, copied, (size_t)(subject_end - copied));
    luaL_pushresult(&buffer);
  } else {
    lua_pushvalue(L, SUBJECT);
  }
  lua_pushinteger(L, count);
  return 2;
}
