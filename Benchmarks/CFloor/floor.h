// Declarations that the files of this target share.
#ifndef OKIT_FLOOR_H
#define OKIT_FLOOR_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>

#include "CFloor.h"

typedef struct {
  int64_t price;
} floor_entity;

// lua.c
void floor_push_entity(lua_State *lua, int64_t price);
// Calls the function on the stack. Returns the number that it returns, or -1 after an error.
int64_t floor_finish(lua_State *lua, int arguments);

// texts.c
bool floor_define_texts(lua_State *lua);

#endif
