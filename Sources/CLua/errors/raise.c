// Errors that C raises with a code of the host's.
#include "errors/internal.h"
#include "state/state.h"
#include "stdlib/libraries.h"

#include <string.h>

static void raise_failure(
  lua_State *L, okit_text code, okit_text message, okit_text file, int32_t line, okit_lua_error error) {
  // A null pointer is not a text, not even an empty one.
  const char *name = error.name.bytes == NULL ? "" : error.name.bytes;
  okit_value arguments[] = {
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)code.bytes, .length = code.length},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)message.bytes, .length = message.length},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)file.bytes, .length = file.length},
    {.tag = OKIT_TAG_INT, .bits = (uint64_t)line},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)name, .length = error.name.length},
    {.tag = OKIT_TAG_BOOL, .bits = error.kind == OKIT_LUA_ERROR_END},
  };
  okit_call_handler(L, okit_of(L)->host.fail, arguments, 6);
  lua_error(L);
}

void okit_raise(lua_State *L, const char *code, const char *message) {
  raise_failure(
    L, (okit_text){code, strlen(code)}, (okit_text){message, strlen(message)}, (okit_text){"", 0}, 0,
    (okit_lua_error){.kind = OKIT_LUA_ERROR_OTHER});
}

void okit_raise_syntax(lua_State *L, const char *chunk) {
  okit_text message, file, rest;
  int32_t line = 0;
  message.bytes = luaL_tolstring(L, -1, &message.length);
  if (!okit_split_position(message.bytes, message.length, &file, &line, &rest)) rest = message;
  // The compiler shortens the name of the chunk, but the host knows all of it.
  chunk = okit_chunk_title(chunk);
  raise_failure(L, (okit_text){"lua.syntax", 10}, rest, (okit_text){chunk, strlen(chunk)}, line,
                okit_read_message(rest));
}
