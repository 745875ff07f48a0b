// Reads Lua's own messages. Lua's virtual machine and compiler report errors only as text; this file alone reads it,
// and the host gets the facts.
#include "errors/errors.h"

#include <string.h>

static bool starts_with(okit_text text, const char *part) {
  size_t length = strlen(part);
  return text.length >= length && memcmp(text.bytes, part, length) == 0;
}

static bool ends_with(okit_text text, const char *part) {
  size_t length = strlen(part);
  return text.length >= length && memcmp(text.bytes + text.length - length, part, length) == 0;
}

// Returns the offset after the first `part`, or 0.
static size_t offset_after(okit_text text, const char *part) {
  size_t length = strlen(part);
  for (size_t i = 0; i + length <= text.length; i++) {
    if (memcmp(text.bytes + i, part, length) == 0) return i + length;
  }
  return 0;
}

// "attempt to index a nil value (field 'x')"
static bool read_variable(okit_text message, okit_lua_error *error) {
  static const struct {
    const char *start;
    okit_variable_kind kind;
  } kinds[] = {
    {"(global '", OKIT_VARIABLE_GLOBAL}, {"(field '", OKIT_VARIABLE_FIELD},     {"(method '", OKIT_VARIABLE_METHOD},
    {"(local '", OKIT_VARIABLE_LOCAL},   {"(upvalue '", OKIT_VARIABLE_UPVALUE}, {"(constant '", OKIT_VARIABLE_CONSTANT},
  };
  if (!ends_with(message, "')")) return false;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    size_t start = offset_after(message, kinds[i].start);
    if (start == 0 || start + 2 > message.length) continue;
    error->variable = kinds[i].kind;
    error->name = (okit_text){message.bytes + start, message.length - start - 2};
    return true;
  }
  return false;
}

// "unexpected symbol near '='", "bad argument #1 to 'rep' (string expected, got no value)"
static void read_name(okit_text message, okit_lua_error *error) {
  size_t near = offset_after(message, " near '");
  if (near > 0 && ends_with(message, "'")) {
    error->name = (okit_text){message.bytes + near, message.length - near - 1};
    return;
  }
  size_t start = offset_after(message, "'");
  if (start == 0) return;
  const char *end = memchr(message.bytes + start, '\'', message.length - start);
  if (end != NULL) error->name = (okit_text){message.bytes + start, (size_t)(end - message.bytes) - start};
}

okit_lua_error okit_read_message(okit_text message) {
  okit_lua_error error = {.kind = OKIT_LUA_ERROR_OTHER, .variable = OKIT_VARIABLE_NONE, .name = {NULL, 0}};
  if (starts_with(message, "attempt to index ")) error.kind = OKIT_LUA_ERROR_INDEX;
  if (starts_with(message, "attempt to call ")) error.kind = OKIT_LUA_ERROR_CALL;
  if (starts_with(message, "stack overflow") || starts_with(message, "C stack overflow")) {
    error.kind = OKIT_LUA_ERROR_DEPTH;
  }
  if (ends_with(message, " near <eof>")) error.kind = OKIT_LUA_ERROR_END;
  error.is_nil = starts_with(message, "attempt to ") && offset_after(message, "a nil value (") > 0;
  if (error.kind != OKIT_LUA_ERROR_END && !read_variable(message, &error)) read_name(message, &error);
  return error;
}

// Splits `file:12: rest`, as the compiler writes it.
bool okit_split_position(const char *text, size_t length, okit_text *file, int32_t *line, okit_text *rest) {
  for (size_t start = 0; start + 1 < length && text[start] != '\n'; start++) {
    if (text[start] != ':') continue;
    size_t end = start + 1;
    int32_t number = 0;
    while (end < length && text[end] >= '0' && text[end] <= '9' && number < 100000000) {
      number = number * 10 + (text[end++] - '0');
    }
    if (end == start + 1 || end + 1 >= length || text[end] != ':' || text[end + 1] != ' ') continue;
    *file = (okit_text){text, start};
    *line = number;
    *rest = (okit_text){text + end + 2, length - end - 2};
    return true;
  }
  return false;
}
