#include "CPlainLua.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <string.h>

// The first value of the stack is the chunk, the second its last answer.
enum { CHUNK = 1 };

plain_lua *plain_lua_open(const char *chunk) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  luaL_openlibs(L);
  if (luaL_loadbuffer(L, chunk, strlen(chunk), "=pair") == LUA_OK) return (plain_lua *)L;
  lua_close(L);
  return NULL;
}

bool plain_lua_call(plain_lua *lua, const char *texts, const size_t *lengths, size_t count, plain_lua_text *answer) {
  lua_State *L = (lua_State *)lua;
  lua_settop(L, CHUNK);
  lua_pushvalue(L, CHUNK);
  for (size_t i = 0; i < count; i++) {
    lua_pushlstring(L, texts != NULL ? texts : "", lengths[i]);
    if (texts != NULL) texts += lengths[i];
  }
  int status = lua_pcall(L, (int)count, 1, 0);
  answer->bytes = lua_tolstring(L, -1, &answer->length);
  return status == LUA_OK && answer->bytes != NULL;
}

void plain_lua_close(plain_lua *lua) { lua_close((lua_State *)lua); }
