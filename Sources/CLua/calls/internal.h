// The declarations that the files of `calls` share.
#ifndef OKIT_CALLS_INTERNAL_H
#define OKIT_CALLS_INTERNAL_H

#include "calls/calls.h"

// entry.c
void okit_free_released(okit_state *state, lua_State *L);

// coroutines.c
int okit_close_coroutine(lua_State *L, lua_State *coroutine);
int okit_reset(lua_State *L, lua_State *coroutine);

#endif
