// A Lua as it comes, with its own libraries and without any limits: what the bounded functions are compared with.
#ifndef OKIT_PLAIN_LUA_H
#define OKIT_PLAIN_LUA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct plain_lua plain_lua;

typedef struct plain_lua_text {
  const char *bytes;
  size_t length;
} plain_lua_text;

// Compiles a chunk in a new state; NULL when that fails.
plain_lua *plain_lua_open(const char *chunk);

// Calls the chunk with texts that lie one after the other. The answer, or with false the error, stays until the next
// call.
bool plain_lua_call(plain_lua *lua, const char *texts, const size_t *lengths, size_t count, plain_lua_text *answer);

void plain_lua_close(plain_lua *lua);

#endif
